"""Applications by the names people know: .desktop entries as the specification has them."""

from __future__ import annotations

import pytest

from cogscript.screens.desktop_entries import find_entry, read_entries, split_exec
from cogscript.screens.launching import close_names

SETTINGS = """
[Desktop Entry]
Type=Application
Name=Settings
Name[zh_CN]=设置
Name[de]=Einstellungen
GenericName=System Settings
Keywords=Preferences;Control Center;
Exec=gnome-control-center --verbose %U
Terminal=false

[Desktop Action about]
Name=About
Exec=gnome-control-center info
"""


@pytest.fixture
def entries(tmp_path):
    """Write entries with `entries(name=text)`, read them back with the environment's own variables."""

    def written(environment=None, **files):
        folder = tmp_path / "applications"
        folder.mkdir(exist_ok=True)
        for name, text in files.items():
            (folder / f"{name.replace('__', '.')}.desktop").write_text(text, encoding="utf-8")
        return read_entries(
            {"XDG_DATA_HOME": str(tmp_path), "XDG_DATA_DIRS": "/nonexistent", **(environment or {})}
        )

    return written


def entry(**values) -> str:
    defaults = {"Type": "Application", "Name": "Thing", "Exec": "thing"}
    return "[Desktop Entry]\n" + "".join(f"{key}={value}\n" for key, value in {**defaults, **values}.items())


@pytest.mark.parametrize(
    "name",
    ["Settings", "settings", "设置", " 设置 ", "Einstellungen", "System Settings", "org.gnome.Settings",
     "gnome-control-center", "Control Center", "preferences"],
)  # fmt: skip
def test_an_application_is_found_by_every_name_it_goes_by(name, entries):
    found = find_entry(name, entries(org__gnome__Settings=SETTINGS))
    assert found is not None
    assert found.argv == ("gnome-control-center", "--verbose")


@pytest.mark.parametrize("name", ["", "Set", "x; rm -rf ~", "$(reboot)", "*", "About", "设", "../settings"])
def test_what_is_no_name_is_not_found(name, entries):
    assert find_entry(name, entries(settings=SETTINGS)) is None


def test_the_name_shown_is_the_persons_own_language(entries):
    files = {"settings": SETTINGS}
    assert entries({"LANG": "zh_CN.UTF-8"}, **files)[0].name == "设置"
    assert entries({"LANG": "de_AT.UTF-8"}, **files)[0].name == "Einstellungen"
    assert entries({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, **files)[0].name == "Settings"


def test_the_beginning_of_a_chinese_name_is_enough(entries):
    manager = entry(Name="Settings Manager", Exec="xfce4-settings-manager") + "Name[zh_CN]=设置管理器\n"
    other = entry(Name="Editor", Exec="editor") + "Name[zh_CN]=编辑器设置\n"
    found = find_entry("设置", entries(a_other=other, manager=manager))
    assert found is not None
    assert found.argv == ("xfce4-settings-manager",)


def test_hidden_deleted_and_foreign_entries(entries):
    found = entries(
        {"XDG_CURRENT_DESKTOP": "XFCE"},
        deleted=entry(Name="Deleted", Hidden="true"),
        absent=entry(Name="Absent", TryExec="/nonexistent/program"),
        link=entry(Name="Link", Type="Link"),
        nodisplay=entry(Name="Quiet", NoDisplay="true"),
        gnome=entry(Name="Gnome only", OnlyShowIn="GNOME;"),
        xfce=entry(Name="Xfce too", OnlyShowIn="GNOME;XFCE;"),
        broken="no entry at all",
    )
    assert {each.name: each.hidden for each in found} == {
        "Quiet": True,
        "Gnome only": True,
        "Xfce too": False,
    }
    assert find_entry("Quiet", found) is not None
    assert find_entry("Deleted", found) is None


def test_a_shown_application_is_preferred_to_a_hidden_one(entries):
    found = entries(
        a_hidden=entry(Name="Files", Exec="hidden-files", NoDisplay="true"),
        z_shown=entry(Name="Files", Exec="files"),
    )
    chosen = find_entry("files", found)
    assert chosen is not None
    assert chosen.argv == ("files",)


def test_the_persons_entry_hides_the_systems(tmp_path):
    for folder, program in (("home", "mine"), ("system", "theirs")):
        (tmp_path / folder / "applications").mkdir(parents=True)
        (tmp_path / folder / "applications" / "thing.desktop").write_text(entry(Exec=program))
    environment = {"XDG_DATA_HOME": str(tmp_path / "home"), "XDG_DATA_DIRS": str(tmp_path / "system")}
    assert [each.argv for each in read_entries(environment)] == [("mine",)]


@pytest.mark.parametrize(
    ("line", "arguments"),
    [
        ("program", ["program"]),
        ('"/opt/My App/run" --flag', ["/opt/My App/run", "--flag"]),
        (r'sh -c "echo \"hi\" \$HOME; ls"', ["sh", "-c", 'echo "hi" $HOME; ls']),
        (
            "program ; rm -rf / && x | y > z `w`",
            ["program", ";", "rm", "-rf", "/", "&&", "x", "|", "y", ">", "z", "`w`"],
        ),
        ('a "" b', ["a", "", "b"]),
        ('unfinished "quote', ["unfinished", "quote"]),
        ("", []),
    ],
)
def test_exec_lines_are_split_without_a_shell(line, arguments):
    assert split_exec(line) == arguments


@pytest.mark.parametrize(
    ("exec_line", "argv"),
    [
        ("program %U", ("program",)),
        ("program --file=%f --percent=%%", ("program", "--file=", "--percent=%")),
        ("program %i", ("program", "--icon", "pic")),
        ("program --name %c", ("program", "--name", "Thing")),
        ("program %d %D %n %N %v %m x", ("program", "x")),
    ],
)
def test_field_codes_are_filled_in(exec_line, argv, entries):
    assert entries(thing=entry(Exec=exec_line, Icon="pic"))[0].argv == argv


def test_names_that_came_close(entries):
    found = entries(
        settings=SETTINGS, files=entry(Name="Files"), hidden=entry(Name="Setings", NoDisplay="true")
    )
    assert close_names("Setings", found)[0] == "Settings"
    assert close_names("qqqqqq", found) == []
