"""A phone without a phone: a small adbd that Debian's real adb connects to, whose screen is a real X server.

What `adb shell` runs is a real shell, with the commands of Android that cogscript uses on its path; each is
answered from the X server: `screencap` is its picture, `input tap` a click there, `uiautomator dump` what its
programs say of themselves. So real pixels and real programs stand behind the real protocol.
"""
