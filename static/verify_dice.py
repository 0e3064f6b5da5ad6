#!/usr/bin/env python3
"""Check the sealed dice of game files: python3 verify_dice.py GAME.mkg [MORE.mkg ...]

Requires only Python 3.8 or later. Prints every mismatch with its line, and how the share of each seat came into the
dice. The exit code is 1 if there is a mismatch, 2 if nothing was compared because all results came with a position of
another game, 3 if a share was never opened, or only after the seat's first action, or if results are lost (see below).

    C = SHA-256("marrakech-dice-v2.1" + table + S)       the seal, published before anyone took a seat
    c = SHA-256("marrakech-share" + table + share)       of each player, published when the game started
    K = SHA-256(all c + all shares opened so far)        all c in the order of the table's seats, shares as opened
    digest = HMAC-SHA-256(S, K + label + seat + r + k)   label: what is drawn, nothing for "roll"; r: number of
    earlier results of this label for the seat; k: rejections; the seat in one byte (255: no seat), r and k in four each

The first byte of the digest (so many bytes as n needs) chooses one of n faces, number % n, if it is below the greatest
multiple of n in reach; otherwise k grows by one. All numbers are big-endian.

Marrakech: the die has the faces 1 2 2 3 3 4, a pile ("pile") one face for each rug in it (with a coin, one for each
colour), and the roll-off ("order") the die's. Other games list each result with its faces in [Chance 1], [Chance 2] ...
as "label:player:r:faces=result;". Faces are names with their number, as in "sun*3,moon"; "-sun" means: those of the
last result of this label without one sun. Whether the list fits the rules and the turns, only the engine can say:
python -m games.engine verify FILE.

Each share is opened once; [Opened] says after which steps and results, and so which K a result has. A share that was
never opened is left out. [Acted] says after how many steps each seat first acted, [Given up] who acted for a seat whose
share was not open. Only the engine can check these numbers; in Marrakech, a roll of the seat shows that it has acted.

Games with [Dice "marrakech-dice-v2"] have "v2" in the seal, and c is SHA-256(share). Games without [Dice ...] have "v1"
in the seal, and K is the SHA-256 of all shares: anyone who knew S and added the last share could choose the dice.

A game can be taken back: then the version ends in "+rewinds", and [Rewound 1], [Rewound 2] ... list what was played and
does not count any more, with results like those of [Chance 1]. They keep their number r, and later results have later
ones. "lost:2:roll/A/3;" means: two more, of nobody knows whom, cannot be shown; r grows by two, for rolls of A from the
fourth on, and for all that is not named from the first one on. Whoever knew S could choose the two: this is a warning.

A game that began with a position of another game has a header Given: the number of results that came with the position.
The dice of this game did not produce them, so they are counted but not compared. A file without results is a fault,
unless the game ended before its first one.

Files may be in UTF-8 or UTF-16; lines that a mail program has quoted with > or wrapped are read as they were.
"""

import hashlib
import hmac
import pathlib
import re
import string
import sys

