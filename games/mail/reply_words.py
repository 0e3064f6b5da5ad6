"""The words that replies may contain in every title, and the vocabulary of a title, in English, French and German.

Words are compared in the form of ``words_in``. Hyphens join the words of a phrase.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from functools import cache

from django.utils.translation import gettext

from games.engine.prompts import ReplyWords
from games.engine.registry import TITLES


def set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


BOARD, HELP, RESIGN, UNDO, REMATCH, BACK = "board", "help", "resign", "undo", "rematch", "back"
COMMANDS = frozenset({BOARD, HELP, RESIGN, UNDO, REMATCH, BACK})
YES, NO = "yes", "no"
MAX_NAMES = 3  # words of a name
MIN_SLIP = 4  # letters of a mistyped word for an action
# Words of the three languages that are one slip from a word for an action
ORDINARY = set_of("link inks lins recht rects echt echts gache gauch auche font parait entend droit trait")
# What a word does to the sentence around it.
FILLER, DENIAL, LACK, DOUBT, CONDITION = "filler", "denial", "lack", "doubt", "if"
CORRECTION, REVISION = "correction", "revision"
OR, AND, NUMBER, OTHER, SMALL_TALK, NAME = "or", "and", "number", "other", "small-talk", "name"

_COMMANDS = {
    BOARD: (
        "board table position show spielbrett spielplan spielfeld game-board show-me see let-me-see plateau voir "
        "montre montre-moi montrer brett tisch stellung zeig zeige zeig-mir"
    ),
    HELP: (
        "help how-to how-do how-does how-does-it-work how-does-this-work how-can rules aide comment-jouer "
        "comment-faire comment-ca-marche comment-on-joue hilfe regeln wie-geht-das wie-spiele-ich wie-spielt-man"
    ),
    RESIGN: (
        "gebe-ich-auf gebe-ich-diese-partie-auf gebe-ich-die-partie-auf gebe-diese-partie-auf gebe-die-partie-auf "
        "gebe-das-spiel-auf gebe-ich-das-spiel-auf resign surrender concede forfeit give-up i-quit declare-forfait "
        "kapituliere i-give-up i-resign abandonner abandonne me-rends se-rendre aufgeben gebe-auf gib-auf"
    ),
    UNDO: (
        "take-back-my-turn take-back-my-last-turn take-back-my-move take-back-my-last-move take-my-turn-back "
        "take-my-last-turn-back take-my-last-move-back undo-my-turn undo-my-last-turn reprendre-mon-coup "
        "reprendre-mon-dernier-coup reprendre-mon-tour reprendre-mon-dernier-tour reprendre-mon-dernier-mouvement "
        "zug-zurucknehmen letzten-zug-zurucknehmen meinen-letzten-zug-zurucknehmen zug-ruckgangig undo "
        "take-that-back take-my-move-back revert take-back take-it-back takeback annuler annule annulez "
        "revenir-en-arriere zurucknehmen zuruck nehme-zuruck ruckgangig ruckgangig-machen"
    ),
}
_ANSWERS = {
    YES: (
        "be-delighted be-delighted-to delighted-to be-glad-to be-happy-to serais-ravi serais-ravie "
        "ware-mir-eine-freude no-bother no-bother-at-all no-trouble no-trouble-at-all not-a-bother kein-umstand "
        "keine-umstande stimme-also-zu stimme-gern-zu stimme-gerne-zu stimme-naturlich-zu stimme-dem-zu "
        "stimme-hiermit-zu ich-vertrete-dich vertrete-dich vertrete-dich-gern vertrete-dich-gerne je-te-remplace "
        "no-prob kein-thema that-works granted c'est-bon c'est-bon-pour-moi okidoki okey-dokey righto compte-sur-moi "
        "comptez-sur-moi ouii ouiii yess yesss jaa jaaa darf-seinen-zug-zurucknehmen darf-ihn-zurucknehmen "
        "kannst-ihn-zurucknehmen kannst-den-zug-zurucknehmen nimm-ihn-zuruck nimm-ihn-ruhig-zuruck "
        "nimm-den-zug-zuruck take-your-move-back you-can-take-it-back can-take-it-back can-take-that-back "
        "peux-reprendre peux-reprendre-ton-coup reprends-ton-coup bring-it-on bring-it go-on-then you're-on "
        "take-as-long-as-you-need as-long-as-you-need take-all-the-time avec-grand-plaisir grand-plaisir avec-joie "
        "avec-grande-joie on-remet-ca remettons-ca aber-sicher mit-freuden same-again meinetwegen count-on-me "
        "compter-sur-moi peux-compter-sur-moi zahl-auf-mich kannst-auf-mich-zahlen of-course-you-can you-can "
        "m'en-occupe je-m'en-occupe ubernehme-ich ubernehm-ich kann-ja-mal-passieren kann-passieren ist-in-ordnung "
        "ist-ok ist-okay happy-to-be happy-to-do happy-to-help veux-bien je-veux-bien mache-ich mach-ich "
        "mache-ich-gerne mach-ich-gerne mache-ich-gern take-it-back-then not-a-problem go-for-it by-all-means "
        "happy-to glad-to gladly i'd-love-to love-to i-would-love-to evidemment naturellement suis-d'accord "
        "on-est-d'accord pas-d'inconvenient vois-pas-d'inconvenient n'y-vois-pas-d'inconvenient sounds-great "
        "great-idea let's-do-it let's-do-that let's-go why-not it's-fine that's-fine that's-ok that-is-fine "
        "that-is-ok is-fine is-ok prends-ton-temps prenez-votre-temps tranquille partant partante suis-partant "
        "suis-partante on-y-va ca-roule nickel tope-la selbstverstandlich unbedingt na-klar aber-gern sehr-gern "
        "machen-wir bin-einverstanden lass-dir-zeit lasst-euch-zeit nimm-dir-zeit mit-vergnugen take-your-time yes y "
        "absolutely sure-thing definitely certainly ok-with-me good-idea yep yeah yup ok okay agree agreed i-agree "
        "sure of-course sounds-good fine fine-with-me go-ahead deal with-pleasure 👍 absolument carrement parfait "
        "bonne-idee oui d'accord ok-pour-moi j'accepte accepte accepter volontiers avec-plaisir bien-sur ca-marche "
        "no-problem no-problem-at-all no-worries fine-by-me fine-for-me ok-by-me ok-for-me okay-with-me works-for-me "
        "suits-me suits-me-fine +1 👌 ✅ no-objection no-objections have-no-objection have-no-objections don't-mind "
        "i-don't-mind be-my-guest all-good all-good-for-me all-right alright count-me-in i'm-in i'm-for-it "
        "pas-de-probleme aucun-probleme sans-probleme pas-de-souci pas-de-soucis aucun-souci aucune-objection "
        "pas-d'objection n'ai-pas-d'objection ne-vois-pas-d'objection n'ai-aucune-objection n'ai-rien-contre "
        "rien-contre pourquoi-pas ca-me-convient vas-y allez-y kein-problem keine-einwande keinen-einwand "
        "kein-einwand nichts-dagegen hab-nichts-dagegen habe-nichts-dagegen spricht-nichts-dagegen nichts-einzuwenden "
        "warum-nicht geht-klar von-mir-aus mach-ruhig kein-ding macht-nichts alles-klar bin-dabei bin-dafur ca-me-va "
        "ca-va entendu naturlich sicher gute-idee in-ordnung auf-jeden-fall ja gerne gern einverstanden klar passt "
        "abgemacht stimme-zu i-accept accept"
    ),
    NO: (
        "rather-we-played-on rather-we-continued rather-we-carried-on rather-we-finished rather-we-went-on "
        "not-just-now not-at-the-moment pas-pour-le-moment im-moment-nicht gerade-nicht im-augenblick-nicht "
        "ne-peux-malheureusement-pas ne-peux-helas-pas ne-pourrai-malheureusement-pas kann-da-leider-nicht "
        "kann-da-nicht zu-viel-um-die-ohren zu-viel-zu-tun too-much-on too-much-going-on too-much-on-my-plate "
        "trop-a-faire trop-de-travail trop-de-choses so-it's-a-no it's-a-no-from-me so-that's-a-no that's-a-no "
        "it-is-a-no donc-c'est-non ca-sera-non ce-sera-non ein-nein-von-mir ist-es-ein-nein nein-von-mir "
        "prefer-to-go-on prefer-to-continue not-really lieber-keine-pause keine-pause no-pause pas-de-pause "
        "no-takebacks no-take-backs touch-move too-busy trop-occupe trop-occupee zu-beschaftigt can't-right-now "
        "done-for-now enough-for-now pas-maintenant jetzt-nicht never jamais niemals stimme-ich-nicht-zu "
        "stimme-nicht-zu certainement-pas surement-pas certainly-not definitely-not of-course-not sicher-nicht "
        "bestimmt-nicht rather-you-didn't rather-you-did-not prefer-not coup-joue ah-non oh-non ach-nein "
        "too-many-games trop-de-parties zu-viele-partien pas-tout-de-suite not-right-now schaffe-ich-nicht "
        "schaffe-ich-das-nicht schaffe-das-nicht ne-pourrai-pas pourrai-pas need-a-break besoin-d'une-pause "
        "brauche-eine-pause brauche-erst-mal-eine-pause mehr-nicht-schaffen move-is-a-move but-no i-can't i-cannot "
        "can't-do-it je-ne-peux-pas ne-peux-pas peux-pas kann-nicht kann-leider-nicht kann-ich-nicht "
        "kann-ich-leider-nicht geht-leider-nicht sit-this-one-out sit-out not-today mochte-nicht mochte-das-nicht "
        "mochte-ich-nicht will-ich-nicht aber-nein diesmal-leider-nicht pas-aujourd'hui heute-nicht je-decline "
        "can't-this-time i-can't-this-time i-can't-right-now cannot-this-time no-more-for-me keine-zeit "
        "have-to-decline must-decline need-to-decline i'll-pass i'll-have-to-pass have-to-pass have-to-say-no "
        "must-say-no say-no a-no it's-a-no dois-refuser dois-decliner vais-decliner je-passe c'est-non preferais-pas "
        "prefererais-pas aimerais-mieux-pas continuons muss-absagen muss-ablehnen absagen sage-ab ist-ein-nein "
        "also-nein tut-mir-leid-nein lass-uns-weiterspielen no-time no-time-for no-time-at-the-moment pas-le-temps "
        "do-not-want don't-want i'd-rather-continue i'd-rather-play-on i'd-rather-finish rather-continue "
        "rather-play-on want-to-play-on keep-playing let's-play-on prefere-pas prefere-continuer prefere-jouer "
        "prefere-finir lieber-weiterspielen lieber-weiter lieber-spielen weiterspielen bin-dagegen spielen-wir-weiter "
        "not-interested not-for-me pas-interesse pas-interessee kein-interesse can't-join cannot-join can't-make-it "
        "je-passe-mon-tour not-possible pas-possible geht-nicht i-decline don't-think-so no n no-way against "
        "against-it i'm-against absolument-pas pas-question hors-de-question auf-keinen-fall nope nah decline "
        "disagree i-disagree refuse no-thanks no-thank-you not-this-time rather-not i'd-rather-not i'd-prefer-not "
        "do-not-agree don't-agree i-don't-agree not-agreed not-now 👎 non je-refuse refuser pas-d'accord "
        "suis-pas-d'accord ne-suis-pas-d'accord pas-cette-fois non-merci nein nein-danke lieber-nicht leider-nicht "
        "diesmal-nicht nicht-einverstanden lehne-ab ablehnen dagegen"
    ),
}
# What agrees to something that cannot be undone: plain words, no idioms.
_PLAIN_NO = "i've-changed-my-mind changed-my-mind don't-want-to-resign do-not-want-to-resign"
_PLAIN_YES = (
    "yes y oui ja agree agreed i-agree i-do-agree accept i-accept confirm confirmed i-confirm yes-i-do yes-i-agree "
    "yes-i-confirm d'accord j'accepte accepte je-confirme confirme oui-j'accepte oui-je-confirme einverstanden "
    "stimme-also-zu stimme-gern-zu stimme-gerne-zu stimme-naturlich-zu stimme-dem-zu stimme-hiermit-zu "
    "stimme-zu ich-stimme-zu bestatige ich-bestatige ja-ich-bestatige"
)
# What only an invitation is answered with.
_JOINS = (
    "je-viens je-viens-avec-plaisir i'll-come i'll-be-there i-will-be-there i'm-coming ich-komme-gern ich-komme-gerne "
    "nehme-gern-an nehme-gerne-an nehme-die-einladung-an je-serai-la je-serai-des-votres "
    "une-revanche revanche a-rematch rematch i'm-in i-am-in count-me-in let's-play i'll-play i'll-join join "
    "i'd-like-to-join je-joue je-participe j'en-suis partant partante je-suis-partant je-suis-partante bin-dabei "
    "ich-bin-dabei dabei mache-mit ich-mache-mit"
)
_STAYS_AWAY = (
    "ne-viens-pas ne-viendrai-pas viens-pas ich-komme-nicht komme-nicht komme-leider-nicht i'm-not-coming not-coming "
    "won't-come i-won't-come"
)
_REMATCH = (
    "same-again fancy-another fancy-another-one another-one another-game another-match another-round another-go "
    "go-again play-another une-autre un-autre refait-une-partie refaire-une-partie on-refait-une refait-une "
    "on-remet-ca remet-ca on-rejoue rejouer on-recommence noch-eine noch-mal noch-einmal nochmal-spielen nochmal "
    "weitere-partie weitere-runde rematch re-match revenge revanche play-again let's-play-again one-more-game "
    "encore-une-partie une-autre-partie noch-eine-partie noch-ein-spiel noch-eine-runde"
)
_BACK = (
    "i'm-back-home i-am-back-home we're-back-home back-already suis-rentre suis-rentree suis-revenu suis-revenue "
    "back-from-holiday back-from-my-holiday back-from-holidays back-from-my-holidays back-from-our-holiday "
    "back-from-vacation back-from-my-vacation home-from-holiday home-again back-home-again back-early back-earlier "
    "home-early de-retour-de-vacances de-retour-de-mes-vacances rentre-de-vacances rentree-de-vacances "
    "vacances-sont-finies vacances-sont-terminees aus-dem-urlaub-zuruck urlaub-zuruck zuruck-aus-dem-urlaub "
    "wieder-zu-hause wieder-zuhause wieder-daheim urlaub-ist-vorbei holiday-is-over holidays-are-over "
    "ich-bin-aus-dem-urlaub-zuruck back i'm-back i-am-back we're-back i'm-here i'm-here-again i-am-here de-retour "
    "je-suis-de-retour me-voila me-revoila je-suis-la je-suis-rentre je-suis-rentree rentre rentree bin-zuruck "
    "ich-bin-zuruck zuruck wieder-da wieder-zuruck bin-wieder-da ich-bin-wieder-da"
)
_DEPUTY = (
    "asked asks wants wanted said says told me she he her him they elle il lui voulait veut voulu a-dit m'a-dit dit "
    "demande m'a-demande a-demande laisse que qu' de sie er hat gesagt wollte mochte soll sollte gebeten mich dass "
    "zu for-her for-him pour-elle pour-lui fur-sie fur-ihn instead-of-her instead-of-him on-behalf-of a-la-place-de "
    "anstelle-von im-namen-von vertretung deputy asked-me-to told-me-to wants-me-to wanted-me-to weiterlaufen"
)
_HOLIDAYS = "holiday holidays vacation vacations trip vacances conges voyage urlaub ferien reise aus des nos"
_NOT_BACK = (
    "be-back will-be-back get-back came-back come-back coming-back go-back going-back look-back way-back back-to "
    "back-on back-in back-home not-back de-retour-le de-retour-en komme-zuruck zuruck-am zuruck-im"
)
_KINDS = {
    DENIAL: (
        "nee not nah never don't dont doesn't didn't won't wont can't cant cannot isn't wasn't aren't haven't hasn't "
        "couldn't wouldn't shouldn't neither nor except instead-of nope anything-but anywhere-but all-but pas ne n' "
        "jamais ni sauf non nein nicht nix nie niemals ausser statt keinesfalls 👎"
    ),
    # what denies the noun behind it
    LACK: "nothing nichts no without none pas-de pas-d' aucun aucune rien sans kein keine keinen keinem keiner ohne",
    # what takes back or puts off, whatever else is said
    CORRECTION: (
        "rain-check ca-depend it-depends kommt-drauf-an kommt-darauf-an laissez-en-attente laisse-en-attente "
        "mets-en-attente mettez-en-attente don't-sign-me don't-add-me ne-m'inscrivez-pas ne-m'inscris-pas hang-about "
        "prefere-attendre warte-lieber not-me wasn't-me pas-moi war-ich-nicht nicht-beachten hold-my hit-send "
        "pressed-send pressed-enter sur-envoyer auf-senden leave-it leave-that leave-this let-it-be let-it-go "
        "drop-it drop-that skip-that skip-this hold-it hold-that park-it park-that void-that bin-that bin-this "
        "never-sent unsend recall pull-that redo do-over not-what not-mine my-bad play-nothing do-nothing "
        "nothing-yet don't-count doesn't-count not-count strike-it misclicked wait stop cancel forget-it forget-that "
        "forget-this forget-what forget-my ignore scrap nevermind never-mind hold-on hang-on hold-off hold-fire "
        "one-moment one-sec just-a-sec give-me-a-minute give-me-a-moment my-mistake by-mistake mistake mistaken "
        "i-meant or-so-i-thought scratch-that strike-that correction typo mistyped misclick misread wrong-table "
        "wrong-game wrong-mail wrong-email wrong-one wrong-person wrong-window wrong-thread wrong-board "
        "second-thought second-thoughts think-again think-it-over think-this-over reconsider re-think rethink "
        "sleep-on changed-my-mind change-my-mind changing-my-mind not-final isn't-final not-my-final not-sure "
        "undecided no-good not-so-fast only-if only-when unless as-long-as provided-that kidding joking just-a-joke "
        "joke draft disregard discard-this-mail delete-this revoke retract withdraw take-back take-it-back "
        "take-that-back oops-no confirm-later i'll-confirm will-confirm decide-later i'll-decide will-decide "
        "before-you-play don't-play do-not-play not-play don't-roll do-not-roll don't-send belay real-move psych "
        "scratch-the withdrawn override overrule contraire reprends-ca reprends-tout ci-dessus obige obigen "
        "laissez-tomber laisse-ca laissez-ca laisse-le laissez-le laisser-tomber laissons-tomber rien-dit ah-non "
        "oh-non ah-nein oh-nein attends attendez oublie oubliez oublions erreur trompe trompee je-me-suis-trompe "
        "mauvaise-table mauvaise-partie mauvais-mail mauvaise-fenetre mauvais-message mauvais-jeu mauvaise-adresse "
        "a-moins-que a-moins-qu' a-condition seulement-si uniquement-si sauf-si plaisante plaisantais blague "
        "blaguais brouillon faute-de-frappe change-d'avis changer-d'avis laisse-tomber ne-joue-pas ne-jouez-pas "
        "ne-lance-pas stoppe annule-ca ne-tiens-pas-compte ne-tenez-pas-compte ignorez tenir-compte nul-et-non-avenu "
        "lass-es lasst-es lass-das lasst-das lass-gut lass-stecken gut-sein vergesst-es vergiss-es vergiss-das "
        "nicht-gemeint zahlt-nicht gilt-nicht irrtum warte wartet halt-stopp stopp halt-mal moment-mal vergiss "
        "vergesst vertippt verschrieben vertan verklickt geirrt falscher-tisch falsches-spiel falsche-mail "
        "falsche-partie falsches-fenster falscher-thread falsche-runde falsche-adresse nicht-sicher nicht-spielen "
        "nicht-werten nicht-ausfuhren nur-wenn nur-falls es-sei-denn ausser-wenn vorausgesetzt entwurf zurucknehmen "
        "zuruckziehen storniere stornieren ignoriere ignorieren meinung-geandert anders-uberlegt umentschieden "
        "ungultig "
    ),
    # what changes the sentence before it
    REVISION: (
        "actually instead rather better first beforehand on-reflection en-fait finalement plutot enfin mieux d'abord "
        "avant-tout au-lieu eigentlich doch lieber besser stattdessen zuerst vorher erst doch-lieber hm hmm mhm euh "
        "tatsachlich though however"
    ),
    DOUBT: (
        "upside-down commit valider validation l'-avis dran son daughter kid kids toddler brother sister cat dog "
        "fils fille gamin petit-frere frere soeur chat chien sohn tochter bruder schwester kater katze hund ask "
        "demande demander frage fragen pas-encore noch-nicht grabbed grabs tablet tablette a-joue-avec joue-avec "
        "had-my-phone had-the-phone had-my-tablet pris-le-telephone pris-mon-telephone hatte-das-handy "
        "hatte-mein-handy mein-handy-genommen me-donner-la-nuit donner-la-nuit falscher falsche falsches falschen "
        "faux-envoi i-can't-decide i-can't-say i-can't-promise i-can't-tell can't-say can't-promise can't-decide "
        "ne-peux-pas-dire kann-nicht-sagen kann-ich-nicht-sagen je-ne-peux-pas-dire je-ne-peux-pas-encore "
        "i-can't-yet leave-mine hold-back bottled cold-feet wasn't-ready not-ready not-thinking wasn't-thinking "
        "half-asleep drunk daft silly stupid idiotic bad-move blunder terrible-idea fat-finger fat-fingers "
        "autocorrect pocket cat-walked cat-stepped cat-jumped strike-the overlook overlooked regretting hasty "
        "mixed-up muddled get-back-to-you come-back-to-you meant-to i-mean think-about think-first think-more "
        "thinking-about made-up-my-mind-yet not-yet unsure not-certain not-convinced not-decided no-idea no-clue "
        "don't-know dunno assuming joking-aside testing test confirm-tomorrow bad-feeling pretend check checking "
        "send sending sent resend typed wrote written keyboard thumb fingers accident accidentally unintended "
        "unintentional premature prematurely too-early too-soon too-fast too-quick idea ideas suggestion proposal "
        "option meant real-one the-real hold horses change changed changing torn in-two-minds two-minds tbc tbd tba "
        "jk j-k thinking thought allowed possible legal permitted depends depending subject-to approval provided "
        "assume let-you-know get-back-to come-back-to confirmation confirmed confirm to-confirm another-table "
        "other-table other-game another-game hypothetical hypothetically theoretically in-theory not-me wasn't-me "
        "somebody-else someone-else instead-of revise revised rewind reverse oops whoops hastily rushed nonsense "
        "rubbish void null looking look-again look-at told-me give-me more-time need-time switch button follow "
        "follows follow-up would-have deciding decision decisions you-decide you-choose your-choice your-call "
        "up-to-you what-you-would what-would-you other-match another-match other-opponent the-opposite opposite "
        "the-above above previous-mail last-mail last-message rectify amend amending amended count-again count-the "
        "let-me-count recount recalculate calculate let-me-see let-me-ask hit-send pressed clicked bumped slipped "
        "replaced replace supersede second-glance second-look closer-look closer-inspection come-to-think hindsight "
        "in-hindsight on-balance better-idea loses-me costs-me walls-me don't-like not-happy not-keen unhappy "
        "reservation tentative-only vice-versa other-way-round other-way-around a-thought hour-or-two inverse "
        "l'inverse le-contraire laissez-moi laisse-moi donnez-moi-encore sous-reserve reserve-de rectifie rectifier "
        "rectification corrige corriger plante plantee plantes revenir-dessus dessus-ce attendre prefere-attendre "
        "recompter compter recompte precedent precede a-bien-y a-y-regarder tout-bien tout-compte-fait en-y repense "
        "repenser repensant m'enferme me-coute appuye clique m'y-perds remets-ca remets-a remettons-ca remettre-a "
        "gegenteil andersrum anders-herum umgekehrt andersherum korrigiere korrigieren korrektur berichtige "
        "mit-vorbehalt vorbehalt gedanke gedanken senden gedruckt geklickt nachrechnen rechnen nachzahlen "
        "durchrechnen vorige vorherige naherer genauerem genauer nachhinein betrachtung umentscheiden nachgedacht "
        "einen-tag eine-stunde bedenken abgerutscht hinterfragen gilt-noch noch-nichts nichts-gesagt nichts-machen "
        "misjudged misjudge miscounted miscount misplaced misunderstood did-that did-this by-itself drawing-board "
        "hang-fire although practising practicing revisit swap prank voulais-dire je-reviens reviens-vers "
        "autre-solution autre-cote l'autre-cote quoique alte-brett alten-brett grubeln grubel durchdenken durchdenke "
        "obwohl wobei schreck verzahlt verschatzt verkalkuliert mal-compte mal-calcule mal-juge nothing-definite "
        "nothing-final nothing-fixed mind rien-de-definitif nichts-endgultiges nichts-festes passons idiot idiote "
        "bete betise connerie stupide debile absurde mauvaise-idee mauvais-plan mauvais-coup gaffe bourde boulette "
        "pas-reflechi mal-lu mal-vu mal-regarde mal-compris melange melanges emmele emmelee emmele-les pinceaux "
        "chat-a-marche chat-sur petit-dernier poche retirer retire retirez reprends-mon reprendre-mon suspendre "
        "suspends suspendez gele patientez patiente-un mets-en-attente en-attente pas-valable non-valable compte-pas "
        "comptez-pas pas-pret pas-prete regrette regrets gros-doigts to-be-confirmed confused confusion just-for-fun "
        "for-fun ups uups oups bescheid dirai redis a-voir a-discuter a-verifier verifie verifier reflechis "
        "reflechir reflechisse reflexion pas-sur pas-sure pas-certain pas-certaine pas-convaincu pas-convaincue "
        "pas-definitif pas-tout-de-suite rigole essai une-minute un-instant une-seconde j'hesite hesite hesitais "
        "nuit-porte-conseil dors-dessus regarde regarder regarderai besoin-de-temps donne-moi donnez-moi reponse "
        "touche manip supprime supprimez efface effacez pese raisonnable decider aurais-joue confirmerai confirmer "
        "envoye envoyee envoyer renvoie renvoyer ecrit clavier doigts doigt megarde parti-trop trop-vite trop-tot "
        "destinataire idee idees proposition changer changement permis autorise compte deconne deconnais au-hasard "
        "en-theorie depend dependra pas-moi quelqu'un-d'autre autre-table autre-partie me-ravise ravise ravisee "
        "reviens-sur brouillons attendre-encore confirme confirme-demain mauvais-onglet n'importe-quoi "
        "fausse-manoeuvre je-ne-sais-pas sais-pas decide-demain deciderai mauvais-pressentiment lass-mal lasst-mal "
        "sein-lassen bleiben-lassen erstmal-lassen erst-mal-lassen egal dumm doof bloed blod bescheuert schwachsinn "
        "kase mist-gebaut schnapsidee denkfehler ruckzieher ruckzug fehlklick fehlgriff patzer bock schlechte-idee "
        "keine-gute-idee schlechter-zug verlesen verguckt verwechselt durcheinander ubersehen ubereilt uberhastet "
        "hosentasche autokorrektur kater-ist katze-ist katze-lief nicht-ernst nicht-bereit nicht-fertig gelten "
        "nicht-zahlen zahle-nicht streichen streich streicht nehme-zuruck bereue pausiere abwarten zurucktreten "
        "kommando warten moment augenblick vergessen uberlege uberlegen uberleg nachdenken druber-schlafen druber "
        "daruber-schlafen daruber-nachdenken unsicher unschlussig solange-bis spass scherz witz quatsch blodsinn "
        "probe testweise zuruck keine-ahnung weiss-nicht weiss-noch-nicht halt bedenkzeit gebt-mir gib-mir antwort "
        "folgt fortsetzung taste beachten hergerissen morgen-mehr anschauen schaue loschen entscheidung "
        "hatte-gespielt versehen versehentlich abgeschickt gesendet geschickt geschrieben getippt tastatur finger "
        "verfruht zu-fruh zu-schnell zu-voreilig voreilig anderer-tisch anderen-tisch andere-partie anderes-spiel "
        "anderen-spiel gemeint meinte andern geandert umandern tauschen entscheide-das entscheide-erst ideen "
        "vorschlag moglichkeit recht-ist erlaubt moglich melde tippfehler schreibfehler fehler kommt-drauf-an "
        "kommt-darauf-an hangt-davon theoretisch eher-nicht war-ich-nicht unsinn bestatige bestatigung "
        "bestatige-morgen bestatige-noch entscheide-morgen entscheide-spater schwanke zogere gutes-gefuhl think "
        "guess maybe perhaps probably possibly might may could should would wonder wondering suppose believe "
        "considering hesitating bet regret tentative tentatively provisional provisionally pending less-sure wrong "
        "if-only doubt doubts worried peut-etre pense penses pensez crois croyez devrais pourrais devrait pourrait "
        "aurais probablement doute provisoire provisoirement said that-was it-was c'etait blocked bloque bloquee "
        "blockiert versperrt falsch faux impossible unmoglich interdit verboten is-mine are-mine is-yours est-a-moi "
        "vielleicht glaube denke denkst denkt meinst findest wohl sollte soll konnte wurde wahrscheinlich eventuell "
        "vorlaufig zweifel"
    ),
    CONDITION: (
        "should-it-be should-i-roll should-i-get should-the-die-show should-the-dice-show should-the-roll-be "
        "should-it-come-up should-it-show sollte-es sollte-ich sollte-der-wurfel devrait-il-sortir "
        "if when whenever until till before while because once "
        "si quand lorsque jusqu'a tant-que avant-que wenn falls "
        "sobald solange bevor ob weil bei"
    ),
    # what sentences are about that have nothing to do with a move
    SMALL_TALK: (
        "i'll-see-what i'll-see-how i'll-see-where we'll-see-what see-what see-where see-it-when je-verrai-ce-que "
        "if-i'm-not-mistaken if-i-am-not-mistaken if-i-counted-right if-i-can-still-add si-je-ne-me-trompe-pas "
        "si-je-compte-bien wenn-ich-mich-nicht-irre wenn-ich-mich-nicht-verzahlt-habe wenn-ich-richtig-gezahlt-habe "
        "have-to-wait keep-you-waiting kept-you-waiting needn't-wait geht-es-gut geht's-gut va-bien is-doing-well "
        "schiefgeht schief-geht goes-wrong tourne-mal bin-ich-schuld my-fault to-blame ma-faute quel-temps le-temps "
        "better-luck mehr-gluck plus-de-chance never-before noch-nie encore-jamais how-are-you how-are-things "
        "comment-vas-tu comment-allez-vous comment-ca-va ca-va-bien wie-geht's wie-geht-es ne-t'inquiete-pas "
        "ne-vous-inquietez-pas ne-m'en-veux-pas ne-m'en-voulez-pas don't-laugh don't-be don't-hate-me joli-coup "
        "beau-coup-non nice-move great-move good-move schoner-zug guter-zug toller-zug n'est-ce-pas nicht-wahr "
        "won't-mind wouldn't-mind ne-m'en-voudra-pas nichts-dagegen hope hoping espere esperons hoffe hoffen "
        "may-the-die may-the compte-pas-sur comptez-pas-sur nothing-to-lose rien-a-perdre nichts-zu-verlieren "
        "not-much-choice much-choice pas-beaucoup-de-choix pas-trop-de-choix nicht-viel-auswahl keine-andere-wahl "
        "no-other-choice can't-go-wrong can't-hurt won't-hurt kann-nicht-schaden mir-fallt-nichts fallt-mir-nicht "
        "nothing-better nichts-besseres rien-de-mieux never-been not-that-it-matters daumen mal-sehen mal-schauen "
        "schauen-wir-mal schauen-wir sehen-wir on-verra nous-verrons we'll-see let's-see no-choice no-real-choice "
        "choice-really not-easy pas-facile nicht-einfach nicht-leicht mal-sehen-ob mal-sehen-wo mal-schauen-ob "
        "schauen-wir-mal-ob bin-gespannt-ob curious-to-see let's-see-if let's-see-how let's-see-what see-whether "
        "see-how reste-a-voir-si on-verra-si voyons-si voyons-ce-que trouver-mieux do-better beat-that besser-machen "
        "mach's-besser "
        # what somebody does because another player wanted it
        "do-that-for do-that-then let's-do-that go-with-that go-along-with stick-to-that stick-with-that follow-that "
        "m'en-tiens-a m'en-tiens-a-ca faisons-ca faisons-comme-ca fais-comme-ca je-fais-ca machen-wir-das "
        "machen-wir-es mache-ich-so machen-wir-so so-machen-wir halte-mich-daran spannend exciting thrilling "
        "tough-roll tough tight palpitant serree serre i-can't-wait when-you're-back when-you-are-back no-harm "
        "no-harm-done let's-stop stop-here let's-stop-here stop-the-game arreter horen-wir-auf aufhoren "
        "come-together keep-your-fingers-crossed fingers see-what-happens sent-from get-well get-well-soon "
        "was-tempting tempting took-me-ages two-things deux-choses zwei-dinge hope-she's hope-he's hope-she-is "
        "hope-he-is hope-they're hope-you-had hope-you-have i-hope-you hope-everyone hope-your hope-the-kids "
        "far-too-soon far-too-fast far-too-quickly way-too-soon way-too-fast much-too-soon much-too-fast so-fast "
        "my-late late-answer slow-answer the-late-reply my-turn-already was-my-turn been-so-long took-so-long canal "
        "bus bumpy mad slow slower speed rhythm relaxed playing-with-you game-was bonne-guerison me-tentait tentait "
        "tentant prompt-retablissement j'espere-qu' espere-qu' esperant j'espere-que beaucoup-trop-tot bien-trop-tot "
        "beaucoup-trop-vite bien-trop-vite trop-vite-fini reponse-tardive ma-reponse-tardive c'etait-a-moi "
        "c'etait-mon-tour etait-mon-tour on-verra-bien pas-trop-le-choix pas-le-choix le-choix promenade balade lent "
        "lente rythme folie si-longtemps aussi-longtemps trop-longtemps lenteur gute-besserung verlockend "
        "hoffentlich hoffe-du hoffe-ihr hoffe-dir hoffe-euch hoffe-es-geht viel-zu-schnell viel-zu-fruh "
        "viel-zu-rasch spate-antwort die-spate-antwort meine-spate-antwort ich-dran-bin dran-bin keine-wahl "
        "mal-sehen-was mal-schauen-was mal-sehen-wie spaziergang langsam langsamer tempo so-lange zu-lange "
        "may-the-dice what-else win won't-win watch-out say-hello say-hi grussgott looks-good embrasse embrassez "
        "bonjour-a salue saluez grussle me-tentait-mais-non tentait-mais-non verlockend-aber-nein tempting-but-no "
        "so-viel-gluck nicht-so-viel-gluck faire-attendre fait-attendre d'avoir-pense avoir-pense pense-a-moi "
        "thinking-of-me thought-of-me pensee-pour monday mondays tuesday wednesday thursday friday saturday sunday "
        "sundays week weeks weekend yesterday tonight evening night month months year years summer winter autumn "
        "christmas easter birthday holiday holidays vacation weather rain raining rains snow snowing sun sunny cold "
        "hot warm storm office job boss school university exam exams club concert film movie book football match "
        "party wedding dinner lunch breakfast coffee tea beer wine cake garden kitchen luck lucky unlucky "
        "congratulations congrats well-done well-played good-game great-game nice-game what-a rolled rolling "
        "dice-hate purse money coins rich lead leading winning score busy offline online internet wifi trip travel "
        "travelling train plane flight airport hospital doctor ill sick flu better-soon slow-reply late-reply "
        "the-delay my-delay the-wait can't-wait cannot-wait not-bad patch patches crowded rent broke expensive "
        "waited patience patient patiently favourite favorite lovely wonderful beautiful fantastic amazing awesome "
        "brilliant huge took-me took-so took-a-while got-me no-hurry no-rush no-stress no-wonder happy glad "
        "greetings regards-to love-this enjoy enjoying enjoyed fun funny lundi mardi mercredi jeudi vendredi samedi "
        "dimanche semaine semaines week-end hier soir soiree nuit mois annee ete hiver printemps automne noel paques "
        "anniversaire vacances conges meteo pluie pleut neige neiger soleil froid chaud orage travail boulot bureau "
        "ecole examen examens fac cinema livre foot mariage diner dejeuner cafe the-a-la-menthe biere vin gateau "
        "jardin cuisine chance chanceux malchance felicitations bravo bien-joue belle-partie bonne-partie "
        "quelle-partie quel-tour quel-coup quelle-chance quel-jet bourse argent pieces riche pas-presse "
        "aucune-urgence rien-ne-presse reseau voyage avion aeroport hopital medecin malade grippe retard attendu "
        "pas-mal pas-de-chance ruine ruinee cher attente content contente heureux heureuse rigolo marrant amuse "
        "magnifique merveilleux enorme genial montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag "
        "woche wochen wochenende gestern abend nacht monat monate jahr jahre sommer herbst fruhling weihnachten "
        "ostern geburtstag urlaub ferien wetter regen regnet schnee schneit sonne kalt heiss gewitter arbeit buro "
        "schule uni prufung klausur verein konzert kino buch fussball hochzeit essen mittag fruhstuck kaffee tee "
        "bier wein kuchen garten kuche gluck pech gluckwunsch gut-gespielt gutes-spiel schones-spiel tolles-spiel "
        "was-fur-ein was-fur-eine wurf beim-wurfeln geldbeutel geld munzen reich fuhrst fuhrung punktestand netz "
        "strom reise zug-nach flug flughafen krankenhaus arzt krank gedauert geduld gewartet warten-lassen beeilung "
        "eilt-nicht kein-wunder keine-eile nicht-schlecht nicht-ubel pleite teuer geduldig herrlich wunderbar "
        "fantastisch riesig toll froh glucklich lustig freue freut"
    ),
    OR: "or ou oder either entweder",
    AND: "and et und then puis ensuite & + alors dann plus",
    NUMBER: "one two three four five six un deux trois quatre cinq six eins zwei drei vier funf sechs",
    OTHER: (
        "pas-oublie n'-ai-pas-oublie n'-avais-pas-oublie haven't-forgotten not-forgotten hadn't-forgotten "
        "nicht-vergessen ne-joue-pas-aussi ne-joue-pas-tres ne-joue-pas-bien ne-joue-pas-souvent ne-joue-pas-mal "
        "the-winner-is-right the-verdict-is-right "
        "avais-completement-oublie had-completely-forgotten had-totally-forgotten totally-forgot completely-forgot "
        "clean-forgot hatte-vollig-vergessen vollig-vergessen total-vergessen j'-avais-oublie j'avais-oublie "
        "had-forgotten hatte-vergessen ganz-vergessen habe-vergessen j'-oublie j'oublie j'-ai-oublie j'ai-oublie "
        "ich-vergesse ich-vergass ich-habe-vergessen i-forget i-forgot ca-va-me ca-va-etre ca-va-nous ca-va-te "
        "oups-j'avais oops-i-didn't oops-didn't oops-i-hadn't oops-hadn't oups-je-n'avais oups-pas-vu ups-hab "
        "ups-habe ups-gar hadn't-seen hadn't-noticed didn't-notice didn't-see-it-was didn't-realise didn't-realize "
        "j'avais-pas-vu n'avais-pas-vu avais-pas-vu nicht-gesehen-dass nicht-gemerkt-dass gar-nicht-gemerkt but-no "
        "mais-non-merci mehr-bedenkzeit langere-bedenkzeit when-do-we wann-geht's-los quand-est-ce-qu'on-commence "
        "for-the-rematch the-rematch pour-la-revanche fur-die-revanche why-not pourquoi-pas warum-nicht il-y-a y-a "
        "il-est elle-est on-est deux-fois trois-fois zweimal next-turn next-move prochain-tour prochain-coup "
        "nachste-runde nachster-zug was-away i'm-away am-away been-away is-away away-from away-until away-for "
        "jetzt-gerade gerade-jetzt gerade-heute gerade-erst gerade-weg gehe-gerade bin-gerade komme-gerade far-away "
        "go-away bin-weg war-weg weg-von"
    ),
}
_FILLERS = (
    "was-soll-schon-passieren was-soll-schon-schiefgehen ware-schon ware-super ware-toll would-be-lovely would-be-nice "
    "would-be-great en-route "
    "i-should-like i-should-like-to we-should-like we-should-like-to "
    "the-winner-is and-the-winner-is the-verdict-is verdict-is the-vote-is the-jury-says le-gagnant-est "
    "le-verdict-est der-gewinner-ist gewonnen-hat gewonnen-haben das-urteil-lautet die-wahl-fallt-auf "
    "die-wahl-fiel-auf je-voudrais-que je-voudrais-qu' je-souhaite-que je-souhaiterais-que j'aimerais-que "
    "j'aimerais-qu' je-veux-que je-prefere-que je-propose-que le-bonhomme bonhomme le-personnage le-pion la-figurine "
    "das-mannchen mannchen der-kerl die-figur figur the-little-man the-little-fellow the-fellow the-chap the-figure "
    "zum-spiel zur-partie zu-unserem-spiel zu-unserer-partie as-for-our-game as-for-the-game pour-la-partie "
    "pour-notre-partie quant-a-la-partie "
    "you-can-put you-can-lay you-may-put you-may-lay vous-pouvez-poser vous-pouvez-mettre tu-peux-poser tu-peux-mettre "
    "konnt-ihr-legen die-shows die-says die-comes dice-show dice-shows de-montre de-tombe-sur wurfel-fallt shows-a "
    "let's-have on-he-goes off-he-goes there-he-goes off-we-go here-we-go many-thanks is-what-i-want "
    "is-what-i'd-like is-what-i-choose is-my-choice is-my-pick is-my-answer is-my-move my-pick my-choice my-pick-is "
    "my-choice-is my-turn-is my-vote my-vote-is decided i've-decided i-have-decided we've-decided we-have-decided "
    "we've-chosen i've-chosen we've-gone-for i've-gone-for it-has-to-be it-must-be i'll-have we'll-have "
    "i'll-have-to-say for-once is-best seems-best looks-best will-be it'll-be that'll-be that-will-be mon-choix "
    "ma-decision j'ai-choisi nous-avons-choisi on-a-choisi c'est-decide decide-pour on-se-decide nous-nous-decidons "
    "me-suis-decide je-vote va-pour ca-sera ce-serait c'est-pour voulons continuons file filer garde le-cap "
    "on-garde-le-cap mein-entschluss meine-wahl mein-zug-ist ist-mein-zug immer-der-nase-nach furs-warten "
    "fur-das-warten furs-lange-warten virage c'est-parti-pour wir-haben-uns haben-uns habe-mich hab-mich entschieden "
    "es-wird wird-es es-werden soll-es sollen-es sollen sein nehm nimm dann-mal einfach gehts geht's "
    "kannst-du comes-up lands-on donne "
    "sort zeigt ergibt cette-fois-ci wurde-sagen ich-wurde-sagen i-would-say let's-have-him have-him "
    "send-him if-the-dice-lets-me if-the-die-lets-me if-the-dice-allow if-the-die-allows wenn-der-wurfel-mitspielt "
    "si-le-de-le-permet si-le-de-veut-bien bei-uns bei-mir bei-euch bei-dir qu' that's-my-turn voila-mon-tour "
    "das-war-mein-zug aille qu'il-aille je-vous-prie-de je-te-prie-de bien-vouloir fertig basta voila-tout "
    "madame-monsieur anyway bref jedenfalls drehen your-move a-ton-tour a-votre-tour a-toi-de-jouer a-vous-de-jouer "
    "dein-zug for-a-change pour-changer zur-abwechslung s'il-veut-bien si-tu-veux-bien si-vous-voulez-bien "
    "wenn-du-so-nett-bist he-can il-peut er-kann er-darf before-i-change-my-mind bevor-ich-es-mir-anders-uberlege "
    "avant-que-je-change-d'avis wenn's-recht-ist tant-pis-si tant-pis even-if even-though meme-si auch-wenn "
    "selbst-wenn egal-ob no-matter-if not-that pas-que nicht-dass therefore hence thus deshalb daher darum deswegen "
    "erst-einmal erst-mal hatte-gern hatte-gerne shall-we on-va-dire disons pour-la-suite a-while it-took-me "
    "took-me-a-while if-you-would-be-so-kind if-you-would-be-kind if-you-don't-mind that's-me-done me-done "
    "over-to-you indeed euer furs gruss-aus very-much thank-you-kindly kindly comme-toujours croise-les-doigts "
    "on-croise-les-doigts watch-out say-hello-to say-hello say-hi-to say-hi ps p.s cdlt cdt lasse fancy ha hiya heya "
    "howdy ta cheerio easy-one easy nice-one tough-one hard-one big-one good-one obvious-one veuillez merci-d'avance "
    "dans-ce-cas du-coup ben bah bof quoi comme-d'hab d'hab voila-voila si-c'est-possible si-possible wenn-moglich "
    "wenn-es-geht joa jo tja na-ja naja na-gut na-dann dann-eben dann-halt halt-links halt-rechts take-that beinand "
    "ruhig bitteschon ma-reponse ma-reponse-est my-answer meine-antwort antwort-ist apres-reflexion "
    "apres-mure-reflexion tout-mon-tour nach-langem-uberlegen nach-langem-grubeln nach-reiflicher-uberlegung "
    "after-a-lot-of-thought after-some-thought after-much-thought after-long-thought all-in-all schonen-abend-dir "
    "einen-schonen-abend schonen-sonntag viele-liebe-grusse best-wishes kind-regards have-a-lovely-day "
    "have-a-lovely-evening have-a-great-day have-a-lovely-weekend have-a-good-weekend have-a-nice-weekend "
    "have-a-great-weekend that-is-it that's-it that's-all c'est-tout das-war's das-wars that's-all-from-me "
    "it's-my-turn-now hooray hurrah yippee bingo tadaa here-is-my-move here's-my-move here-is-my-turn here's-my-turn "
    "voici-mon-coup voici-mon-tour voici-ma-reponse hier-mein-zug hier-ist-mein-zug mein-zug mon-coup 👍 👌 ✅ 🙂 "
    "here-goes here-goes-nothing off-to-work morning-all evening-all say hop line dois doit muss aimerais "
    "my-decision meine-entscheidung my-decision-is final-decision unfortunately malheureusement helas leider dommage "
    "that-was-fun that-was-great that-was-close it-was-fun prefere prefererais geh leg mach nehme-ich-halt ich-halt "
    "nochmals bin-durch i'm-done done no-luck peux-tu pouvez-vous pourrais-tu pourriez-vous konntest-du konnt-ihr "
    "take-your-time don't-worry can't-complain hope-this-works hope-you're-well hope-you-are-well hope-all-is-well "
    "for-sure sure at-the-moment to-the-north to-the-south to-the-east to-the-west pas-de-souci pas-de-soucis "
    "pas-presse t'inquiete fait-attendre pour-le-moment en-ce-moment celui celle le-tapis kein-gluck kein-stress "
    "keine-sorge im-moment momentan sicher viel-spass macht-spass der-eine den-einen denjenigen the-one that-one "
    "this-one those-ones "
    # thanks, greetings, exclamations
    "please pls plz thanks thank-you thank thx cheers sorry merci beaucoup svp stp bitte danke schon sehr hi hello "
    "hey dear good-morning good-evening good-afternoon bonjour bonsoir salut coucou hallo moin servus guten-morgen "
    "guten-tag guten-abend ok okay oki yes yeah well hmm hm uh um oh ah haha lol so oui ja allez bon voila "
    "alright-then good luck good-luck bonne-chance viel-gluck gluck gut na los also everyone everybody everything "
    "all tous zusammen nice great no-problem no-worries pas-de-probleme kein-problem "
    # English
    "i i'll i'm i'd we we'll we're it it's its him my mine me the a an to for at on onto in into of with from this "
    "that these this-time here now today just go hang hang-a hook-a going goes gonna choose choice chose pick "
    "picking take takes taking play playing plays move moves make makes do let let's lets us will want wanna "
    "would-like would-love i'd-like i'd-love have-to has-to need must prefer decide keep keeping stay staying carry "
    "continue continuing both each too walk walks walking head heading step next between if-possible if-you-please "
    "as possible my-turn my-move answer reply game can-you could-you-please send this-game last command after again "
    "up down it-is is am be it-goes i'd-say will-have best-place-is best-is sadly mate sure-thing tap for-the-wait "
    "for-waiting let-my gimme give could-you time-to-go once more simply definitely try trying i've-thought-about-it "
    "all-right alright allright well-played s'il-te-plait s'il-vous-plait man dude guys folks friends friend buddy "
    "pal team everyone-else only another without-hesitation no-matter-what no-doubt of-course obviously as-usual "
    "sorry-i'm-late being-late being-slow being-so-slow being-so-late for-the-delay for-the-late-reply damn darn ugh "
    "argh oops yay phew wow ouch fingers-crossed wish-me-luck hope-for-the-best good-night have-fun have-a-nice-day "
    "have-a-nice-evening have-a-good-day have-a-good-evening have-a-good-one see-you see-ya see-you-later "
    "see-you-soon see-you-tomorrow talk-soon your-turn you're-next regards bye ciao xx "
    # French
    "opte dirais poursuis poursuit mettez amis copains gars tout-le-monde desole desolee desoles pardon excusez-moi "
    "excuse-moi du-retard pour-le-retard pour-l'-attente de-l'-attente zut mince flute aie ouf super cool genial "
    "parfait fais fait faisons faire obtiens lance sans-hesiter sans-hesitation evidemment forcement seulement "
    "croisons-les-doigts bonne-nuit bonne-journee bonne-soiree bon-week-end bon-weekend bonne-fin-de-journee "
    "a-demain a-plus a-bientot a-toi a-vous avec bises bisous cordialement amicalement ira propose comme-d'habitude "
    "sera ce-sera serait toujours encore d'avance avance simplement par je j' nous il elle vais va allons aller vas "
    "veux voudrais veut souhaite prends prendre prenons prend pars part partir partons joue jouer jouons choisis "
    "choisir choix choisi reste rester continuer vers le la les l' un une du de d' en sur au aux mon ma mes cette ce "
    "c' est ca fois pour moi ici maintenant donc enfin tranquillement la-bas y bien c'est partie derniere dernier "
    "je-voudrais envoie "
    # German
    "entscheide sich eben wahle wahlen lauf bin-fur nur toll prima klasse mist schade verdammt ups oje hurra juhu "
    "entschuldigung entschuldige entschuldigt verspatung die-verspatung verzogerung tut-mir-leid leute freunde "
    "naturlich selbstverstandlich ohne-zu-zogern ohne-zogern daumen-drucken druck-mir-die-daumen "
    "druckt-mir-die-daumen gute-nacht schonen-tag schonen-abend schonen-tag-noch schonen-abend-noch "
    "schones-wochenende bis-morgen bis-spater du-bist-dran ihr-seid-dran kriege bekomme mit lg vg mfg gruss "
    "wie-immer euch allen alle grusse ich wir er sie es gehe gehen geht nehme nehmen fahre fahren laufe laufen lauft "
    "mochte mochten nach mal jetzt heute immer weiter mein meine meinen meinem auf die der das den dem ihn ihm kommt "
    "kommen von bis zu zum zur hier fur mich mir uns ein eine einen einer eines ab diesmal wurde-gern nochmal gerne "
    "gern schick schicke lieber doch wieder letzten letzter bitte-sehr "
)
_POLITE = (
    "please pls plz thanks thank you thx cheers sorry merci svp stp "
    "s' il te plait vous bitte danke hi hello hey good "
    "bonjour bonsoir salut hallo"
)
# Directions on the board. The French "est" alone is a verb
_DIRECTIONS = {
    "N": "plein-nord north northward northwards to-the-north nord norden nordwarts gen-norden",
    "E": "east eastward eastwards to-the-east l'-est plein-est ost osten ostwarts gen-osten",
    "S": "plein-sud south southward southwards to-the-south sud suden sudwarts gen-suden",
    "W": "plein-ouest west westward westwards to-the-west ouest westen westwarts gen-westen",
}
# Words for the other players
YOURS = set_of("your yours ton ta tes votre vos dein deine deinen deinem deiner euer eure euren")
# Praise or a question about what stands behind it: "Nice c4c5!"
_GREETINGS = (
    "morning evening afternoon morgen abend tag hey-there hi-there hello-there greetings dear-all hi hello hey dear "
    "good-morning good-evening good-afternoon good-day bonjour bonsoir salut coucou hallo guten-morgen guten-tag "
    "guten-abend moin servus liebe lieber cher chere"
)
# Words that say nothing about the subject of a sentence. In a sentence that asks for something they are unknown words.
_FUNCTION_WORDS = (
    # English
    "tomorrow demain morgen today aujourd'hui you your yours he his she her they them their our ours who what when "
    "where which why how there was were been being had have has having did does done so very too really quite rather "
    "about some any most more much many few own same other others than then by out off over yet later soon still "
    "already ever even that's it's i've i'd i'll there's here's as only what's fully totally entirely completely "
    "exactly else something anything nothing thing things way certain convinced good better best bad worse right-one "
    "other-one ps p.s nb btw fyi but because one ones get got getting give me given see seen say says tell told know "
    "knew known want wanted like looks look seems seem mean means end all such through until yeah yep ok actually "
    "anyway anyhow "
    # French
    "tu te t' toi ton ta tes vous votre vos ils elles eux lui leur leurs nos notre son sa ses qui que qu' quoi quel "
    "quelle quelles quels ou quand comme tres trop tellement deja aussi suis es sont etes sommes ete etait etais ai "
    "a avons avez ont avait avais avoir etre fait faire ca cela ceci ce cet cette ces si mais car parce quelque "
    "chose rien tout toute autre autres meme vraiment tout-a-fait certaine convaincu convaincue bon bonne mal vu "
    "voir dit dire sais sait veux veut idee encore-un peu se s' m' ni dans avec sans par chez "
    # German
    "dein deine deinen deinem deiner dir dich ihr ihre ihren euer eure sein seine seinen sie wir uns wer wo wann "
    "warum wie war waren warst bin bist ist sind seid wird werden hat habe hast haben habt hatte noch schon sehr zu "
    "ganz auch da dort dabei damit dazu davon daruber denn weil dass aber etwas nichts alles andere anderen anderer "
    "anderes gut gute gutes schlecht besser richtig falsch wirklich vollig uberzeugt im am beim vom ja einen man "
    "kann will muss darf sag sagen gesagt wissen weiss"
)
# Words that are no names where they stand alone below a move
_CLOSINGS = (
    "es-grusst es-grussen je-t'embrasse je-vous-embrasse grosses-bises gros-bisous alles-gute alles-liebe "
    "all-my-best lots-of-love much-love bien-cordialement tres-cordialement bien-amicalement herzliche-grusse "
    "viele-liebe-grusse warmly warmest-regards all-the-best cheers regards best yours sincerely love bye ciao xx "
    "greetings kind-regards best-wishes best-regards warm-regards take-care cordialement bonne-journee bonne-soiree "
    "bien-a-vous a-bientot amicalement bises bisous amities gruss grusse viele-grusse liebe-grusse beste-grusse "
    "schone-grusse mit-freundlichen-grussen lg vg mfg tschuss bis-bald bis-dann"
)
TALK = re.compile(
    r"\s*(?:(?:(?:(?:for|to|into?|pour|dans|sur|für|an|in) (?:the|le|den)|im|au|zum) )?(?:table )?(?:chat|tchat)"
    r"|say|tell|message|dire|dis|msg|sag|sage|nachricht)\s*:\s*(\S.*)",
    re.IGNORECASE,
)
MERE_POLITE = set_of("please merci bitte danke thanks svp just")  # read with a slip, too
POLITE, FUNCTION_WORDS = frozenset(_POLITE.split()), frozenset(_FUNCTION_WORDS.split())
# Words of somebody who wants to see something, and of somebody who speaks of their own turn
ASKING = set_of(
    "send resend show see need please pls again envoyer envoie envoyez renvoyer renvoie renvoyez montrer montre "
    "montrez voir revoir plait svp encore besoin schick schicke schickt schicken zeig zeige zeigt zeigen sehen bitte "
    "nochmal brauche"
)
OWN = set_of("i i'm i'd i'll my me je j' mon ma moi puis ich mein meine meinen mir")
# What an answer in a sentence must contain, and what puts it off
PLAIN_ANSWERS = set_of(
    "many busy viel trop occupe occupee delighted join ravi ravie fine leider today souci occupe decline rather "
    "ubernehme works suits nicht not zeit temps time keine can't cannot kann peux yes accept agree agreed happy glad "
    "gladly love sure course problem no oui accepte accepter volontiers plaisir pleasure d'accord accord veux bien "
    "non refuser refuse decliner probleme ja gerne gern einverstanden klar naturlich nein absagen ablehnen preferais "
    "prefererais lieber ordnung dabei in"
)
BUT = set_of("but however first mais aber jedoch sauf except")
# "I'll" + "do this" + "at home"
OWN_WILL = set_of("i i'll i'd will i'm let me we we'll je j' on ich wir mir muss lass")
DOING = set_of(
    "do redo play decide answer reply think finish choose write send tell look try sort handle deal continue check "
    "fais faire ferai refais joue jouer jouerai rejouerai deciderai reponds repondrai repondre ecris ecrirai "
    "reecrirai reecris choisirai choisis finirai verrai verrons envoie enverrai reprends reprendrai mache mach "
    "machen spiele spiel spielen entscheide entscheid antworte antworten schreib schreibe schreiben melde meld "
    "schicke schick wahle uberlege uberleg kummere schaue schau sage sag"
)
LATER = set_of(
    "later tomorrow tonight home afterwards tard demain soir maison morgen spater nachher daheim hause zuhause "
    "abend ubermorgen monday tuesday wednesday thursday friday saturday sunday weekend lundi mardi mercredi jeudi "
    "vendredi samedi dimanche montag dienstag mittwoch donnerstag freitag samstag sonntag wochenende"
)
LOOKING = set_of("see look show voir regarder regarde montre sehen ansehen schauen anschauen zeig zeige")
LOOKING_AGAIN = set_of("again need first revoir encore d'abord besoin nochmal noch erst wieder zuerst")
YESTERDAY = set_of("yesterday hier gestern")
SOME_DAY = set_of("someday soon next will until till days bientot prochaine prochain jours irgendwann bald tagen")
# Words of somebody who wants a move, and words of somebody who tells of one
PIECES = " ".join(title.reply_words.pieces for title in TITLES.values())
_WISHING = "i'll i'm i i'd let's let please je j' svp ich bitte lass we we'll nous on wir uns mal diesmal heute"
WISHING = set_of(f"{_WISHING} {PIECES}")
TELLING = set_of(
    "sehe seh vois ging gingen lief liefen fuhr fuhren bog bogen nahm nahmen kam kamen alla tourna prit pris took "
    "chose ran look looks seems sieht semble parait wirkt sind seid ist sommes sont are est etais etions liegt liegen "
    "lag steht kann kannst darf konnte can could may puis peux peut like love likes aime aimes mag tente tentant "
    "tempted tomorrow tonight later morgen spater demain plus-tard gestern hier yesterday last letzte dernier "
    "derniere hand main other was were had have has been did does done went came saw said say says you your yours he "
    "his she her they their who what which why how tu te toi ton ta tes vous votre il ils elle elles suis ai as a "
    "avons avez ont avait avais etait qui que dein deine dir dich er sie ihr ihre hat habe hast haben hatte bin bist "
    "war waren wer small-talk"
)
OWNING = set_of("my the your his her")
# Words that begin a wish or thanks: "Bonne continuation", "Danke fürs Warten"
COURTESIES = set_of(
    "thanks thank thx cheers merci danke bonne bon gute guten schone schonen viel viele have happy enjoy bises "
    "herzliche"
)
# Words that say nothing around those that mean something in a sentence of their own: "I'd just carry on, please"
_SLIGHT = (
    "just simply let's lets i'll i'd i'm i we we'll will like to want he now then and so ok je on nous il va "
    "vais laisse le simplement juste donc alors ich wir er einfach immer mal dann also nur lass ihn mochte for me "
    "pour moi fur mich"
)
SLIGHT = set_of(f"{_SLIGHT} {PIECES}") | POLITE
PLAIN_YES = set_of("yes oui ja")
REFUSALS = set_of("non nein nee no nope nah")
# Words that may stand for the move: "that was silly", "das war mein Sohn"
REFERENCES = set_of(
    "it that this that's it's these those above move moves turn answer reply message mail email one ca c' cela ceci "
    "ce coup tour reponse celui-la das es dies dieser diese zug nachricht"
)
# A polite request, which is no question about the move
REQUESTS = frozenset(
    tuple(words.split())
    for words in (
        "could you,can you,would you,est-ce que vous pouvez,est-ce tu peux,pouvez vous,pourriez vous,peux tu, "
        "pourrais tu,konnten sie,konnt ihr,kannst du,konntest du,konnen sie,wurden sie"
    )
    .replace("-", " ")
    .split(",")
)
ASKED_FOR = set_of("please pls plz thanks thank merci svp plait bitte danke")
FOR_ME = frozenset([("for", "me"), ("pour", "moi"), ("fur", "mich")])
REFUSED = set_of("ne n' don't dont nicht")
# What draws a conclusion from the words before it, and what says only when or why
SO = set_of("but mais aber sondern so therefore hence thus donc alors also deshalb daher darum deswegen dann")
WHEN = set_of(
    "when while before because once since until till quand lorsque "
    "pendant avant parce car weil als wahrend bevor bis "
    "da"
)
# Words for moves that mean something else in many sentences
DICE = set_of("points point punkte punkt roll rolls rolled rolling dice wurfel wurfle wurf wurfeln")
# Of somebody who waits for what comes, which may be about the move
CURIOUS = frozenset(
    [
        "mal sehen",
        "mal schauen",
        "schauen wir mal",
        "schauen wir",
        "sehen wir",
        "on verra",
        "nous verrons",
        "we'll see",
        "let's see",
    ]
)
# A sentence above a move with one of these may be about it. Others cannot take back what is not yet written
OF_THE_TURN = set_of(
    "next line below nachste nachsten zeile unten ligne suivante suit play plays playing yet wait hold sure unsure "
    "certain decide decided undecided which way move turn choose choosing draft test jouer joue jouez attends "
    "attendez attendre sure certain certaine decider decide coup tour choisir brouillon essai spielen spiele spielt "
    "warte wartet warten sicher unsicher entscheiden entschieden entscheide zug wahlen entwurf probe unschlussig "
    "wrong falsch falsche falscher falsches mauvais mauvaise"
)
MILD = frozenset(["never mind", "forget it", "forget that", "forget this"]) | set_of(
    "nevermind mistake mistaken erreur irrtum trompe trompee geirrt oublie oubliez oublions vergessen vergiss vergesst"
)
OTHER_PEOPLE = set_of("he she they il elle ils elles er sie")
PLAYING = set_of(
    "play played playing roll move turn execute jouer joue jouez lancer lancez executer coup tour spielen spielt spiel "
    "wurfeln zug ziehen ausfuhren"
)
NOT_YET = frozenset([("not", "yet"), ("pas", "encore"), ("noch", "nicht"), ("yet", "don't"), ("noch", "nichts")])
COULD = set_of("could pourrait pourrions konnten")
BOARD_NOUNS = set_of("board table position plateau brett tisch stellung")
# Words for what is left of a turn of two actions
REST = set_of("second seconde deuxieme zweite zweiten zweiter rest reste")
# The faces of the die without an order, and a place that does not fit after the roll
OTHER_FACES = set_of(
    "rest else otherwise other others anything everything sonst ubrigen anderen andere anderem restlichen autre "
    "autres sinon reste"
)
WAITING = set_of("wait decide warte wartet attends attendez first erst d'abord abord vorher")
FITTING = set_of("possible fit fits work works allowed geht passt mitspielt moglich passe rentre marche va")
TO_DO = set_of("to zu a de d'")
OTHER_ACTION = frozenset(
    (other, action)
    for other in ["other", "autre", "andere", "anderen"]
    for action in ["action", "move", "coup", "tuile", "zug", "aktion", "plattchen"]
)
OTHER_SENSES = set_of(
    "avant devant gerade front ahead forward pass passe passer passen "
    "skip y n fine sure deal klar sicher gern gerne "
    "parfait entendu weg away"
)
COMPASS = frozenset(words.replace("-", " ") for texts in _DIRECTIONS.values() for words in texts.split())
MANY_SENSES = OTHER_SENSES | COMPASS | frozenset(["right", "left", "droite", "gauche", "rechts", "links", "straight"])
SAID_ALONE = set_of(
    "later whatever annulation annulations pardon regrets apologies fehlanzeige denkfehler denkfehlers schnapsidee "
    "ruckzug ruckzieher fehlalarm fehlklick bauchgefuhl kommando contrordre contre-ordre bref soon tonight never"
)
ADDRESS = set_of(
    "you your yours tu te t' toi ton ta tes vous votre "
    "vos dein deine deinen deinem deiner dir dich du ihr euch euer "
    "eure euren"
)
LAST = set_of("last previous dernier derniere letzte letzter letzten letztes letztem")
TIMES = set_of("turn move game coup tour fois partie zug mal")
# What somebody else does, behind a name: "Bob goes left"
THIRD_PERSON = set_of(
    "thinks reckons suggests pense propose meint denkt findet says goes is comes shows turns moves plays takes will "
    "should went dit va tourne joue prend vient part a est ira geht dreht nimmt spielt sagt kommt lauft fahrt biegt "
    "ist hat soll ging"
)
PRAISE = set_of("nice good great super toll prima klasse schon genial parfait cool joli")
CALLED = set_of("frau herr mr mrs ms mme madame monsieur miss dr")
_ELISION = re.compile(r"\b([cdjlmnst]|qu)'(?=\w)")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*['’]?")
_JOINT = r"\s*(?:-+>?|/|,|\+|&|=|\b(?:to|and|et|a|und|bis|nach|with|avec|mit)\b)?\s*"  # between the squares of a place
_NUMBERS = {
    word: number % 6 + 1
    for words in (
        "one two three four five six",
        "un deux trois quatre cinq six",
        "eins zwei drei vier funf sechs",
        "1 2 3 4 5 6",
    )
    for number, word in enumerate(words.split())
}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What the words of a reply mean: ``phrases`` by their words, with a notation, a command, an answer or a kind.

    ``actions`` are the meanings that play something. ``place`` is the pattern of a place with ``square`` for its
    parts, None in titles without places; ``action`` is that of a whole action, in titles that are played in their
    notation, and ``written`` are the words for parts of it. ``longest`` counts words. ``slips`` are words for actions
    as a finger slips, each with the word that is meant. ``is_final``: it cannot be undone. ``openers`` are words for
    actions that also open a sentence about something else, ``alone`` those that mean one only in a sentence of their
    own. ``parts`` are the words that announce a part of an action, each with it.
    """

    phrases: Mapping[tuple[str, ...], str]
    actions: frozenset[str]
    square: re.Pattern[str] | None
    place: re.Pattern[str] | None
    longest: int
    openers: frozenset[str] = frozenset()
    action: re.Pattern[str] | None = None
    written: "WrittenWords | None" = None
    parts: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = ()
    names: frozenset[str] = frozenset()
    is_final: bool = False
    slips: Mapping[str, str] = field(default_factory=dict)
    alone: Mapping[tuple[str, ...], str] = field(default_factory=dict)

    def with_fillers(self, words: str) -> "Vocabulary":
        """Return the vocabulary with more words that say nothing."""
        return replace(self, phrases={**self.phrases, **dict.fromkeys(_phrases(words), FILLER)})

    def with_names(self, names: Iterable[str]) -> "Vocabulary":
        """Return the vocabulary with the names of people, which say nothing, unless they are words already."""
        words = frozenset(word for name in names for word in words_in(name) if len(word) > 1)
        unknown = frozenset(word for word in words if (word,) not in self.phrases)
        phrases: dict[tuple[str, ...], str] = {**self.phrases, **{(word,): NAME for word in unknown}}
        return replace(self, phrases=phrases, names=unknown)

    def with_facings(self, facings: Mapping[str, str]) -> "Vocabulary":
        """Return the vocabulary with the words for directions on the board, which mean what leads there."""
        meant = {facing: notation for notation, facing in facings.items()}
        words = [(notation, _DIRECTIONS[facing]) for facing, notation in meant.items() if facing in _DIRECTIONS]
        phrases = {phrase: notation for notation, texts in words for phrase in _phrases(texts)}
        longest = max(self.longest, *(len(phrase) for phrase in phrases), 1)
        return replace(self, phrases={**self.phrases, **phrases}, longest=longest)

    def is_signature(self, line: str) -> bool:
        """Return True for a line with a name of somebody at the table and hardly anything else."""
        words = words_in(line)
        return len(words) <= MAX_NAMES and not self.names.isdisjoint(words)

    @property
    def has_actions(self) -> bool:
        """False in titles in which only the title itself can tell an action from other words."""
        return bool(self.actions) or self.action is not None


