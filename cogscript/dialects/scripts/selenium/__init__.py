"""Selenium IDE projects (`.side`): commands recorded in a browser; ui_vision shares commands and locators."""