HEADER = re.compile(r'\[([A-Za-z][\w -]*) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
WORD = r"[LFR]?[1-4]>[a-g][1-7][NESW]|\$\d+(?:/\d+)?:[A-D]|#|[cyrp]\+(?:[a-g][1-7][a-g][1-7]|--)|\+--|[LFR]"
LEAVING = re.compile(r"\d+\. (?:.* )?(?:resigns|out of time|abort)")
LEAVES = r"(?:([A-D]) )?(?:resigns|out of time)|abort"
TURN = re.compile(rf"(\d+)\. (?:abort|([A-D])((?: (?:{WORD}))*)( (?:{LEAVES}))?)")
HEX = "(?:[0-9a-f]{2})"
DEFAULTS = {"rotate": "before", "rugs": "24", "two_player_colours": "2", "pile": "shuffled", "order": "given"}
COIN, ONE = {"pile": "coin"}, {"rugs": "15", "two_player_colours": "1"}
END = {"rotate": "end"}
RULESETS = {"bga-code": COIN, "bga-code-end": {**COIN, **END}, "slides": {**ONE, "order": "rolloff"}, "anu": ONE}
RULESETS.update({"gigamic-variant": END, "gigamic": {}, "bga-help": {}, "summary": {}, "summary-strict": {}})
OPTIONS = r"(?:rugs=[1-6]?\d(?:/[1-6]?\d){2}(?: |$)|(?!rugs)\w+=\S+(?: |$))*"
REQUIRED = {"Title": ".+", "Seats": "[1-9]|1\\d|2[0-6]", "Table": r"\S+"}
MARRAKECH = {"Ruleset": "|".join(RULESETS), "Options": OPTIONS, "Seats": "[234]"}
COUNTS = r"(?::(?: (?:\w+ )?[-A-Z] \d+(?:,|$|(?=;)))+)?"
FACE = r"[\w.>+$#/%]+"
FACES = rf"{FACE}(?:\*\d+)?(?:,{FACE}(?:\*\d+)?)*"
ENTRY = re.compile(rf"({FACE}):([-A-Z]):(\d{{1,6}}):(-?)({FACES}|(?<=-))=({FACE})", re.ASCII)
LOST = re.compile(r"lost:([1-9]\d{0,4}):((?:[\w%]+/[-A-Z]/\d+(?:,|$))*)", re.ASCII)
TAKEN_BACK = re.compile(r"rewind:\d{1,5}|[-A-Z]:[\w.>+$#/%]+", re.ASCII)
REQUIRED.update({"Commitment": HEX + "{32}", "Secret": HEX + "{32}", "Given": rf"(?:\d+{COUNTS})?"})
V1, V2, V21 = "marrakech-dice-v1", "marrakech-dice-v2", "marrakech-dice-v2.1"
REQUIRED.update({"Dice": f"{V2}|{re.escape(V21)}|", "Opened": rf"(?:[A-Z] \d+{COUNTS}(?:; (?=.)|$))*"})
REQUIRED.update({"Acted": r"(?:[A-Z] \d+(?:; (?=.)|$))*"})
REQUIRED.update({"Given up": r"(?:[A-Z] \d+ (?:player|time-out|deputy)(?:; (?=.)|$))*"})
SHARE = HEX + "{16,64}"
OPEN = re.compile(r'(?!\[)|\[[^"\]]*(?:"(?:[^"\\]|\\.)*(?:"\]\s*;.*)?)?$')
WRAPPED = 60  # the least width at which mail programs wrap a line


def decode(data):
    """Return the text of a file in UTF-8 or, with a byte order mark, in UTF-16."""
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig", errors="replace")


def unwrap(text):
    """Return [number, line] of each line, without what mail programs add: marks of quoting, line breaks, odd blanks."""
    found, last = [[0, "[]"]], ""
    for number, raw in enumerate(re.split("\r?\n|\r", re.sub("[^\\S\r\n]|[\u200b\ufeff]", " ", text)), 1):
        line, begun = re.sub("^(?: *>)+", "", raw).strip(), found[-1][1]
        is_new = not OPEN.match(begun) or re.match(r"[\[;]|\d+\.( |$)|$", line)
        if is_new or not last or len(last) + 1 + len(line.split()[0]) < WRAPPED:
            found.append([number, line])
        else:
            found[-1][1] += " " + line
        last = line
    return found[1:]


def read(text):
    """Return the games of a file."""
    games = [Game()]
    for number, line in unwrap(text):
        bare = " ".join(line.split(";")[0].split())
        header, turn = HEADER.fullmatch(line), TURN.fullmatch(bare)
        if header:
            if header[1] == "Title" and games[-1].lines:
                games.append(Game())
            games[-1].value[header[1]], games[-1].lines[header[1]] = re.sub(r"\\(.)", r"\1", header[2]), number
            continue
        if bare:
            games[-1].left.append(bool(LEAVING.fullmatch(bare)))
        if turn:
            games[-1].turns.append((number, *turn.groups()))
        elif bare and games[-1].value.get("Title", "Marrakech") == "Marrakech":
            games[-1].add_fault(number, "this is neither a header nor a turn")
    return games


def counts_of(text):
    """Return the counts of results in [Given], or in an entry of [Opened]."""
    found = re.findall(r"(?:(\w+) )?([-A-Z]) (\d+)", text.partition(":")[2])
    return {(label, letter): int(count) for label, letter, count in found}


DRAWN = {"device": "drawn by the player's own device", "words": "the player's own words", "site": "drawn by the site"}
LATE = "that is after the player's first action"
BY = {"player": "the player", "time-out": "a time-out", "deputy": "the deputy"}


class Game:
    """``value`` and ``lines`` of the headers, ``turns``, ``faults`` (line, text), ``counts``, ``given`` counts.

    ``left`` has True for each turn line that ends with a player's leaving or the game's abort, False for the others.
    ``opened`` has the steps and counts before the opening of each letter's share, ``gone`` the numbers of the results
    that do not count any more, by label and letter, and ``lost`` how many are lost, with the counts before them.
    """

    def __init__(self):
        self.value, self.lines, self.turns, self.faults, self.counts, self.given = {}, {}, [], [], {}, {}
        self.left, self.seats, self.opened = [], [], {}
        self.gone, self.lost = {}, []

    def add_fault(self, where, text):
        """Add a fault of a line, or of the header with this name."""
        self.faults.append((where if isinstance(where, int) else self.lines.get(where, 1), text))

    def check(self):
        """Check the whole game; stop if the rest cannot be checked."""
        self.value["Dice"] = re.sub(rf"({V1})?\+rewinds$", "", self.value.get("Dice", ""))
        is_listed = self.value.get("Title", "Marrakech") != "Marrakech"
        changes = dict(word.split("=", 1) for word in self.value.get("Options", "").split() if "=" in word)
        rules = {**DEFAULTS, **RULESETS.get(self.value.get("Ruleset"), {}), **changes}
        seats = self.value.get("Seats", "")
        letters = string.ascii_uppercase[: int(seats) if re.fullmatch(REQUIRED["Seats"], seats) else 0]
        needed = {**REQUIRED, **({} if is_listed else MARRAKECH), **{f"Entropy {letter}": SHARE for letter in letters}}
        if self.value.get("Dice"):
            needed.update({f"Entropy {letter}": SHARE + "|" for letter in letters})
            needed.update({f"Commitment {letter}": HEX + "{32}" for letter in letters})
            needed.update({f"Drawn {letter}": "device|words|site" for letter in letters})
        unreadable = [key for key, form in needed.items() if not re.fullmatch(form, self.value.get(key, ""), re.A)]
        protocol = self.value.get("Dice") or V1
        unreadable += ["Acted"] * (protocol == V21 and "Acted" not in self.value)
        if unreadable:
            return self.add_fault(unreadable[0], f"[{unreadable[0]}] is missing or unreadable: nothing can be checked")
        self.secret = bytes.fromhex(self.value["Secret"])
        seal = hashlib.sha256(protocol.encode() + self.value["Table"].encode() + self.secret).hexdigest()
        if seal != self.value["Commitment"]:
            self.add_fault("Commitment", "the secret does not match this seal")
        rolled = rules["order"] == "rolloff" and not is_listed
        rolloff = self.value.get("Rolloff", "") if rolled else ";".join(letters)
        table = [entry.split() for entry in rolloff.split(";") if entry.split()]
        if [entry[0] for entry in sorted(table, key=lambda entry: entry[1:], reverse=True)] != list(letters):
            return self.add_fault("Rolloff", "the letters must be complete and in the order of the rolls")
        self.seats = [entry[0] for entry in table]
        self.free_rolls = None if is_listed else 1 if rules["rotate"] == "end" else 0
        self.mix()
        self.check_entries()
        if self.value.get("Mixed", self.mixes[-1][1].hex()) != self.mixes[-1][1].hex():
            self.add_fault("Mixed", "this does not match the players' shares")
        self.given = counts_of(self.value.get("Given", ""))
        self.follow_rewound()
        if is_listed:
            self.follow_list()
        else:
            self.follow_marrakech(letters, table, rules)
        self.check_counts()
        if not self.counts and not (all(self.left) if is_listed else any(self.left[-1:])):
            lacking = 'this is not "Marrakech", and [Chance 1] is missing' if is_listed else "there are no results"
            self.add_fault("Title", f"nothing can be checked: {lacking}")

    def check_counts(self):
        """Check that no result is missing, and that there are as many as the headers say."""
        for kind, numbers in self.gone.items():
            self.counts[kind] = self.next_number(kind)
            if self.counts[kind] <= max(numbers):
                self.add_fault("Rewound 1", "a result is missing in the count")
        for key, claimed in [("Given", self.given), *(("Opened", before) for before, _mixed in self.mixes)]:
            if any(self.counts.get(kind, 0) < count for kind, count in claimed.items()):
                self.add_fault(key, "the game has fewer results than this")

    def is_inherited(self):
        """Return True if all results came with a position of another game."""
        return bool(self.given) and sum(self.counts.values()) == sum(self.given.values()) and not any(self.left[-1:])

    def mix(self):
        """Check the shares and set ``mixes``: each K, with the counts of results before it."""
        shares = {letter: bytes.fromhex(self.value.get(f"Entropy {letter}", "")) for letter in self.seats}
        if not self.value.get("Dice"):
            self.mixes = [({}, hashlib.sha256(b"".join(shares.values())).digest())]
            return
        known = bytes.fromhex("".join(self.value[f"Commitment {letter}"] for letter in self.seats))
        self.mixes, opened = [({}, hashlib.sha256(known).digest())], self.value.get("Opened", "")
        prefix = b"marrakech-share" + self.value["Table"].encode() if self.value["Dice"] == V21 else b""
        for entry in opened.split("; ") if opened else []:
            share, before = shares.pop(entry[0], b""), counts_of(entry)
            self.opened[entry[0]] = int(re.match(r"\d+", entry[2:])[0]), before
            if hashlib.sha256(prefix + share).hexdigest() != self.value.get(f"Commitment {entry[0]}"):
                self.add_fault("Opened", f"the share of {entry[0]} is not the one that this player was committed to")
            if any(before.get(kind, 0) < count for kind, count in self.mixes[-1][0].items()):
                self.add_fault("Opened", "the shares must be in the order of their opening")
            known += share
            self.mixes.append((before, hashlib.sha256(known).digest()))
        if any(shares.values()):
            self.add_fault("Opened", "this does not say when each share was opened")

    def check_entries(self):
        """Check whom [Acted] and [Given up] name, and that each share was given up with its seat's first action."""
        for key in ("Acted", "Given up"):
            if len({*dict(self.entries(key))} & {*self.seats}) < len(self.entries(key)):
                self.add_fault(key, "this must name players of the game, each once")
        for letter, (ply, _by) in self.entries("Given up"):
            if letter in self.opened or (letter, [ply]) not in self.entries("Acted"):
                self.add_fault("Given up", f"the share of {letter} was opened, or [Acted] names another step")

    def entries(self, key):
        """Return [letter, number, ...] of each entry of a header."""
        return [(entry.split()[0], entry.split()[1:]) for entry in self.value.get(key, "").split("; ") if entry]

    def shares(self):
        """Return [letter, how its share came into the dice, whether that protects its player]: for None, not."""
        given_up, acted = dict(self.entries("Given up")), {key: int(ply) for key, (ply,) in self.entries("Acted")}
        return [self.share(letter, acted, given_up) for letter in sorted(self.seats) if self.value.get("Dice")]

    def share(self, letter, acted, given_up):
        """Return what ``shares`` returns for one seat."""
        source = self.value[f"Drawn {letter}"]
        if letter not in self.opened:
            by = f" (given up by {BY[given_up[letter][1]]})" if letter in given_up else ""
            return letter, f"{DRAWN[source]}, never opened{by}: WARNING: no result depends on it", False
        ply, before = self.opened[letter]
        rolls = before.get(("", letter), 0) - self.given.get(("", letter), 0)
        number = max(0, sum(before.values()) - sum(self.given.values())) + 1
        has_acted = ply > acted.get(letter, ply) or (self.free_rolls is not None and rolls > self.free_rolls)
        if number > 1 if source == "site" else has_acted:
            why = "the site opens its shares at the start" if source == "site" else LATE
            return letter, f"{DRAWN[source]}, opened before result {number}: WARNING: {why}", False
        when = "opened at the start" if source == "site" else f"opened in time, before result {number}"
        return letter, f"{DRAWN[source]}, {when}", source == "device"

    def expect(self, where, label, letter, faces, found):
        """Compare a result that counts with the dice's next result of this kind for this player."""
        number = self.next_number((label, letter))
        self.counts[label, letter] = number + 1
        self.compare(where, label, letter, number, faces, found)

    def next_number(self, kind):
        """Return the number, from 0, of the next result of a label and a letter that was not taken back."""
        number = self.counts.get(kind, 0)
        while number in self.gone.get(kind, ()):
            number += 1
        return number

    def compare(self, where, label, letter, number, faces, found):
        """Compare a result with what the dice say."""
        kind = label, letter
        if number < self.given.get(kind, 0):
            return
        mixed = [mixed for before, mixed in self.mixes if before.get(kind, 0) <= number][-1]
        seat = 255 if letter == "-" else self.seats.index(letter)
        r = number + sum(lost for lost, before in self.lost if before.get(kind, 0) <= number)
        head = mixed + label.encode() + bytes([seat]) + r.to_bytes(4, "big")
        width = max(1, ((len(faces) - 1).bit_length() + 7) // 8)
        k, drawn, limit = -1, 256**width, 256**width - 256**width % len(faces)
        while drawn >= limit:
            k += 1
            digest = hmac.new(self.secret, head + k.to_bytes(4, "big"), hashlib.sha256).digest()
            drawn = int.from_bytes(digest[:width], "big")
        expected = faces[drawn % len(faces)]
        if found != expected:
            self.add_fault(where, f"{label or 'roll'} {number + 1} of {letter} is {found}; the dice say {expected}")

    def parts(self, kind):
        """Yield [header, part] of the text that the headers of a kind have together."""
        rest = ""
        for key in [key for key in self.value if key.startswith(f"{kind} ")]:
            *parts, rest = (rest + self.value[key]).split(";")
            yield from [(key, part) for part in parts]
        if rest:
            self.add_fault(key, f"this cannot be read: {rest}")

    def result(self, entry, faces):
        """Return label, letter, number, faces and result of an entry, or what is wrong with it. Note its ``faces``."""
        found = ENTRY.fullmatch(entry)
        if not found or (found[2] != "-" and found[2] not in self.seats):
            return f"this cannot be read: {entry}"
        label, letter, number, minus, names, result = found.groups()
        parts = [part.partition("*") for part in names.split(",") if part]
        weights = {name: int(weight or 1) for name, _, weight in parts}
        if len(weights) < len(parts):
            return f"this lists a face twice: {entry}"
        if minus:
            before, less = faces.get(label, {}), weights
            weights = {name: weight - less.get(name, 0) for name, weight in before.items()}
            if not set(less) <= set(before) or any(weight < 0 for weight in weights.values()):
                return f"this was not left: {entry}"
            weights = {name: weight for name, weight in weights.items() if weight}
        faces[label], label = weights, "" if label == "roll" else label
        if result not in weights:
            return f"this does not follow from the results before it: {entry}"
        return label, letter, int(number), [name for name, weight in weights.items() for _ in range(weight)], result

    def follow_list(self):
        """Check the results that [Chance 1], [Chance 2] ... list."""
        faces = {}
        for key, entry in self.parts("Chance"):
            found = self.result(entry, faces)
            if isinstance(found, str):
                return self.add_fault(key, found)
            label, letter, number, names, result = found
            if number != self.next_number((label, letter)):
                return self.add_fault(key, f"this does not follow from the results before it: {entry}")
            self.expect(key, label, letter, names, result)

    def follow_rewound(self):
        """Check the results that [Rewound 1], [Rewound 2] ... list: those that do not count any more."""
        faces, results = {}, []
        for key, entry in self.parts("Rewound"):
            lost = LOST.fullmatch(entry)
            if lost:
                named = re.findall(r"([\w%]+)/([-A-Z])/(\d+)", lost[2])
                before = {("" if label == "roll" else label, letter): int(count) for label, letter, count in named}
                self.lost.append((int(lost[1]), before))
            elif TAKEN_BACK.fullmatch(entry):
                faces = {} if entry.startswith("rewind:") else faces
                if entry.startswith("rewind:") and int(entry[7:]) < int((self.value.get("Given") or "0").split(":")[0]):
                    self.add_fault(key, "this takes back what came with the position of another game")
            else:
                found = self.result(entry, faces)
                if isinstance(found, str):
                    return self.add_fault(key, found)
                label, letter, number, *_rest = found
                if number in self.gone.setdefault((label, letter), set()):
                    return self.add_fault(key, f"this has the number of another result: {entry}")
                self.gone[label, letter].add(number)
                results.append((key, *found))
        for result in results:
            self.compare(*result)

    def follow_marrakech(self, letters, table, rules):
        """Check the rolls and draws that the turns of Marrakech have."""
        for letter, face in [(letter, face) for letter, *faces in table for face in faces]:
            self.expect("Rolloff", "order", letter, "122334", face)
        rugs = self.follow(letters)
        if len(letters) == 2 and rules["two_player_colours"] == "2":
            count, coin = int(rules["rugs"].split("/")[0]), rules["pile"] == "coin"
            self.pile("A", {"c": (count + 1) // 2, "y": count // 2}, coin, rugs["A"])
            self.pile("B", {"r": (count + 1) // 2, "p": count // 2}, coin, rugs["B"])

    def follow(self, letters):
        """Check the player and the roll of each turn; return [(line, colour)] of the rugs that each player has used."""
        rugs, due, out = {letter: [] for letter in letters}, letters[0], {""}
        for count, (line, number, seat, words, ending, leaver) in enumerate(self.turns, 1):
            if int(number) != count or (seat or due) not in (due if words else letters):
                self.add_fault(line, f"this should be turn {count}, of {due}")
                continue
            for word in (words or "").split():
                if ">" in word:
                    self.expect(line, "", seat, "122334", word.lstrip("LFR")[0])
                elif "+" in word:
                    rugs[seat].append((line, word[0]))
            leaves = (leaver or seat) if ending and ending != " abort" else ""
            out |= {leaves, seat if "#" in (words or "") else ""}
            if leaves in (("", seat) if words else (due,)):
                due = next((at for at in letters[letters.index(due) + 1 :] + letters if at not in out), due)
        return rugs

    def pile(self, letter, left, coin, used):
        """Check the order of two colours from a pile. [Next] contains the rugs that were drawn but not placed."""
        unlaid = re.findall(rf"(?:^|,) *{letter} (\w)(?= *(?:,|$))", self.value.get("Next", ""))
        for where, colour in [*used, ("Next", "+")]:
            faces = "".join(at * (1 if coin else count) for at, count in left.items() if count)
            if len(set(faces)) == 2:
                colour = unlaid.pop(0) if colour == "+" and unlaid else colour
                self.expect(where, "pile", letter, faces, colour)
            elif colour not in faces + "+":
                self.add_fault(where, f"{letter} has no rug of this colour left")
            colour = colour if colour in left else faces[:1]
            left[colour] = left.get(colour, 0) - 1


def summed_up(shares):
    """Return how many shares protect their players: those that their own devices drew and opened in time."""
    count = sum(protects for _letter, _text, protects in shares)
    told = "1 was drawn by a player's own device" if count == 1 else f"{count} were drawn by the players' own devices"
    return f"; of {len(shares)} shares, {told} and opened in time" if shares else ""


def main(names):
    """Check files and print the results; return the exit code."""
    code = 0
    for name in names:
        for game in read(decode(pathlib.Path(name).read_bytes())):
            game.check()
            print("".join(f"{name}:{line}: {text}\n" for line, text in sorted(game.faults)), end="")
            given = sum(game.given.values())
            checked = f"{sum(game.counts.values()) - given} results checked"
            inherited = f", {given} more were inherited" if given else ""
            inherited += ": nothing could be checked" if game.is_inherited() else ""
            shares = game.shares()
            print(f"{name}: {checked}{inherited}, {len(game.faults) or 'no'} faults{summed_up(shares)}")
            lost, gone = sum(count for count, _before in game.lost), sum(map(len, game.gone.values()))
            taken = f"  taken back: {gone}\n" * (gone > 0) + f"  WARNING: lost results: {lost}\n" * (lost > 0)
            print("".join(f"  {letter}: {text}\n" for letter, text, _protects in shares) + taken, end="")
            has_warning = lost or any("WARNING" in text for _letter, text, _protects in shares)
            found = 1 if game.faults else 2 if game.is_inherited() else 3 if has_warning else 0
            code = max(code, found, key=[0, 3, 2, 1].index)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