@dataclass(frozen=True, slots=True)
class WrittenWords:
    """The parts of notations by the words for them, and the pattern of these words, the longest first.

    ``naming`` is the pattern of the words whose groups name a part.
    """

    parts: Mapping[str, str]
    pattern: re.Pattern[str]
    naming: re.Pattern[str]


def plain(text: str) -> str:
    """Return a text in small letters without accents, with straight apostrophes."""
    text = text.replace("’", "'").replace("où", "where")  # without its accent it is "or"
    text = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in text if not unicodedata.combining(letter))


def words_in(text: str) -> list[str]:
    """Return the words of a text in small letters without accents. "L'aide" has two: "l'" and "aide"."""
    text = plain(text)
    found = _WORD.findall(_ELISION.sub(r"\1' ", text))
    return found or ([text.strip()] if text.strip() else [])


def number_of(word: str) -> int:
    """Return the number that a word or digit means, 0 for none."""
    return _NUMBERS.get(word, 0) or (int(word) if word.isdecimal() else 0)


def _phrases(words: str) -> Iterator[tuple[str, ...]]:
    for phrase in words.split():
        yield tuple(part for word in phrase.split("-") for part in words_in(word))


CLOSINGS, GREETINGS = frozenset(_phrases(_CLOSINGS)), frozenset(_phrases(_GREETINGS))


