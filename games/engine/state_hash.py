"""The hash of a position, by which the log, files and other programs recognise it."""

import hashlib
import json
from typing import Any

from .core import Title


def state_hash(title: Title, state: Any) -> str:
    """Return 16 hexadecimal digits that are the same for equal positions on every machine and Python version."""
    text = json.dumps(title.to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
