"""One form in Qt 5 or 6: `qt_form.py 5`. Everything an element can say of itself is in it once."""

import importlib
import sys

VERSION = sys.argv[1]
core = importlib.import_module(f"PyQt{VERSION}.QtCore")
widgets = importlib.import_module(f"PyQt{VERSION}.QtWidgets")


def ask(window):
    """A modal dialog of the same program, over the window."""
    dialog = widgets.QDialog(window)
    dialog.setWindowTitle("Sure?")
    dialog.setModal(True)
    rows = widgets.QVBoxLayout(dialog)
    for name in ("Yes", "Save"):
        button = widgets.QPushButton(name)
        button.clicked.connect(dialog.accept)
        rows.addWidget(button)
    dialog.resize(560, 660)
    dialog.show()


def form(window):
    box = widgets.QWidget()
    rows = widgets.QFormLayout(box)
    window.menuBar().addMenu("&File").addAction("&Open")
    rows.addRow("&Name:", widgets.QLineEdit("abc"))
    secret = widgets.QLineEdit("hidden")
    secret.setEchoMode(widgets.QLineEdit.EchoMode.Password)
    rows.addRow("Secret:", secret)
    fixed = widgets.QLineEdit("fixed")
    fixed.setReadOnly(True)
    rows.addRow("Fixed:", fixed)
    colour = widgets.QComboBox()
    colour.addItems(["red", "green", "blue"])
    colour.setCurrentIndex(1)
    rows.addRow("Colour:", colour)
    level = widgets.QSlider(core.Qt.Orientation.Horizontal)
    level.setValue(30)
    rows.addRow("Level:", level)
    count = widgets.QSpinBox()
    count.setValue(5)
    rows.addRow("Count:", count)
    agree = widgets.QCheckBox("Agree")
    agree.setChecked(True)
    rows.addRow(agree)
    one = widgets.QRadioButton("One")
    one.setChecked(True)
    rows.addRow(one)
    rows.addRow(widgets.QRadioButton("Two"))
    bold = widgets.QPushButton("Bold")
    bold.setCheckable(True)
    bold.setChecked(True)
    rows.addRow(bold)
    saved = widgets.QPushButton("Save")
    saved.setObjectName("save")
    saved.clicked.connect(lambda: saved.setText("Saved"))
    rows.addRow(saved)
    late = widgets.QPushButton("Late")
    late.setEnabled(False)
    rows.addRow(late)
    asking = widgets.QPushButton("Ask")
    asking.clicked.connect(lambda: ask(window))
    rows.addRow(asking)
    tabs = widgets.QTabWidget()
    for name in ("First", "Second"):
        tabs.addTab(widgets.QLabel(f"on {name}"), name)
    rows.addRow(tabs)
    rows.addRow("Notes:", widgets.QPlainTextEdit("hello\nworld"))
    table = widgets.QTableWidget(2000, 3)
    for row in range(2000):
        for column in range(3):
            table.setItem(row, column, widgets.QTableWidgetItem(f"{row}.{column}"))
    rows.addRow(table)
    return box


application = widgets.QApplication(sys.argv[:1])
main_window = widgets.QMainWindow()
main_window.setWindowTitle("Form")
main_window.setCentralWidget(form(main_window))
main_window.resize(500, 660)
main_window.show()
application.exec()