def _vocabulary(
    actions: Mapping[str, str], words: ReplyWords, commands: Mapping[str, str] = _COMMANDS, others: str = ""
) -> Vocabulary:
    """Return a vocabulary. What is named later counts where a phrase has two meanings."""
    left_out = words.written.get("", "")
    kinds = {
        FILLER: f"{_FILLERS} {_CHOSEN_BY} {words.fillers} {left_out}",
        **_KINDS,
        OTHER: f"{_KINDS[OTHER]} {words.others}",
    }
    meanings = [*kinds.items(), *commands.items(), *actions.items(), (OTHER, f"{words.others} {others}")]
    phrases = {phrase: meaning for meaning, texts in meanings for phrase in _phrases(texts)}
    longest = max(len(phrase) for phrase in phrases)
    square = re.compile(words.square) if words.square else None
    openers = frozenset(words.openers.split())
    pattern = words.action.replace("~", rf"(?:[\s,;:=>@()/-]|{_any_of(left_out.split())})*")
    action = re.compile(rf"(?<![\w@.'])(?:{pattern})(?![\w@'])") if pattern else None
    parts = tuple((_announced(texts), re.compile(part)) for texts, part in words.parts.items())
    written = _written(words)
    slips = _slips(words.spelt.split(), {word for phrase in phrases for word in phrase})
    vocabulary = Vocabulary(
        phrases, frozenset(actions), square, _place(words), longest, openers, action, written, parts
    )
    alone = {phrase: meaning for meaning, texts in words.alone.items() for phrase in _phrases(texts)}
    return replace(vocabulary, slips=slips, alone=alone)


