"""What pages load: all their pictures, and no style sheet or script for what they do not show."""

from typing import Any

from playwright.sync_api import Page

from ..tours.stops import Stop

EVERYWHERE = {"every_page.css", "tokens.css", "base.css", "layout.css", "site.css", "common.css", "utilities.css"}
FRAMED = {"embed.css", *EVERYWHERE}
COLLECTIONS = {"table_page.css", *FRAMED}  # sheets that only import others
LATER = {"planning.css"}  # of every table: orders, diaries and planning boards come when they are looked at
SHOWS_ALL = {"design"}  # it shows components of every page

# What each script acts on. The scripts of every page are left out.
SUBJECTS = {
    "board/animated_board": "[data-frames-url]",
    "board/board": "[data-board], [data-replay]",
    "common/forms": "input[data-entropy], [data-takes-seat], [data-acts], [data-share-due], button[data-copy]",
    "common/show_password": "[data-show-password]",
    "delivery/push": "[data-push]",
    "dice/check_dice": "#verdict, [data-check]",
    "dice/shares": "[data-takes-seat], [data-acts], [data-share-due]",
    "lesson/lesson": "#lesson",
    "planning/animate_step": "#study",
    "planning/plan": "[data-face], [data-board], .play--open",  # an open table gets its board when the game begins
    "planning/study": "#study, [data-tree]",
    "replay/replay_game": "[data-replay]",
    "site/dashboard": "[data-updates]",
    "site/passkeys": "#passkey-error, form",
    "table/choices": "#ask",
    "table/main": "#play",
    "table/player": "[data-presence-url]",
    "vendor/idiomorph-ext.min": "[hx-ext~=morph]",
}
ALWAYS = {"site/every_page", "site/signed_in"}

# A picture further down would wait until it is scrolled to.
BROKEN = """async () => {
  const pictures = [...document.images].map((one) => [one.currentSrc || one.src, one]);
  for (const [, one] of pictures) one.loading = "eager";
  const parts = [...document.querySelectorAll("svg image")].map((one) => {
    const copy = new Image();
    copy.src = one.href.baseVal;
    return [one.href.baseVal, copy];
  });
  const icons = [...document.querySelectorAll("link[rel~=icon], link[rel=apple-touch-icon]")].map((one) => {
    const copy = new Image();
    copy.src = one.href;
    return [one.href, copy];
  });
  const all = [...pictures, ...parts, ...icons];
  await Promise.all(all.map(([, one]) => one.decode().catch(() => {})));
  const [pieces, files] = [[], {}];
  for (const [address, one] of all) {
    const [file, name] = address.split("#");
    if (!one.naturalWidth) pieces.push(address);
    else if (name && /^\\/art\\//.test(new URL(file, location.href).pathname)) {
      const text = await (await fetch(file)).text();
      if (!text.includes(`<view id="${name}"`)) pieces.push(address);
    }
  }
  for (const one of document.querySelectorAll("svg use[href^='/']")) {
    const [file, name] = one.href.baseVal.split("#");
    const text = await (files[file] ??= fetch(file).then((answer) => answer.text()));
    if (!text.includes(` id="${name}"`) || !one.getBBox().width) pieces.push(one.href.baseVal);
  }
  return pieces;
}"""

# The names of the style sheets of a page, and of those of which no rule fits anything on it, now or when pressed.
SHEETS = """() => {
  const states = /::[\\w-]+|:(hover|focus-visible|focus-within|focus|active|target|checked|open|visited|link)/g;
  const rulesOf = (rules) => [...rules].flatMap((rule) => [
    ...(rule.selectorText ? [rule.selectorText] : []),
    ...(rule.cssRules && !rule.styleSheet ? rulesOf(rule.cssRules) : [])]);
  const fits = (selector) => {
    try {
      return document.querySelector(selector.replace(states, "").replace(/\\(\\)/g, "(*)"));
    } catch {
      return false;
    }
  };
  const found = {};
  const visit = (sheet) => {
    for (const rule of sheet.cssRules) if (rule.styleSheet) visit(rule.styleSheet);
    if (sheet.href) found[sheet.href.split("/").pop()] = rulesOf(sheet.cssRules).some(fits);
  };
  for (const sheet of document.styleSheets) visit(sheet);
  return found;
}"""

SCRIPTS = """() => [...document.scripts].map((one) => new URL(one.src || "about:blank").pathname)
  .filter((path) => path.startsWith("/static/js/")).map((path) => path.slice(11, -3))"""


class Loads:
    """What the pages of a tour load. A file is used if one state of its page shows something of its subject."""

    def __init__(self) -> None:
        self.broken = list[str]()
        self.used, self.unused = set[tuple[str, str]](), set[tuple[str, str]]()

    def note(self, stop: Stop, page: Page) -> None:
        self.broken += [f"{stop.name}: {address} is not shown" for address in page.evaluate(BROKEN)]
        if stop.page_name not in SHOWS_ALL:
            for name, is_used in loaded(page).items():
                (self.used if is_used else self.unused).add((stop.page_name, name))

    @property
    def faults(self) -> list[str]:
        return self.broken + [f"{page}: {name} is not used" for page, name in sorted(self.unused - self.used)]


def loaded(page: Page) -> dict[str, bool]:
    """Return the style sheets and scripts of a page, each with whether the page shows something of their subject."""
    sheets: dict[str, Any] = page.evaluate(SHEETS)
    found = {name: bool(fits) for name, fits in sheets.items() if name not in COLLECTIONS | LATER | {"admin.css"}}
    for script in set(page.evaluate(SCRIPTS)) - ALWAYS:
        assert script in SUBJECTS, f"{script} has no line in SUBJECTS"
        found[f"{script}.js"] = page.locator(SUBJECTS[script]).count() > 0
    return found
