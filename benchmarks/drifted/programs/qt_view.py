"""The program in Qt 5."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PyQt5 import QtCore, QtGui, QtWidgets

from drifted.programs.core import TICK, Node, Places, View, main

_DARK = {"Window": "#2b2b2b", "Base": "#3c3c3c", "Button": "#3c3c3c", "WindowText": "#eeeeee",
         "Text": "#ffffff", "ButtonText": "#ffffff"}  # fmt: skip


class QtView(View):
    def __init__(self) -> None:
        self._app = QtWidgets.QApplication([])
        self._app.setStyle("Fusion")
        self._app.setAttribute(QtCore.Qt.AA_DontUseNativeMenuBar)
        self._widgets: dict[str, Any] = {}
        self._inner: list[Callable[[], Places]] = []
        """Where the parts of lists, menus and tabs are."""
        self._dialogs: list[Any] = []

    def open_window(self, spec: Node) -> None:
        if spec.get("style") == "other":
            self._app.setStyle("Windows")
        if spec.get("dark"):
            palette = QtGui.QPalette()
            for role, colour in _DARK.items():
                palette.setColor(getattr(QtGui.QPalette, role), QtGui.QColor(colour))
            self._app.setPalette(palette)
        if font := spec.get("font"):
            self._app.setFont(QtGui.QFont(*font))
        self._window = _MainWindow(lambda: self.program.did({"act": "close", "id": "window"}))
        self._window.setWindowTitle(spec["title"])
        self._window.resize(*spec["size"])
        self._window.move(*spec["at"])
        self._window.show()

    def fill(self, spec: Node) -> None:
        for menu in spec.get("menus", []):
            self._menu(menu)
        if spec.get("toolbar"):
            bar = self._window.addToolBar("")
            bar.setMovable(False)
            for node in spec["toolbar"]:
                bar.addWidget(self._icon(node))
        body = self._column(spec["body"])
        if spec.get("scroll"):
            area = QtWidgets.QScrollArea()
            area.setWidget(body)
            area.setWidgetResizable(True)
            body = area
        self._widgets["page"] = body
        self._window.setCentralWidget(body)

    def open_dialog(self, spec: Node) -> None:
        dialog = _Dialog(self._window, lambda: self.program.did({"act": "close", "id": spec["title"]}))
        dialog.setWindowTitle(spec["title"])
        dialog.setModal(True)
        self._column(spec["body"], dialog)
        dialog.setMinimumWidth(340)
        self._dialogs.append(dialog)
        dialog.show()

    def close_dialog(self) -> None:
        if self._dialogs:
            dialog = self._dialogs.pop()
            dialog.quiet = True
            dialog.close()

    def write(self, identity: str, text: str) -> None:
        self._widgets[identity].setText(text)

    def show(self, identity: str) -> None:
        self._widgets[identity].setVisible(True)

    def enable(self, identity: str, on: bool) -> None:
        self._widgets[identity].setEnabled(on)

    def loop(self, tick: Callable[[], None]) -> None:
        timer = QtCore.QTimer()
        timer.timeout.connect(tick)
        timer.start(int(TICK * 1000))
        self._app.exec_()

    # --- parts --------------------------------------------------------------------------

    def _column(self, children: list[Node], holder: Any = None) -> Any:
        holder = holder or QtWidgets.QWidget()
        layout = QtWidgets.QVBoxLayout(holder)
        for node in children:
            layout.addWidget(getattr(self, f"_{node['kind']}")(node))
        layout.addStretch(1)
        return holder

    def _text(self, node: Node) -> Any:
        return QtWidgets.QLabel(node["label"])

    def _heading(self, node: Node) -> Any:
        label = QtWidgets.QLabel(node["label"])
        font = label.font()
        font.setBold(True)
        font.setPointSize(font.pointSize() + 3)
        label.setFont(font)
        return label

    def _labelled(self, node: Node, widget: Any) -> Any:
        holder = QtWidgets.QWidget()
        line = QtWidgets.QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        label = QtWidgets.QLabel(node["label"])
        label.setMinimumWidth(120)
        if not node.get("bare"):
            label.setBuddy(widget)
        line.addWidget(label)
        line.addWidget(widget, 1)
        self._widgets[node["id"]] = widget
        return holder

    def _field(self, node: Node) -> Any:
        field = QtWidgets.QLineEdit()
        if node.get("secret"):
            field.setEchoMode(QtWidgets.QLineEdit.Password)
        field.textChanged.connect(lambda text: self.program.typed(node["id"], text))
        field.returnPressed.connect(lambda: self.program.entered(node["id"]))
        return self._labelled(node, field)

    def _check(self, node: Node) -> Any:
        check = QtWidgets.QCheckBox(node["label"])
        check.setChecked(node["on"])
        check.setSizePolicy(QtWidgets.QSizePolicy.Maximum, QtWidgets.QSizePolicy.Fixed)
        check.toggled.connect(lambda on: self.program.checked(node["id"], on))
        self._widgets[node["id"]] = check
        return check

    def _radio(self, node: Node) -> Any:
        frame = QtWidgets.QGroupBox(node["label"])
        line = QtWidgets.QHBoxLayout(frame)
        for number, option in enumerate(node["options"]):
            choice = QtWidgets.QRadioButton(option["label"])
            choice.setChecked(number == 0)
            choice.toggled.connect(self._chooser(option["id"]))
            line.addWidget(choice)
            self._widgets[option["id"]] = choice
        line.addStretch(1)
        return frame

    def _chooser(self, identity: str) -> Callable[[bool], None]:
        return lambda on: self.program.chose(identity) if on else None

    def _combo(self, node: Node) -> Any:
        combo = QtWidgets.QComboBox()
        combo.addItems([option["label"] for option in node["options"]])
        combo.currentIndexChanged.connect(lambda number: self.program.chose(node["options"][number]["id"]))
        self._inner.append(lambda: _lines(combo.view(), node["options"]))
        return self._labelled(node, combo)

    def _list(self, node: Node) -> Any:
        frame = QtWidgets.QGroupBox(node["label"])
        box = QtWidgets.QListWidget()
        box.addItems([option["label"] for option in node["options"]])
        box.itemSelectionChanged.connect(lambda: self.program.chose(node["options"][box.currentRow()]["id"]))
        QtWidgets.QVBoxLayout(frame).addWidget(box)
        self._inner.append(lambda: _lines(box, node["options"]))
        return frame

    def _button(self, node: Node) -> Any:
        button = QtWidgets.QPushButton(node["label"])
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.program.pressed(node["id"]))
        self._widgets[node["id"]] = button
        return button

    def _icon(self, node: Node) -> Any:
        button = QtWidgets.QToolButton()
        button.setIcon(QtGui.QIcon(node["file"]))
        button.setIconSize(QtCore.QSize(24, 24))
        button.setAutoRaise(True)
        button.clicked.connect(lambda: self.program.pressed(node["id"]))
        self._widgets[node["id"]] = button
        return button

    def _buttons(self, node: Node) -> Any:
        holder = QtWidgets.QWidget()
        line = QtWidgets.QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        for child in node["children"]:
            line.addWidget(self._button(child))
        return holder

    def _group(self, node: Node) -> Any:
        frame = QtWidgets.QGroupBox(node["label"])
        return self._column(node["children"], frame)

    def _section(self, node: Node) -> Any:
        holder = self._column(node["children"])
        holder.setVisible(False)
        self._widgets[node["id"]] = holder
        return holder

    def _grid(self, node: Node) -> Any:
        holder = QtWidgets.QWidget()
        grid = QtWidgets.QGridLayout(holder)
        for number, child in enumerate(node["children"]):
            grid.addWidget(self._button(child), *divmod(number, node["columns"]))
        return holder

    def _display(self, node: Node) -> Any:
        label = QtWidgets.QLabel("0")
        label.setAlignment(QtCore.Qt.AlignRight)
        label.setFont(QtGui.QFont("DejaVu Sans Mono", 16))
        self._widgets[node["id"]] = label
        return label

    def _table(self, node: Node) -> Any:
        holder = QtWidgets.QWidget()
        grid = QtWidgets.QGridLayout(holder)
        for column, head in enumerate(node["columns"]):
            grid.addWidget(self._heading(head), 0, column)
            grid.setColumnStretch(column, 1)
        for number, row in enumerate(node["rows"], 1):
            for column, cell in enumerate(row["cells"]):
                grid.addWidget(QtWidgets.QLabel(cell), number, column)
            for column, button in enumerate(row["buttons"], len(row["cells"])):
                grid.addWidget(self._button(button), number, column)
        return holder

    def _tabs(self, node: Node) -> Any:
        book = QtWidgets.QTabWidget()
        for page in node["pages"]:
            book.addTab(self._column(page["children"]), page["label"])
        book.currentChanged.connect(lambda number: self.program.chose(node["pages"][number]["id"]))

        def tabs() -> Places:
            bar = book.tabBar()
            return {page["id"]: _place(bar, bar.tabRect(number)) for number, page in enumerate(node["pages"])}

        self._inner.append(tabs)
        return book

    def _menu(self, node: Node) -> None:
        bar = self._window.menuBar()
        menu = bar.addMenu(node["label"])
        for entry in node["items"]:
            action = menu.addAction(entry["label"])
            action.triggered.connect(self._presser(entry["id"]))
            self._widgets[f"action:{entry['id']}"] = action

        def lines() -> Places:
            head = bar.actionGeometry(menu.menuAction())
            found = {node["id"]: _place(bar, head)}
            if menu.isVisible():
                for entry, action in zip(node["items"], menu.actions(), strict=True):
                    found[entry["id"]] = _place(menu, menu.actionGeometry(action))
            return found

        self._inner.append(lines)

    def _presser(self, identity: str) -> Callable[[], None]:
        return lambda: self.program.pressed(identity)

    # --- where everything is ------------------------------------------------------------

    def places(self) -> Places:
        found: Places = {}
        for identity, widget in self._widgets.items():
            if isinstance(widget, QtWidgets.QWidget) and _in_full(widget):
                found[identity] = _place(widget, widget.rect())
        for inner in self._inner:
            found |= inner()
        return found


class _MainWindow(QtWidgets.QMainWindow):  # type: ignore[misc]
    def __init__(self, closed: Callable[[], None]) -> None:
        super().__init__()
        self._closed = closed

    def closeEvent(self, event: Any) -> None:
        self._closed()
        super().closeEvent(event)


class _Dialog(QtWidgets.QDialog):  # type: ignore[misc]
    """One that says when somebody else than the program closes it."""

    def __init__(self, parent: Any, closed: Callable[[], None]) -> None:
        super().__init__(parent)
        self.quiet = False
        self.finished.connect(lambda _: None if self.quiet else closed())


def _in_full(widget: Any) -> bool:
    """Whether it can be seen, and is not scrolled away in part."""
    return bool(widget.isVisible() and widget.visibleRegion().boundingRect().height() == widget.height())


def _place(widget: Any, area: Any) -> tuple[int, int, int, int]:
    corner = widget.mapToGlobal(area.topLeft())
    return corner.x(), corner.y(), corner.x() + area.width(), corner.y() + area.height()


def _lines(view: Any, options: list[Node]) -> Places:
    """The lines of a list that is open."""
    if not view.isVisible():
        return {}
    model = view.model()
    rects = (view.visualRect(model.index(number, 0)) for number in range(len(options)))
    return {option["id"]: _place(view.viewport(), rect) for option, rect in zip(options, rects, strict=True)}


if __name__ == "__main__":
    main(QtView)