def _slips(words: Iterable[str], known: Set[str]) -> dict[str, str]:
    """Return what becomes of exactly one of the words if a letter is missing or doubled, or two are swapped."""
    meant = dict[str, set[str]]()
    for word in words:
        for at in range(len(word)):
            begun, rest = word[:at], word[at:]
            for slip in (begun + rest[1:], begun + rest[0] + rest, begun + rest[1:2] + rest[0] + rest[2:]):
                meant.setdefault(slip, set()).add(word)
    return {
        slip: words.pop()
        for slip, words in meant.items()
        if len(words) == 1 and len(slip) >= MIN_SLIP and slip not in known | ORDINARY
    }


_WITHOUT = (
    "no nothing nichts rien ne_revendique not without without_a without_any sans pas_de ohne ohne_einen kein keine "
    "keinen"
)


def _announced(words: str) -> re.Pattern[str]:
    """Return the pattern of words that announce a part of an action, but not of "without" it."""
    denied = "".join(rf"(?<!\b{before.replace('_', ' ')} )" for before in _WITHOUT.split())
    return re.compile(rf"{denied}{_any_of(words.split())}(?! (?:nothing|anything|rien|nichts))")


def _place(words: ReplyWords) -> re.Pattern[str] | None:
    """Return the pattern of a place whose squares may be written apart: "c4d4", "c4 - d4", "c4 and d4"."""
    if not words.square:
        return None
    more = rf"(?:{_JOINT}{words.square}){{{words.squares - 1}}}"
    return re.compile(rf"(?<![\w@.]){words.square}{more}(?![\w@])")


