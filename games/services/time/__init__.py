"""The arithmetic of clocks: pure functions of stored facts. docs/clock.md has the rules in words.

Nothing here reads the database or the present: instants are arguments, in whole seconds (``instants``). The same facts
always give the same answers, so a deadline can be stored, and computed again whenever a fact has changed.

=============  =========================================================================================================
module         what it answers
=============  =========================================================================================================
paces          bank, increment, cap, grace and ceiling of each pace; whether a pace of one's own is allowed
waking_hours   when a player is awake, on days when the clocks change too
holidays       the account of holidays, which planned days it pays, how long automatic ones last
rests          when a clock rests: holidays, pauses, bounces, outages
turn_clock     when the clock of a turn starts, what has run, and its deadline
bank           what a turn has cost, what is left, what a seat has after it
reminders      when half and a fifth of the time are left; one message for several tables
outages        which gaps between heartbeats are outages; whether a deadline may fall
falls          what happens at a deadline, step by step
=============  =========================================================================================================

``TurnFacts`` (``facts``) holds everything about one turn, ``FallFacts`` (``falls``) what is needed besides at its
deadline. The models store these facts, not their consequences:

- a row for each turn: game, ply and seat (a unique key), the pace, ``came``, the ``bank`` at that time, and when the
  player was told; its deadline is a column for the sweep, computed from the facts
- gifts, claims and steps belong to a turn; (turn, kind, number) is unique, so that a step is made once
- declarations of waking hours, holiday plans, automatic holidays and bounces belong to a player; an automatic holiday
  is unique by (player, instant), so that deadlines at one instant share one day
- pauses belong to a table, outages to the site

A service that stores a fact computes the deadlines of all turns that it concerns again, in the same transaction.
"""
