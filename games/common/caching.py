"""How long a response may be kept, and by whom."""

from typing import TypeVar

from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control

MAX_AGE_PAST = 7 * 24 * 3600  # seconds, of what can never look different at its address
MAX_AGE_PRESENT = 300  # seconds, because a running game changes

Response = TypeVar("Response", bound=HttpResponseBase)


def keep_for(response: Response, seconds: int, *, is_public: bool, is_final: bool = False) -> Response:
    """Let everyone keep what is public for some seconds.

    Of what is private, only the viewer's browser keeps a copy, and asks each time whether it may show it: after signing
    out it may not. The view is a ``conditional_page``, so that an unchanged response is not sent again.
    """
    if is_public and seconds:
        patch_cache_control(response, public=True, max_age=seconds)
        if is_final:
            patch_cache_control(response, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response