# Who chose: "it was my daughter who chose" leaves nothing open
_FAMILY = {
    "my": "daughter son sister brother wife husband mother father mum dad granddaughter grandson niece nephew grandma",
    "ma": "fille soeur femme mere niece petite-fille cousine grand-mere maman",
    "mon": "fils frere mari pere neveu petit-fils cousin grand-pere papa",
    "meine": "tochter schwester frau mutter nichte enkelin oma mama",
    "mein": "sohn bruder mann vater neffe enkel opa papa",
}
_CHOSEN = {
    "my": "{}-chose {}-chose-it {}-picked-it {}-picked {}-has-chosen chosen-by-{} picked-by-{} {}-who-chose "
    "{}-who-chose-it it-was-{}-who-chose {}'s-choice",
    "ma": "c'est-{}-qui-a-choisi c'est-{}-qui-choisit {}-a-choisi choisi-par-{} c'est-le-choix-de-{}",
    "mein": "hat-{}-ausgesucht hat-{}-gewahlt {}-hat-gewahlt {}-hat-entschieden {}-hat-ausgesucht ausgesucht-von-{}",
}
_CHOSEN_BY = " ".join(
    one.format(f"{own}-{who}")
    for own, people in _FAMILY.items()
    for who in people.split()
    for one in {**_CHOSEN, "mon": _CHOSEN["ma"], "meine": _CHOSEN["mein"]}[own].split()
)


