"""Entry point of ``python -m games.engine``."""

import sys

from .commands import main

if __name__ == "__main__":
    sys.exit(main())
