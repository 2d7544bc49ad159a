"""AT-SPI, the accessibility service of Linux, from bytes on a bus to elements in our words.

`wire` and `bus` speak D-Bus, many questions at once and none that can hang. `names` are the protocol's own
words. `programs` and `windows` find who is there and which window of the X server each is, `scale` how it
counts its pixels. `tree` and `crowd` walk what shows. `details` and `describe` put it into our words, `scope`
and `hits` tell what lies on top. `pages` knows whether a page has loaded, `acting` what an element can do by
itself. `service` is all of it behind the protocol of `surfaces/elements.py`.
"""
