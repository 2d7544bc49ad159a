"""Python scripts with pyautogui: read as syntax (code_reader.py), each function in functions.py."""
