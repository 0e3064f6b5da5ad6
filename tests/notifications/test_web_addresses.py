import pytest
from pytest_django.fixtures import Settings

from games.common.errors import Invalid
from games.notifications.webhooks import WebAddress, is_public, parse_web_address


@pytest.mark.parametrize(
    ("url", "address", "authority"),
    [
        ("https://example.org", WebAddress("https", "example.org", 443, "/"), "example.org"),
        ("https://example.org:443/a?b=c#d", WebAddress("https", "example.org", 443, "/a?b=c"), "example.org"),
        ("https://Example.ORG.:8443/", WebAddress("https", "example.org", 8443, "/"), "example.org:8443"),
        (
            " https://münchen.example/ ",
            WebAddress("https", "xn--mnchen-3ya.example", 443, "/"),
            "xn--mnchen-3ya.example",
        ),
        ("https://1.1.1.1/", WebAddress("https", "1.1.1.1", 443, "/"), "1.1.1.1"),
        ("https://[2606:4700::1]:8443/", WebAddress("https", "2606:4700::1", 8443, "/"), "[2606:4700::1]:8443"),
    ],
)
def test_a_web_address_is_parsed(url: str, address: WebAddress, authority: str) -> None:
    assert parse_web_address(url) == address
    assert parse_web_address(url).authority == authority


@pytest.mark.parametrize(
    "url",
    [
        "",
        "hooks.example.org",
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org:70/",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:password@example.org/",
        "https://example.org@127.0.0.1/",
        "https://example.org\\@127.0.0.1/",
        "https://example.org:22/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:port/",
        "https://exa mple.org/",
        "https://example.org/a\r\nHost: other",
        "https://example.org/\x00",
        "https://example.org/é",
        "https://exa%6dple.org/",
        "https://-example.org/",
        "https://example..org/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0x7f.0.0.1/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://1.1.1.1.1/",
        "https://example.0x10/",
        "https://[1.1.1.1]/",
        "https://[::1",
        "https://" + "é" * 70 + ".org/",
        "https://" + "a" * 64 + ".org/",
        "https://example.org/" + "a" * 500,
    ],
)
def test_an_address_that_is_no_plain_web_address_is_refused(url: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_web_address(url)
    assert refusal.value.code == "bad-address"


@pytest.mark.parametrize(
    "url",
    [
        "https://localhost/",
        "https://intranet/",
        "https://127.0.0.1/",
        "https://10.0.0.1:8443/",
        "https://169.254.169.254/latest/meta-data/",
        "https://[::1]/",
        "https://[::ffff:7f00:1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://[fe80::1%25eth0]/",
        "https://１２７.０.０.１/",
    ],
)
def test_an_address_of_a_private_network_is_refused(url: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse_web_address(url)
    assert refusal.value.code == "private-address"


def test_plain_http_is_accepted_for_development_only(settings: Settings) -> None:
    settings.DEBUG = True
    assert parse_web_address("http://example.org/").port == 80


@pytest.mark.parametrize("ip", ["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "64:ff9b::101:101"])
def test_a_global_unicast_address_is_public(ip: str) -> None:
    assert is_public(ip)


@pytest.mark.parametrize(
    "ip",
    [
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "168.63.129.16",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:1.1.1.1",
        "::ffff:10.0.0.1",
        "64:ff9b::127.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:101:101::",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fe80::1%eth0",
        "2606:4700::1%eth0",
        "fec0::1",
        "ff02::1",
        "localhost",
        "",
    ],
)
def test_a_special_address_is_not_public(ip: str) -> None:
    assert not is_public(ip)
