"""The rulesets, as the table of the rules has them."""

TABLE = """
option              gigamic   gigamic-variant bga-help   summary    summary-strict slides   bga-code   bga-code-end anu
dirhams             30        30              30         30         30             30       30         30           30
rugs                24/15/12  24/15/12        24/12/12   24/15/12   24/15/12       15/15/15 24/15/12   24/15/12     15/15/15
two_player_colours  2         2               2          2          2              1        2          2            1
pile                shuffled  shuffled        shuffled   shuffled   shuffled       shuffled coin       coin         shuffled
start_direction     any       any             S          any        any            any      S          S            any
order               given     given           given      given      given          rolloff  given      given        given
rotate              before    end             before     before     before         before   before     end          before
straight            yes       no              yes        yes        no             yes      yes        yes          yes
cover_own           no        no              no         no         no             no       yes        yes          no
two_halves          yes       yes             yes        yes        no             yes      yes        yes          yes
out_when            cannot_pay cannot_pay     cannot_pay cannot_pay cannot_pay     zero     cannot_pay cannot_pay   cannot_pay
out_rugs            neutral   neutral         neutral    neutral    neutral        empty    neutral    neutral      neutral
out_score           none      none            none       none       none           none     squares    squares      none
survivor            ends      ends            ends       ends       ends           ends     ends       ends         plays_on
"""  # noqa: E501

_ROWS = [line.split() for line in TABLE.strip().splitlines()]
RULESETS = {
    ruleset: {row[0]: row[column] for row in _ROWS[1:]} for column, ruleset in enumerate(_ROWS[0]) if column > 0
}
