"""Cases that only ./test --full has."""

import os
from typing import Any

import pytest

MORE = 57 if "FULL" in os.environ else 22  # rows beside three: does a list ask for each row?


def full_only(*values: Any) -> Any:
    """Return a case of ``parametrize`` that differs from its neighbours by too little for every run."""
    return pytest.param(*values, marks=pytest.mark.full)
