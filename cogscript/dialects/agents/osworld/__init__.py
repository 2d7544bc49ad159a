"""OSWorld: computer_13 actions, and pyautogui code."""
