"""The table of tiles, and what a face of it says.

A line is ``id | face A`` or ``id | face A | face B``; a face is its edges (north, east, south, west), its land
segments, its parts of beasts and its treasures.
"""

from dataclasses import dataclass, field

TABLE = """\
S00 | sgob N,EW,S bh:W,oe:S -
T01 | wwbb NE,SW bm:SW,ws:NE -
T02 | swbb NE,SW bm:SW,we:E SW=gold
T03 | gbbo NES,W bm:ES,oe:W -
T04 | swwb NES,W bt:W,ws:ES -
T05 | bggw NES,W bh:N,we:W NES=silver,W=flower
T06 | sobb NE,SW bm:SW,oe:E SW=gold
T07 | oobb NE,SW bm:SW,om:NE SW=gold
T08 | wwbg NE,SW bh:S,wm:NE -
T09 | oobb NE,SW bm:SW,om:NE SW=silver
T10 | osbb NE,SW bm:SW,oe:N -
T11 | oobb NE,SW bm:SW,om:NE NE=flower
T12 | oobg NE,SW bt:S,om:NE -
T13 | wswb NES,W bt:W,ws:NS -
T14 | wwog NES,W oe:S,wm:NE -
T15 | soob NES,W bh:W,om:ES -
T16 | owwg NES,W oe:N,ws:ES W=silver
T17 | bbgo NES,W oe:W,bm:NE W=flower
T18 | wwgb NE,SW ws:NE,bh:W -
T19 | oowg NES,W we:S,om:NE W=gold
T20 | ggbw NES,W bt:S,we:W NES=silver
T21 | swsb NES,W we:E,bh:W NES=flower
T22 | bbgw NE,S,W we:W,bm:NE -
T23 | sogb NE,SW bh:W,oe:E -
T24 | sgob N,EW,S bt:W,oe:S EW=silver
T25 | oobg NE,SW om:NE,bh:S -
T26 | osbb N,E,SW bm:SW,oe:N E=flower
T27 | ooog NES,W om:NE,oe:S W=silver
T28 | oobb NE,SW om:NE,bm:SW -
T29 | bggo NES,W bh:N,oe:W -
T30 | soog NES,W om:ES -
T31 | sssb NES,W bt:W -
T32 | sssb NES,W bt:W -
T33 | ggbs NES,W bt:S W=flower
T34 | wwgg NE,SW wm:NE -
T35 | ssgb NE,SW bh:W -
T36 | wgwg NS,E,W ws:NS W=silver
T37 | gggw NES,W we:W NES=gold
T38 | gggo NES,W oe:W -
T39 | sogg NE,SW oe:E -
T40 | gbbs NES,W bm:ES -
T41 | gggo NES,W oe:W -
T42 | ogog N,EW,S om:NS N=flower
T43 | wgwg NS,E,W ws:NS W=silver
T44 | wwgg NE,SW ws:NE NE=flower
T45 | gggo NES,W oe:W -
T46 | sbsb N,EW,S bm:EW S=flower
T47 | ossg NES,W oe:N -
T48 | gggw NES,W we:W -
T49 | ssgg NE,SW - -
T50 | gggs NES,W - -
T51 | ssgg N,E,SW - -
T52 | sssg NES,W - -
T53 | sgsg N,EW,S - N=flower
T54 | ssgg NE,SW - SW=silver
T55 | sssg NES,W - -
T56 | ssgg NE,SW - SW=silver
T57 | oobb NE,SW bm:SW,om:NE - | oobb NE,S,W oe:N,oe:E,bt:S,bh:W -
T58 | oogb NE,SW bt:W,om:NE - | oogb NE,S,W oe:N,oe:E,bt:W -
T59 | gbbo NES,W bm:ES,oe:W - | gbbo N,E,S,W bt:E,bh:S,oe:W -
T60 | wbsb NS,E,W bm:EW,we:N - | wbsb N,EW,S we:N,bt:E,bh:W -
T61 | wsbb NE,SW bm:SW,we:N - | wsbb NE,S,W we:N,bt:S,bh:W -
T62 | osob NES,W bt:W,om:NS NES=flower | osob N,ES,W oe:N,oe:S,bh:W -
T63 | swbb NE,SW bm:SW,we:E NE=flower | swbb N,E,SW we:E,bt:S,bt:W E=flower,SW=gold
T64 | wwsb NES,W bt:W,ws:NE - | wwsb N,ES,W wm:NE,bt:W -
T65 | wwbg NE,SW bh:S,ws:NE - | wwbg NE,S,W wm:NE,bh:S NE=flower,S=gold,W=silver
T66 | gbbo NES,W bm:ES,oe:W NES=gold | gbbo N,ES,W bt:E,bt:S,oe:W -
T67 | wswb NES,W bh:W,ws:NS - | wswb NE,S,W ws:NS,bt:W -
T68 | wwbb NE,SW ws:NE,bm:SW - | wwbb N,E,SW wm:NE,bt:S,bh:W SW=silver
T69 | sogb NE,SW bt:W,oe:E - | sogb N,E,SW oe:E,bh:W -
T70 | oosg NES,W om:NE - | oosg N,E,S,W oe:N,oe:E -
T71 | oosg NES,W om:NE NES=flower | oosg NE,S,W oe:N,oe:E -
T72 | sogg NE,SW oe:E - | sogg N,E,SW oe:E -
T73 | ssbb NE,SW bm:SW - | ssbb NE,S,W bt:S,bt:W -
T74 | sbsg N,EW,S bh:E EW=silver | sbsg NS,E,W bt:E -
T75 | swsg NES,W we:E NES=flower | swsg NE,S,W we:E NE=flower
T76 | sgwg NS,E,W we:S - | sgwg N,EW,S we:S EW=silver,S=flower
T77 | swgg N,E,SW we:E SW=silver | swgg NE,SW we:E NE=flower,SW=silver
T78 | ssbb NE,SW bm:SW NE=flower | ssbb N,E,SW bt:S,bh:W N=flower,SW=gold
T79 | wwgg NE,SW wm:NE - | wwgg NE,S,W ws:NE -
T80 | sogg NE,SW oe:E - | sogg N,E,SW oe:E SW=gold
T81 | sgog NS,E,W oe:S - | sgog N,EW,S oe:S -
T82 | ssbb NE,SW bm:SW SW=gold | ssbb NE,S,W bh:S,bh:W -
T83 | ssgg NE,SW - NE=flower,SW=gold | ssgg NE,S,W - -
T84 | gggs NES,W - - | gggs NE,S,W - -
"""