@cache
def vocabulary_of(title_key: str) -> Vocabulary:
    words = TITLES[title_key].reply_words
    return _vocabulary(words.meanings, words)


_AROUND_ANSWERS = ReplyWords(
    fillers=(
        "good-proposal good-suggestion fair-suggestion bonne-proposition bonne-suggestion guter-vorschlag "
        "gute-anregung "
        "don't-think-about don't-think-about-the-game don't-worry-about-the-game ne-pense-pas-au-jeu "
        "we-agreed we-had-agreed on-avait-dit on-avait-decide nous-avions-dit hatten-wir-abgemacht hatten-wir-gesagt "
        "the-game-can-wait game-can-wait la-partie-peut-attendre la-partie-attendra das-spiel-kann-warten "
        "die-partie-kann-warten as-long-as-it-must as-long-as-it-takes as-long-as-it-has-to as-long-as-necessary "
        "aussi-longtemps-qu'il-faut aussi-longtemps-qu'il-le-faut so-lange-wie-notig solange-es-sein-muss "
        "so-lange-es-sein-muss while-it-lasted as-long-as-it-lasted tant-que-ca-a-dure solange-es-dauerte "
        "not-going-easy not-going-easy-on-you not-going-to-go-easy-on-you won't-go-easy won't-go-easy-on-you "
        "won't-get-away-with-it won't-get-away no-mercy not-holding-back ne-te-ferai-pas-de-cadeau "
        "pas-de-cadeau pas-de-cadeaux keine-gnade schone-ich-dich-nicht schone-dich-nicht "
        "never-played-it never-played-before never-played-it-before never-played-this i've-never-played "
        "i've-never-played-it i've-never-played-before jamais-joue j'-y-ai-jamais-joue je-n'-y-ai-jamais-joue "
        "n'-y-ai-jamais-joue n'-ai-jamais-joue noch-nie-gespielt nie-gespielt hab's-noch-nie-gespielt "
        "habe-es-noch-nie-gespielt habe-das-noch-nie-gespielt but-i'm-told but-i-learn but-i'm-a-quick mais-j'apprends "
        "ist-wohl-besser-so ist-besser-so wohl-besser-so c'est-mieux-ainsi c'est-mieux-comme-ca "
        "probably-for-the-best for-the-best auch-schon-oft-verklickt auch-schon-verklickt passiert-mir-auch "
        "happens-to-me-too i-misclick-too did-the-same m'arrive-aussi take-his take-her nur-dieses-eine-mal "
        "aber-nur-dieses-eine-mal nur-dieses-mal aber-nur-dieses-mal aber-nur-diesmal just-this-once "
        "but-only-this-once only-this-once but-just-this-once mais-juste-cette-fois juste-cette-fois pour-cette-fois "
        "would-suit-me-much-better would-suit-me-better would-suit-me me-conviendrait-mieux ware-mir-lieber bei-mir "
        "bei-uns right-now-though am bin suis with-that with-this with-it by-that for-that for-the-invitation "
        "for-inviting pour-l'-invitation pour-ca fur-die-einladung damit dabei pause undo proposal moi ganz absolut"
    ),
    others="je-viens-de je-viens-d' je-viens-juste je-viens-plus-tard",
    alone={NO: "can't cannot i-can't peux-pas kann-nicht geht-nicht"},
    spelt="accord d'accord einverstanden volontiers absolutely definitely certainly naturlich selbstverstandlich",
)


