"""Times that the arithmetic of clocks and the lists of rows both need, in seconds. docs/clock.md explains them."""

START_DELAY = 12 * 3600  # after a turn came, when its clock starts at the latest
TIME_TO_RETURN = 14 * 86400  # for the owner of a seat, from the instant at which another player took it
