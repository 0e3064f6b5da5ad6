"""The words that may stand in a turn of a reply, in English, French and German: "Flip 57 rotated 2, discard 14"."""

from ..prompts import ReplyWords

REPLY_WORDS = ReplyWords(
    written={
        "f": "flip flip-over turn-over retourne retourner retournez wende wenden umdrehen",
        "d": "discard throw-away put-away defausse defausser jette jeter abwerfen wegwerfen",
        "pass": "i-pass skip skip-it passe passer je-passe ich-passe passen",
        ",": "and-then and then et-puis et puis ensuite und-dann und dann",
        "": (
            "i i'll lay place put play take tile it at to on with a the rotated rotate rotation turned turns times "
            "boot pitchfork fork no-boot no-pitchfork without-a-boot without-a-pitchfork "
            "je pose poser place placer mets mettre joue jouer la tuile le sur en avec une tourne tournee fois "
            "botte fourche sans-botte sans-fourche "
            "ich lege legen setze setzen spiele plattchen das auf an mit einem einer gedreht drehung mal stiefel gabel "
            "ohne-stiefel ohne-gabel"
        ),
    },
)
