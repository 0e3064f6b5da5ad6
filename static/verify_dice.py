#!/usr/bin/env python3
"""Check the sealed dice of Marrakech game files: python3 verify_dice.py GAME.mkg [MORE.mkg ...]

Requires only Python 3.8 or later. Prints every mismatch with its line; the exit code is 1 if there is any.

    C = SHA-256("marrakech-dice-v1" + table + S)         the seal, published before anyone took a seat
    K = SHA-256(entropy of seat 0 + of seat 1 + ...)     the shares of all players, in the order of the table's seats
    digest = HMAC-SHA-256(S, K + label + seat + r + k)   label: "" (a roll), "pile" or "order"; r: number of earlier
    results of this label for the seat; k: rejections; the seat in one byte, r and k in four bytes each, big-endian

The first byte of the digest chooses one of n faces, byte % n, if it is below the greatest multiple of n up to 256;
otherwise k grows by one. The die has the faces 1 2 2 3 3 4; a pile has one face for each rug in it (with a coin, one
for each colour).

A game that began with a position of another game has a header Given: the number of results that came with the position.
The dice of this game did not produce them, so they are counted but not compared.
"""

import hashlib
import hmac
import pathlib
import re
import sys

HEADER = re.compile(r'\[([A-Za-z][\w -]*) "((?:[^"\\]|\\["\\])*)"\]\s*(?:;.*)?')
WORD = r"[LFR]?[1-4]>[a-g][1-7][NESW]|\$\d+(?:/\d+)?:[A-D]|#|[cyrp]\+(?:[a-g][1-7][a-g][1-7]|--)|\+--|[LFR]"
LEAVES = r"(?:([A-D]) )?(?:resigns|out of time)|abort"
TURN = re.compile(rf"(\d+)\. (?:abort|([A-D])((?: (?:{WORD}))*)( (?:{LEAVES}))?)")
HEX = "(?:[0-9a-f]{2})"
DEFAULTS = {"rugs": "24", "two_player_colours": "2", "pile": "shuffled", "order": "given"}
COIN, ONE = {"pile": "coin"}, {"rugs": "15", "two_player_colours": "1"}
RULESETS = {"bga-code": COIN, "bga-code-end": COIN, "slides": {**ONE, "order": "rolloff"}, "anu": ONE}
RULESETS.update({key: {} for key in ("gigamic", "gigamic-variant", "bga-help", "summary", "summary-strict")})
OPTIONS = r"(?:rugs=[1-6]?\d(?:/[1-6]?\d){2}(?: |$)|(?!rugs)\w+=\S+(?: |$))*"
REQUIRED = {"Title": "Marrakech", "Ruleset": "|".join(RULESETS), "Options": OPTIONS, "Seats": "[234]", "Table": r"\S+"}
REQUIRED.update(
    {"Commitment": HEX + "{32}", "Secret": HEX + "{32}", "Given": r"(?:\d+(?::(?: (?:\w+ )?[A-D] \d+(?:,|$))+)?)?"}
)


def read(text):
    """Return the games of a file."""
    games = [Game()]
    for number, line in enumerate(text.split("\n"), 1):
        header, turn = HEADER.fullmatch(line.strip()), TURN.fullmatch(" ".join(line.split(";")[0].split()))
        if header:
            if header[1] == "Title" and games[-1].lines:
                games.append(Game())
            games[-1].value[header[1]], games[-1].lines[header[1]] = re.sub(r"\\(.)", r"\1", header[2]), number
        elif turn:
            games[-1].turns.append((number, *turn.groups()))
        elif line.split(";")[0].strip():
            games[-1].add_fault(number, "this is neither a header nor a turn")
    return games


