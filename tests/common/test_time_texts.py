from django.conf import LazySettings

from games.templatetags.time_texts import clock_texts


def test_a_site_clock_ahead_of_the_device_is_told_to_pages(settings: LazySettings) -> None:
    assert "ahead" not in clock_texts()
    settings.CLOCK_OFFSET = 20
    assert clock_texts()["ahead"] == "72000000"
