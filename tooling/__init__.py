"""Commands for developers, and what ./run and ./test do."""
