import pytest

from accounts.templatetags.accounts_forms import browser_name

pytestmark = pytest.mark.one_database

CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1"


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (CHROME, "Chrome, Android"),
        (EDGE, "Edge, Windows"),
        (SAFARI, "Safari, iPhone"),
        ("curl/8.5.0", "curl"),
        ("", "unknown browser"),
    ],
)
def test_a_browser_name_has_browser_and_system(header: str, words: str) -> None:
    assert browser_name(header) == words
