"""Letters drawn with a pen, so that a picture of the board looks the same where no font is installed.

Each character stands on a base line at y = 0 and is ten units high (small letters seven); the first number is its
width. Only what boards are labelled with is here: digits, capitals, small letters.
"""

from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
HEIGHT = 0.7  # of a capital, in font sizes
PEN = 1.9
GLYPHS: dict[str, tuple[float, str]] = {
    "0": (6, "M3-10Q6-10 6-5T3 0 0-5 3-10z"),
    "1": (4, "M.5-8 2.7-10V0M.4 0H5"),
    "2": (6, "M.3-7.6Q.5-10 3-10 5.8-10 5.8-7.4C5.8-5 2-3 .2 0H6"),
    "3": (6, "M.3-9.2Q1.4-10 3-10 5.6-10 5.6-7.7 5.6-5.4 2.6-5.3 6-5.3 6-2.7 6 0 3 0 1.2 0 0-1"),
    "4": (6.4, "M4.7 0V-10L0-3H6.6"),
    "5": (6, "M5.5-10H.8L.5-5.4Q1.6-6.2 3-6.2 6-6.2 6-3.1 6 0 2.8 0 1.2 0 0-.9"),
    "6": (6, "M5.4-9.5Q4.6-10 3.7-10 0-9.6 0-4 0 0 3.1 0 6 0 6-3.1 6-6 3.2-6 .4-6 .1-3"),
    "7": (6, "M0-10H6Q3-5 2.2 0"),
    "8": (6, "M3-5.4Q.5-5.6 .5-7.7T3-10 5.5-7.7 3-5.4Q0-5.2 0-2.6T3 0 6-2.6 3-5.4z"),
    "9": (6, "M.6-.5Q1.4 0 2.3 0 6-.4 6-6 6-10 2.9-10 0-10 0-6.9 0-4 2.8-4 5.6-4 5.9-7"),
    "A": (7.4, "M0 0 3.7-10 7.4 0M1.3-3.4H6.1"),
    "B": (6.4, "M0-5.3H3.2Q6-5.3 6-7.7T3-10H0V0H3.4Q6.4 0 6.4-2.6T3.4-5.3"),
    "C": (7, "M7-8.6Q5.8-10 4-10 0-10 0-5T4 0Q5.8 0 7-1.4"),
    "D": (7, "M0 0V-10H2.4Q7-10 7-5T2.4 0z"),
    "E": (5.6, "M5.6-10H0V0H5.6M0-5.2H4.8"),
    "F": (5.4, "M5.4-10H0V0M0-5.2H4.6"),
    "G": (7.4, "M7.2-8.6Q6-10 4-10 0-10 0-5T4 0Q6 0 7.2-1.2V-4.6H4.4"),
    "H": (7, "M0 0V-10M7 0V-10M0-5.2H7"),
    "I": (1, "M.5 0V-10"),
    "J": (4.4, "M4.2-10V-3Q4.2 0 2 0 .8 0 0-.8"),
    "K": (6.6, "M0 0V-10M6.2-10 0-4.4M2.2-6.2 6.6 0"),
    "L": (5.2, "M0-10V0H5.2"),
    "M": (8.6, "M0 0V-10L4.3-3 8.6-10V0"),
    "N": (7, "M0 0V-10L7 0V-10"),
    "O": (8, "M4-10Q8-10 8-5T4 0 0-5 4-10z"),
    "P": (6.2, "M0 0V-10H3.2Q6.2-10 6.2-7.2T3.2-4.4H0"),
    "Q": (8, "M4-10Q8-10 8-5T4 0 0-5 4-10zM5-2.6 8 .8"),
    "R": (6.6, "M0 0V-10H3.2Q6.2-10 6.2-7.3T3.2-4.6H0M3.2-4.6 6.6 0"),
    "S": (6, "M5.6-9.2Q4.6-10 3-10 .3-10 .3-7.6 .3-5.6 3-5.1 6-4.6 6-2.5 6 0 3 0 1.2 0 0-1"),
    "T": (7, "M0-10H7M3.5-10V0"),
    "U": (7, "M0-10V-3.6Q0 0 3.5 0T7-3.6V-10"),
    "V": (7.4, "M0-10 3.7 0 7.4-10"),
    "W": (10.4, "M0-10 2.7 0 5.2-8.6 7.7 0 10.4-10"),
    "X": (7, "M0-10 7 0M7-10 0 0"),
    "Y": (7, "M0-10 3.5-4.8 7-10M3.5-4.8V0"),
    "Z": (6.4, "M0-10H6.4L0 0H6.6"),
    "a": (5.4, "M.8-6.5Q1.6-7 2.8-7 5-7 5-4.6V0M5-4.2Q0-4.4 0-1.9 0 0 2 0 4.2 0 5-2"),
    "b": (5.6, "M0-10V0M0-3.5Q0-7 2.8-7T5.6-3.5 2.8 0 0-3.5"),
    "c": (5, "M5-6.2Q4.2-7 3-7 0-7 0-3.5T3 0Q4.2 0 5-.8"),
    "d": (5.6, "M5.6-10V0M5.6-3.5Q5.6-7 2.8-7T0-3.5 2.8 0 5.6-3.5"),
    "e": (5.6, "M0-3.7H5.6Q5.6-7 2.9-7 0-7 0-3.5T3 0Q4.4 0 5.3-.9"),
    "f": (4, "M4.2-10Q1.5-10.6 1.5-7.6V0M0-6.6H3.9"),
    "g": (5.6, "M5.6-7V-.2Q5.6 2.8 2.7 2.8 1.4 2.8.5 2.1M5.6-3.5Q5.6-7 2.8-7T0-3.5 2.8 0 5.6-3.5"),
    "h": (5.4, "M0-10V0M0-3.6Q.2-7 2.9-7 5.4-7 5.4-4.4V0"),
}


