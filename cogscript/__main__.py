from cogscript.cli.main import entry

entry()