@cache
def proposal_vocabulary() -> Vocabulary:
    """Return the words of an answer to what can be undone: idioms count, too."""
    return _vocabulary(_ANSWERS, _AROUND_ANSWERS)


@cache
def invitation_vocabulary() -> Vocabulary:
    """Return the words of an answer to someone who asks for company."""
    return _vocabulary(
        {**_ANSWERS, YES: f"{_ANSWERS[YES]} {_JOINS}", NO: f"{_ANSWERS[NO]} {_STAYS_AWAY}"}, _AROUND_ANSWERS
    )


@cache
def plain_answer_vocabulary() -> Vocabulary:
    """Return the words of an answer to what cannot be undone."""
    vocabulary = _vocabulary({YES: _PLAIN_YES, NO: f"{_ANSWERS[NO]} {_PLAIN_NO}"}, _AROUND_ANSWERS)
    return replace(vocabulary, is_final=True, slips={})


@cache
def deputy_vocabulary(title_key: str) -> Vocabulary:
    """Return the words of a title, and those of a deputy who plays what the player has asked for."""
    return vocabulary_of(title_key).with_fillers(_DEPUTY)


@cache
def over_vocabulary() -> Vocabulary:
    """Return the words of a reply to a game that is over."""
    return _vocabulary({REMATCH: _REMATCH}, ReplyWords())


