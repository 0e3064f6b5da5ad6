#!/usr/bin/env python3
"""Check the sealed dice of Marrakech game files: python3 verify_dice.py GAME.mkg [MORE.mkg ...]

Needs nothing but Python 3.8 or later. Prints whatever does not fit, with its line; the exit code is 1 if there is any.

    C = SHA-256("marrakech-dice-v1" + table + S)         the seal, published before anybody sat down
    K = SHA-256(entropy of seat 0 + of seat 1 + ...)     what all players added, in the order of the table's seats
    digest = HMAC-SHA-256(S, K + label + seat + r + k)   label: "" (a roll), "pile" or "order"; r: how many results of
    this label the seat has had before; k: rejections; the seat in one byte, r and k in four each, big-endian

The first byte of the digest picks one of n faces, byte % n, if it is below the greatest multiple of n up to 256; else k
grows by one. The die has the faces 1 2 2 3 3 4; a pile one for each rug still in it (with a coin, one for each colour).

A game that was played on from a position of another one has a header Given: so many results came with that position.
Its own dice do not answer for those; they are counted, and not compared.
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
USUAL = {"rugs": "24", "two_player_colours": "2", "pile": "shuffled", "order": "given"}
COIN, ONE = {"pile": "coin"}, {"rugs": "15", "two_player_colours": "1"}
RULESETS = {"bga-code": COIN, "bga-code-end": COIN, "slides": {**ONE, "order": "rolloff"}, "anu": ONE}
RULESETS.update({key: {} for key in ("gigamic", "gigamic-variant", "bga-help", "summary", "summary-strict")})
OPTIONS = r"(?:rugs=[1-6]?\d(?:/[1-6]?\d){2}(?: |$)|(?!rugs)\w+=\S+(?: |$))*"
NEEDED = {"Title": "Marrakech", "Ruleset": "|".join(RULESETS), "Options": OPTIONS, "Seats": "[234]", "Table": r"\S+"}
NEEDED.update(
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
            games[-1].wrong(number, "this is neither a header nor a turn")
    return games


class Game:
    """``value`` and ``lines`` of the headers, ``turns``, ``faults`` (line, text), ``counts``, ``given`` counts."""

    def __init__(self):
        self.value, self.lines, self.turns, self.faults, self.counts, self.given = {}, {}, [], [], {}, {}

    def wrong(self, where, text):
        """Note a fault in a line, or in the header of this name."""
        self.faults.append((where if isinstance(where, int) else self.lines.get(where, 1), text))

    def check(self):
        """Check everything; stop where the rest cannot be checked."""
        changes = dict(word.split("=", 1) for word in self.value.get("Options", "").split() if "=" in word)
        rules = {**USUAL, **RULESETS.get(self.value.get("Ruleset"), {}), **changes}
        letters = "ABCD"[: int(re.sub("[^234]", "", self.value.get("Seats", "")) or 0)]
        needed = {**NEEDED, **{f"Entropy {letter}": HEX + "{16,64}" for letter in letters}}
        odd = [key for key, form in needed.items() if not re.fullmatch(form, self.value.get(key, ""))]
        if odd:
            return self.wrong(odd[0], f"[{odd[0]}] is missing or unreadable: nothing can be checked")
        self.secret = bytes.fromhex(self.value["Secret"])
        seal = hashlib.sha256(b"marrakech-dice-v1" + self.value["Table"].encode() + self.secret).hexdigest()
        if seal != self.value["Commitment"]:
            self.wrong("Commitment", "the secret does not fit this seal")
        told = self.value.get("Rolloff", "") if rules["order"] == "rolloff" else ";".join(letters)
        table = [entry.split() for entry in told.split(";") if entry.split()]
        if [entry[0] for entry in sorted(table, key=lambda entry: entry[1:], reverse=True)] != list(letters):
            return self.wrong("Rolloff", "all letters must be there, in the order that was rolled")
        self.seats = [entry[0] for entry in table]
        self.mixed = hashlib.sha256(bytes.fromhex("".join(self.value[f"Entropy {letter}"] for letter in self.seats)))
        if self.value.get("Mixed", self.mixed.hexdigest()) != self.mixed.hexdigest():
            self.wrong("Mixed", "this is not what the players' shares make together")
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
            self.wrong("Given", "there are not as many results here")

    def expect(self, where, label, letter, faces, found):
        """Compare a result with the next one of this kind that the dice have for this player."""
        r = self.counts[label, letter] = self.counts.get((label, letter), 0) + 1
        if r <= self.given.get((label, letter), 0):
            return
        head = self.mixed.digest() + label.encode() + bytes([self.seats.index(letter)]) + (r - 1).to_bytes(4, "big")
        k, byte = -1, 256
        while byte >= 256 - 256 % len(faces):
            k += 1
            byte = hmac.new(self.secret, head + k.to_bytes(4, "big"), hashlib.sha256).digest()[0]
        if found != faces[byte % len(faces)]:
            self.wrong(where, f"{label or 'roll'} {r} of {letter} is {found}; the dice say {faces[byte % len(faces)]}")

    def follow(self, letters):
        """Check turn by turn who plays and rolls; return [(line, colour)] of the rugs that each player has used."""
        rugs, due, out = {letter: [] for letter in letters}, letters[0], {""}
        for count, (line, number, seat, words, ending, leaver) in enumerate(self.turns, 1):
            if int(number) != count or (seat or due) not in (due if words else letters):
                self.wrong(line, f"this should be turn {count}, of {due}")
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
        """Check in which order two colours came from a pile. What was drawn and never laid stands in [Next]."""
        unlaid = re.findall(rf"(?:^|,) *{letter} (\w)(?= *(?:,|$))", self.value.get("Next", ""))
        for where, colour in [*used, ("Next", "+")]:
            faces = "".join(at * (1 if coin else count) for at, count in left.items() if count)
            if len(set(faces)) == 2:
                colour = unlaid.pop(0) if colour == "+" and unlaid else colour
                self.expect(where, "pile", letter, faces, colour)
            elif colour not in faces + "+":
                self.wrong(where, f"{letter} has no such rug left")
            colour = colour if colour in left else faces[:1]
            left[colour] = left.get(colour, 0) - 1


def main(names):
    """Check files and print what was found; return the exit code."""
    code = False
    for name in names:
        for game in read(pathlib.Path(name).read_text(encoding="utf-8-sig", errors="replace")):
            game.check()
            print("".join(f"{name}:{line}: {text}\n" for line, text in sorted(game.faults)), end="")
            given = sum(game.given.values())
            told = f", {given} more were given" if given else ""
            print(
                f"{name}: {sum(game.counts.values()) - given} results checked{told}, {len(game.faults) or 'no'} faults"
            )
            code |= bool(game.faults)
    return code


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
