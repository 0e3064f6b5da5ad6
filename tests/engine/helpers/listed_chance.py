"""The vectors of the dice as files that list results, as those of titles other than Marrakech."""

from typing import Any

from games.engine.dice import PROTOCOLS, V1, V21
from games.engine.values import Chance

WEIGHTS = (("fjord", 2), ("quartz", 33_000), ("zephyr", 4), ("a gust", 1))


def shuffle_chances(vector: dict[str, Any]) -> list[Chance]:
    """Return the 84 draws that shuffle a pile, each from what is left, by the seats in turn."""
    seats, left, chances = len(vector["shares"]), [f"T{number:02}" for number in range(1, 85)], []
    for number, tile in enumerate(vector["shuffle"]):
        chances.append(Chance("pile", number % seats, number // seats, tuple((one, 1) for one in left)))
        left.remove(tile)
    return chances


def listed_file(vector: dict[str, Any]) -> str:
    """Return a file with the results of a vector and nothing else; all shares were opened before the first."""
    letters = "ABCD"[: len(vector["shares"])]
    headers = {"Title": "Other", "Seats": len(letters), "Table": vector["table"], "Commitment": vector["commitment"]}
    headers |= {"Secret": vector["secret"], "Mixed": vector["mixed"]}
    headers |= {f"Entropy {letter}": share for letter, share in zip(letters, vector["shares"], strict=True)}
    if vector["version"] > V1:
        fixed = zip(letters, vector["commitments"], strict=True)
        headers |= {"Dice": PROTOCOLS[vector["version"]]} | {f"Commitment {letter}": text for letter, text in fixed}
        headers |= {f"Drawn {letter}": "device" for letter in letters}
        for seat in set(range(len(letters))) - set(vector["openings"]):
            del headers[f"Entropy {letters[seat]}"]
        headers["Opened"] = "; ".join(f"{letters[seat]} 0" for seat in vector["openings"])
        headers |= {"Acted": ""} if vector["version"] == V21 else {}
    entries, before = [], ",".join(f"T{number:02}" for number in range(1, 85))
    for chance, tile in zip(shuffle_chances(vector), vector["shuffle"], strict=True):
        entries.append(f"pile:{letters[chance.seat or 0]}:{chance.number}:{before}={tile};")
        before = f"-{tile}"
    outcomes = "fjord*2,quartz*33000,zephyr*4,a%20gust"
    for number, one in enumerate(vector["weighted"]):
        entries.append(f"wind:-:{number}:{'-' if number else outcomes}={one['result'].replace(' ', '%20')};")
    headers |= {f"Chance {number}": entry for number, entry in enumerate(entries, 1)}
    return "".join(f'[{key} "{value}"]\n' for key, value in headers.items())