LAND = {"g": "grass", "s": "sand", "o": "sand", "w": "sand", "b": "grass"}
PLAIN = {"g": "g", "s": "s", "o": "s", "w": "s", "b": "g"}
REACH = {"oe": 1, "om": 2, "we": 1, "wm": 2, "ws": 2, "bh": 1, "bt": 1, "bm": 2}


@dataclass
class Face:
    """One printed face of a tile, as the table gives it: edges are numbered N, E, S, W = 0, 1, 2, 3."""

    edges: str
    lands: list[list[int]] = field(default_factory=list)
    beasts: list[tuple[str, list[int]]] = field(default_factory=list)
    treasures: dict[int, str] = field(default_factory=dict)

    def names(self) -> list[str]:
        """Return the names of all segments: L0, L1, ... and then B0, B1, ..."""
        return [f"L{i}" for i in range(len(self.lands))] + [f"B{i}" for i in range(len(self.beasts))]

    def printed_edges(self, name: str) -> list[int]:
        """Return the printed edges that a segment reaches."""
        index = int(name[1:])
        return self.lands[index] if name[0] == "L" else self.beasts[index][1]

    def land_at(self, edge: int) -> str:
        """Return the name of the land segment that owns a printed edge."""
        return next(f"L{i}" for i, edges in enumerate(self.lands) if edge in edges)

    def beast_at(self, edge: int) -> int | None:
        """Return the index of the beast part that owns a printed edge."""
        return next((i for i, (_, edges) in enumerate(self.beasts) if edge in edges), None)


def numbers(edges: str) -> list[int]:
    """Read edges such as NE or EW."""
    return ["NESW".index(letter) for letter in edges]


def read_face(text: str) -> Face:
    """Read the four fields of a face and check it."""
    edges, lands, beasts, treasures = text.split()
    face = Face(edges, [numbers(group) for group in lands.split(",")])
    if beasts != "-":
        for part in beasts.split(","):
            kind, reached = part.split(":")
            face.beasts.append((kind, numbers(reached)))
    if treasures != "-":
        for treasure in treasures.split(","):
            group, kind = treasure.split("=")
            face.treasures[face.lands.index(numbers(group))] = kind
    check(face)
    return face


def check(face: Face) -> None:
    """Refuse a face that the table may not hold."""
    assert len(face.edges) == 4
    assert set(face.edges) <= set("gsowb")
    assert sorted(edge for group in face.lands for edge in group) == [0, 1, 2, 3]
    for lands in face.lands:
        assert len({LAND[face.edges[edge]] for edge in lands}) == 1
    crawled = [edge for edge in range(4) if face.edges[edge] in "owb"]
    assert sorted(edge for _, edges in face.beasts for edge in edges) == crawled
    for kind, edges in face.beasts:
        assert len(edges) == REACH[kind]
        assert {face.edges[edge] for edge in edges} == {kind[0]}
    for land, treasure in face.treasures.items():
        ground = LAND[face.edges[face.lands[land][0]]]
        assert ground == {"gold": "grass", "silver": "grass", "flower": "sand"}[treasure]


def read_table() -> dict[int, list[Face]]:
    """Return the faces of every tile by its number: one face, or two for a tile with a shovel."""
    tiles: dict[int, list[Face]] = {}
    for line in TABLE.splitlines():
        name, *faces = line.split("|")
        tiles[int(name.strip()[1:])] = [read_face(face) for face in faces]
    assert sorted(tiles) == list(range(85))
    for faces_of_one in tiles.values():
        assert len({face.edges for face in faces_of_one}) == 1
    return tiles


TILES = read_table()
