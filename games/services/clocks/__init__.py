"""Clocks of tables: turns begin and end, deadlines fall, players are away. The arithmetic is in ``services.time``.

==================  ====================================================================================================
module              what it does
==================  ====================================================================================================
turn_facts          reads the facts of turns, from which everything follows
turns               begins and ends turns, computes their deadlines and reminders
falls               makes the steps after a deadline
events              writes lines into a table's log and tells its players
signs_of_life       notes that a player was told of a turn, or was seen
outages             finds and declares outages of the site
==================  ====================================================================================================

Locks: always the game first, then the player (``services.lock``, ``accounts.lock``), never two games. What concerns all
tables of a player is stored first; then the deadline of each turn is computed again in a transaction of its own. A
deadline that has not been computed again yet does no harm: before anything falls, ``falls`` computes it from the facts.
"""
