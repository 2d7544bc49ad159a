"""A certificate for 127.0.0.1 that signed itself, made for these tests: it guards nothing."""

PEM = """\
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkNMAdVxYNiu1Fjow
9ZHIoZRsKEUXVOLYd+8oZAdQRYWhRANCAATYt6TLPmqdz+JecR81f1IY0QmTW6mx
OCRi0AYYjYv57kLCY1M7lLmticWxddUVIavCr3eopktjtuMc2STSIUS7
-----END PRIVATE KEY-----
-----BEGIN CERTIFICATE-----
MIIBjzCCATagAwIBAgIUbHFbmEhW8Mc1lOjB5kkgUKCgi0swCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTExNjAyMDYyMFoYDzIxMjYxMDIz
MDIwNjIwWjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATYt6TLPmqdz+JecR81f1IY0QmTW6mxOCRi0AYYjYv57kLCY1M7lLmt
icWxddUVIavCr3eopktjtuMc2STSIUS7o2QwYjAdBgNVHQ4EFgQUBs+2+3jl4Yg4
VkBtsSqfZj5I77MwHwYDVR0jBBgwFoAUBs+2+3jl4Yg4VkBtsSqfZj5I77MwDwYD
VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0cAMEQC
IHz0iO5J48G+a3qCDzrfLzKgf5LSvUz4vu0CpW8XQmnHAiAYwdsV+jshzwaxbX1I
xoAHECLURRPGidmnGV13nri8KQ==
-----END CERTIFICATE-----
"""


def certificate_file(folder):
    path = folder / "self-signed.pem"
    path.write_text(PEM, encoding="ascii")
    return path
