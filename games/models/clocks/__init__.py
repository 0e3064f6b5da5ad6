"""Models of clocks: turns, what stops and moves their clocks, and who may act for whom (docs/clock.md)."""
