"""The applications of a desktop, and the one that people mean by a name."""

from __future__ import annotations

import pytest

from cogscript.surfaces.x11.applications import close_names, find_application, shown_names
from cogscript.surfaces.x11.desktop_entries import message_languages, read_entries, split_exec

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


def find_entry(name, entries):
    """Among the entries alone: there is nothing on PATH."""
    return find_application(name, entries, {"PATH": "/nonexistent"})


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


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, []),
        ({"LANG": "C.UTF-8"}, ["C"]),
        ({"LANG": "de_AT.UTF-8@euro"}, ["de_AT", "de"]),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, ["fr_FR", "fr"]),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "zh_CN.UTF-8"}, ["zh_CN", "zh"]),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": ""}, ["de_DE", "de"]),
        # LANGUAGE counts first, also where the locale is C.UTF-8, but not where it is plain C.
        ({"LANG": "C.UTF-8", "LANGUAGE": "de"}, ["de", "C"]),
        ({"LANG": "en_GB.UTF-8", "LANGUAGE": "de_AT:fr"}, ["de_AT", "de", "fr", "en_GB", "en"]),
        ({"LC_ALL": "C", "LANGUAGE": "de"}, []),
        ({"LANGUAGE": "de"}, []),
    ],
)
def test_programs_speak_the_language_that_gettext_chooses(environment, languages):
    assert message_languages(environment) == languages


def test_the_name_shown_is_in_the_runs_language(entries):
    files = {"settings": SETTINGS}
    assert entries({"LANG": "zh_CN.UTF-8"}, **files)[0].name == "设置"
    assert entries({"LANG": "de_AT.UTF-8"}, **files)[0].name == "Einstellungen"
    assert entries({"LANG": "C.UTF-8"}, **files)[0].name == "Settings"
    assert entries({"LANG": "C.UTF-8", "LANGUAGE": "de"}, **files)[0].name == "Einstellungen"
    assert entries({"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, **files)[0].name == "Settings"


def test_an_exact_name_wins_over_one_that_contains_it(entries):
    """Debian's own entries: the same program, with and without options, with and without a window."""
    found = entries(
        **{
            "pcmanfm-desktop-pref": entry(Name="Desktop Preferences", Exec="pcmanfm --desktop-pref"),
            "pcmanfm": entry(Name="File Manager PCManFM", Exec="pcmanfm %U"),
            "emacs-term": entry(Name="Emacs (Terminal)", Exec="emacs -nw %F", Terminal="true"),
            "emacs": entry(Name="Emacs (GUI)", Exec="emacs %F"),
            "emacs-mail": entry(Name="Emacs (Mail)", Exec="emacs -f message-mailto %u", NoDisplay="true"),
        }
    )
    assert find_entry("pcmanfm", found).argv == ("pcmanfm",)
    assert find_entry("PCManFM", found).argv == ("pcmanfm",)
    assert find_entry("emacs", found).argv == ("emacs",)
    assert find_entry("Emacs", found).argv == ("emacs",)
    assert find_entry("emacs (terminal)", found).argv == ("emacs", "-nw")


def test_a_program_on_path_wins_over_an_entry_that_only_uses_it(entries, tmp_path):
    for name in ("thing", "others"):
        (tmp_path / name).write_text("")
        (tmp_path / name).chmod(0o755)
    path = {"PATH": str(tmp_path)}
    found = entries(
        prefs=entry(Name="Preferences of Thing", Exec="thing --preferences"),
        part=entry(Name="All others", Exec="all"),
    )
    assert find_application("thing", found, path).argv == (f"{tmp_path}/thing",)
    assert find_application("others", found, path).argv == (f"{tmp_path}/others",)
    # In other letters it is a word of a name, and only then a program.
    assert find_application("Others", found, path).name == "All others"
    assert find_application("THING", [], path).argv == (f"{tmp_path}/thing",)


@pytest.mark.parametrize(
    ("exec_line", "command"),
    [
        ("program", ["program", "a b", "--x"]),
        ("program --calc %U", ["program", "--calc", "a b", "--x"]),
        ("program %F --last", ["program", "a b", "--x", "--last"]),
    ],
)
def test_arguments_go_where_the_entry_wants_files(exec_line, command, entries):
    assert entries(thing=entry(Exec=exec_line))[0].command(["a b", "--x"]) == command


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
    files = {
        "settings": SETTINGS,
        "files": entry(Name="Files"),
        "hidden": entry(Name="Setings", NoDisplay="true"),
    }
    found = entries({"LANG": "C.UTF-8"}, **files)
    assert close_names("Setings", found)[0] == "Settings"
    assert close_names("qqqqqq", found) == []
    assert shown_names(found) == ["Files", "Settings"]
    # Whatever language the name is close in, the run's own is shown; Chinese is answered in Chinese.
    assert close_names("Einstelungen", found) == ["Settings"]
    assert close_names("设罝", found) == ["设置"]
    assert close_names("Setings", entries({"LANG": "de_DE.UTF-8"}, **files)) == ["Einstellungen"]
