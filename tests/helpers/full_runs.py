"""Cases that only ./test --full has."""

from typing import Any

import pytest


def full_only(*values: Any) -> Any:
    """Return a case of ``parametrize`` that differs from its neighbours by too little for every run."""
    return pytest.param(*values, marks=pytest.mark.full)
