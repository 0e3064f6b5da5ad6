"""The words for directions and for placing rugs in replies, in English, French and German."""

from ..prompts import ReplyWords

REPLY_WORDS = ReplyWords(
    meanings={
        "L": (
            "l left leftwards gauche links turn-left to-the-left on-the-left a-gauche tourner-a-gauche tourne-a-gauche "
            "nach-links left-hand left-side left-hand-side answer-is-left move-is-left choice-is-left linksrum "
            "linksherum counterclockwise counter-clockwise anticlockwise"
        ),
        "F": (
            "f fwd straight forward forwards ahead straight-on straight-ahead go-straight front tout-droit tt-droit "
            "en-avant avant devant geradeaus gerade vorwarts gradeaus do-not-turn don't-turn no-turn not-turn "
            "without-turning sans-tourner ne-pas-tourner no-turning not-turning same-direction onward onwards "
            "no-change meme-direction nicht-drehen ohne-drehen ohne-zu-drehen nicht-abbiegen keep-direction"
        ),
        "R": (
            "r right rightwards droite rechts turn-right to-the-right on-the-right a-droite tourner-a-droite "
            "answer-is-right move-is-right choice-is-right right-hand right-side right-hand-side tourne-a-droite "
            "nach-rechts rechtsrum rechtsherum clockwise"
        ),
        "--": (
            "discard discarded discard-it discard-the-rug away put-away put-it-away put-the-rug-away throw-away "
            "throw-it-away throw-the-rug-away skip-the-rug no-place bin-the-rug bin-it toss-it get-rid-of-it "
            "ecarter ecarte ecarter-le-tapis ranger mettre-de-cote mets-de-cote met-de-cote le-mets-de-cote "
            "defausser defausse jeter jette weg weglegen "
            "wegwerfen ablegen"
        ),
    },
    fillers=(
        "assam rug rugs carpet carpets square squares die dice roll rolls rolling turn turns turning rotate rotates "
        "rotating march direction lay lays laying place placing put puts putting way "
        "tapis case cases de des lance lancer lances lancons tourne tourner tournez tournons tournes pose poser posez "
        "place placer mets mettre mis coup tour cote toute "
        "veer veering swing swinging steer bear push send cover covering covers span drop stick slide set spread "
        "stretch "
        "unroll across over along assam-should he-should assam-soll er-soll teppich-soll assam-sollte cannot-place-it "
        "can't-place-it "
        "doesn't-fit does-not-fit won't-fit no-room passt-nicht passt-nirgends ne-rentre-pas ne-tient-pas if-it-fits "
        "if-i-can s'il-rentre wenn-er-passt wenn-es-passt "
        "cap file filons vire virer virons bifurque couvre couvrir couvrons recouvre etale etends deroule depose "
        "installe "
        "occupe posee rentre tient decke bedecke belege belegen schwenke schwenk stelle "
        "teppich teppiche feld felder wurfel wurfeln wurfle wurfelt dreh drehe drehen dreht lege leg legen legt setze "
        "setzen biege biegen abbiegen werfe werfen wirf herum rum richtung zug"
    ),
    others=(
        "that's-right you're-right you-are-right is-right was-right right-away right-now "
        "right-after right-on right-o right-of right-here right-there right-hand-man yeah-right straight-up "
        "i'm-ahead way-ahead ahead-of way-forward forward-this forward-it both-left also-left left-of links-von "
        "rechts-von quite-right all-rights i-left i've-left is-left was-left are-left left-over time-left "
        "one-left two-left three-left four-left none-left all-left everyone-left everybody-left who-is-left "
        "have-left has-left had-left left-the left-me left-us he-left she-left they-left we-left who-left you-left "
        "he-is-right look-forward looking-forward go-ahead "
        "gerade-so gerade-gut gerade-mal gerade-eben il-reste tapis-est du-hast-recht avant-de avant-que avant-le "
        "devant-le"
    ),
    openers="right",
    square=r"(?:[a-z]\d|[b-z]\s\d)",  # "on a 1" has no square a1
    squares=2,
    suggested={
        "en": {"L": ("left",), "F": ("straight", "forward"), "R": ("right",), "--": ("discard", "put away")},
        "fr": {"L": ("gauche",), "F": ("tout droit", "devant"), "R": ("droite",), "--": ("écarter", "ranger")},
    },
)