def letters_as_paths(svg: str) -> str:
    """Return the drawing with every text that can be written with these letters turned into paths."""
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    _rewrite(root, {})
    return ElementTree.tostring(root, encoding="unicode")


def _rewrite(element: ElementTree.Element, inherited: dict[str, str]) -> None:
    """Replace the texts below an element. ``inherited`` are the attributes of everything around it."""
    inherited = {**inherited, **element.attrib}
    for place, child in enumerate(list(element)):
        if child.tag == f"{{{SVG}}}text" and all(letter in GLYPHS for letter in child.text or ""):
            element[place] = _written(child, {**inherited, **child.attrib})
        else:
            _rewrite(child, inherited)


def _written(text: ElementTree.Element, style: dict[str, str]) -> ElementTree.Element:
    """Return one text, centred where it stood, as paths: its edge first, if it has one, then the pen itself."""
    scale = float(style.get("font-size", "16")) * HEIGHT / 10
    letters = [GLYPHS[letter] for letter in text.text or ""]
    width = sum(wide for wide, _path in letters) + 2 * PEN * (len(letters) - 1)
    place = f"translate({text.get('x', '0')} {text.get('y', '0')})scale({scale:.3f})"
    group = ElementTree.Element(f"{{{SVG}}}g", {"transform": text.get("transform", "") + place, "fill": "none"})
    group.set("stroke-linecap", "round")
    group.set("stroke-linejoin", "round")
    edge = style.get("stroke", "none")
    pens = [(edge, PEN + float(style.get("stroke-width", "1")) / scale)] if edge != "none" else []
    for colour, pen in [*pens, (style.get("fill", "#000"), PEN)]:
        left = -width / 2
        for wide, path in letters:
            attributes = {"d": path, "transform": f"translate({left:.2f} 0)", "stroke": colour}
            ElementTree.SubElement(group, f"{{{SVG}}}path", {**attributes, "stroke-width": f"{pen:.2f}"})
            left += wide + 2 * PEN
    return group