@cache
def holiday_vocabulary(title_key: str) -> Vocabulary:
    """Return the words of a title, and those of a player who is back from a holiday."""
    words = TITLES[title_key].reply_words
    return _vocabulary(words.meanings, words, {**_COMMANDS, BACK: _BACK}, _NOT_BACK).with_fillers(_HOLIDAYS)


def words_for_notation(title_key: str, notation: str) -> tuple[str, ...]:
    """Return the suggested words for a notation in the reader's language, () if there are none.

    They are English if replies in that language are not understood yet.
    """
    text = TITLES[title_key].reply_words.suggested.get(notation)
    known = vocabulary_of(title_key).phrases
    for words in (gettext(text).split(", "), text.split(", ")) if text else ():
        if found := tuple(word for word in words if known.get(tuple(words_in(word))) == notation):
            return found
    return ()


def _any_of(phrases: Iterable[str]) -> str:
    """Return a regular expression of phrases with hyphens between their words, the longest first."""
    longest = sorted(phrases, key=len, reverse=True)
    found = "|".join(re.escape(phrase).replace(r"\-", r"[\s-]+") for phrase in longest)
    return rf"(?<![\w'])(?:{found})(?![\w'])"


def _written(words: ReplyWords) -> WrittenWords | None:
    if not words.written:
        return None
    parts = {phrase: part for part, phrases in words.written.items() for phrase in phrases.split()}
    return WrittenWords(parts, re.compile(_any_of(parts)), re.compile(words.naming or "(?!)"))


def as_written(line: str, vocabulary: Vocabulary, *, drops_words: bool = False) -> str:
    """Return a line in plain letters, with notation in place of words: "Flip 57 rotated twice" is "f 57 rotated 2".

    ``drops_words``: without the words that say no more ("f 57 2").
    """
    line, words = plain(line), vocabulary.written
    if words is None:
        return line
    line = re.sub(r"\(([^()]*)\)", r" \1 ", line)
    line = words.naming.sub(lambda found: "".join(name for name, text in found.groupdict().items() if text), line)

    def part_of(found: re.Match[str]) -> str:
        part = words.parts[re.sub(r"[\s-]+", "-", found[0])]
        return part if part or drops_words else found[0]

    return " ".join(words.pattern.sub(part_of, line).split())


def in_notation(title_key: str, line: str) -> str:
    """Return a line of a turn with notation in place of words, as it was written if the title has none."""
    vocabulary = vocabulary_of(title_key)
    return as_written(line, vocabulary, drops_words=True) if vocabulary.written else line