class Game:
    """``value`` and ``lines`` of the headers, ``turns``, ``faults`` (line, text), ``counts``, ``given`` counts."""

    def __init__(self):
        self.value, self.lines, self.turns, self.faults, self.counts, self.given = {}, {}, [], [], {}, {}

    def add_fault(self, where, text):
        """Add a fault of a line, or of the header with this name."""
        self.faults.append((where if isinstance(where, int) else self.lines.get(where, 1), text))

    def check(self):
        """Check the whole game; stop if the rest cannot be checked."""
        changes = dict(word.split("=", 1) for word in self.value.get("Options", "").split() if "=" in word)
        rules = {**DEFAULTS, **RULESETS.get(self.value.get("Ruleset"), {}), **changes}
        letters = "ABCD"[: int(re.sub("[^234]", "", self.value.get("Seats", "")) or 0)]
        needed = {**REQUIRED, **{f"Entropy {letter}": HEX + "{16,64}" for letter in letters}}
        unreadable = [key for key, form in needed.items() if not re.fullmatch(form, self.value.get(key, ""))]
        if unreadable:
            return self.add_fault(unreadable[0], f"[{unreadable[0]}] is missing or unreadable: nothing can be checked")
        self.secret = bytes.fromhex(self.value["Secret"])
        seal = hashlib.sha256(b"marrakech-dice-v1" + self.value["Table"].encode() + self.secret).hexdigest()
        if seal != self.value["Commitment"]:
            self.add_fault("Commitment", "the secret does not match this seal")
        rolloff = self.value.get("Rolloff", "") if rules["order"] == "rolloff" else ";".join(letters)
        table = [entry.split() for entry in rolloff.split(";") if entry.split()]
        if [entry[0] for entry in sorted(table, key=lambda entry: entry[1:], reverse=True)] != list(letters):
            return self.add_fault("Rolloff", "the letters must be complete and in the order of the rolls")
        self.seats = [entry[0] for entry in table]
        self.mixed = hashlib.sha256(bytes.fromhex("".join(self.value[f"Entropy {letter}"] for letter in self.seats)))
        if self.value.get("Mixed", self.mixed.hexdigest()) != self.mixed.hexdigest():
            self.add_fault("Mixed", "this does not match the players' shares")
        given = re.findall(r"(?:(\w+) )?([A-D]) (\d+)", self.value.get("Given", ""))
        self.given = {(label, letter): int(count) for label, letter, count in given}
        for letter, face in [(letter, face) for letter, *faces in table for face in faces]:
            self.expect("Rolloff", "order", letter, "122334", face)
        rugs = self.follow(letters)
        if len(letters) == 2 and rules["two_player_colours"] == "2":
            count, coin = int(rules["rugs"].split("/")[0]), rules["pile"] == "coin"
            self.pile("A", {"c": (count + 1) // 2, "y": count // 2}, coin, rugs["A"])
            self.pile("B", {"r": (count + 1) // 2, "p": count // 2}, coin, rugs["B"])
        if any(self.counts.get(kind, 0) < count for kind, count in self.given.items()):
            self.add_fault("Given", "the game has fewer results than this")

    def expect(self, where, label, letter, faces, found):
        """Compare a result with the dice's next result of this kind for this player."""
        r = self.counts[label, letter] = self.counts.get((label, letter), 0) + 1
        if r <= self.given.get((label, letter), 0):
            return
        head = self.mixed.digest() + label.encode() + bytes([self.seats.index(letter)]) + (r - 1).to_bytes(4, "big")
        k, byte = -1, 256
        while byte >= 256 - 256 % len(faces):
            k += 1
            byte = hmac.new(self.secret, head + k.to_bytes(4, "big"), hashlib.sha256).digest()[0]
        expected = faces[byte % len(faces)]
        if found != expected:
            self.add_fault(where, f"{label or 'roll'} {r} of {letter} is {found}; the dice say {expected}")

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


def main(names):
    """Check files and print the results; return the exit code."""
    code = False
    for name in names:
        for game in read(pathlib.Path(name).read_text(encoding="utf-8-sig", errors="replace")):
            game.check()
            print("".join(f"{name}:{line}: {text}\n" for line, text in sorted(game.faults)), end="")
            given = sum(game.given.values())
            checked = f"{sum(game.counts.values()) - given} results checked"
            inherited = f", {given} more were inherited" if given else ""
            print(f"{name}: {checked}{inherited}, {len(game.faults) or 'no'} faults")
            code |= bool(game.faults)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
