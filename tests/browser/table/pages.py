"""What an open page shows, to be compared with what the site would show now."""

from playwright.sync_api import Page

from tests.browser.tables import WAKE

# The page as a viewer finds it, one element or text in a line. Left out is what may differ: tokens, what scripts and
# screen readers use, marks of what is new, times of day, which go on, and the size of a board that can be enlarged: it
# stays as long as the board fits.
READ = """
() => {
  const NOISE = "script, template, noscript, time, #said, #spoken, .motion, [name=csrfmiddlewaretoken], [name=draft]," +
    " .turn__new, [data-unread], [data-trouble], .key-help, #dice-place, #studies > *," +
    " #poll, [data-zooms], .verdicts ~ *";
  const KEPT = ["class", "href", "action", "value", "name", "hidden", "checked", "disabled", "src", "alt", "role",
    "style", "data-choice", "data-figure", "data-style", "data-instant", "hx-get", "hx-post",
    "aria-label", "aria-current"];
  const lines = [];
  const walk = (node, depth) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.textContent.replace(/\\s+/g, " ").trim();
      if (text) lines.push("  ".repeat(depth) + text);
    }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(NOISE)) return;
    const isLasting = (one) => !/^htmx-|--new$|--moving$|--replaying$|--larger$/.test(one);
    const classes = [...node.classList].filter(isLasting).join(" ");
    const isSize = (name) => name === "style" && node.matches("svg.board");
    const isKept = (name) => (name === "hidden" ? node.hidden : node.hasAttribute(name) && !isSize(name));
    const names = KEPT.filter((name) => isKept(name) && !(name === "class" && !classes));
    const value = (name) => (name === "class" ? classes : node.getAttribute(name));
    lines.push("  ".repeat(depth) + [node.localName, ...names.map((name) => `${name}=${value(name)}`)].join(" "));
    for (const child of node.childNodes) walk(child, depth + 1);
  };
  const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].map((one) => one.getAttribute("href")).sort();
  const title = document.title.replace(/^\\(\\d+\\) /, "").replace(/\\d+ new messages? · /, "");
  walk(document.getElementById("main"), 0);
  return [`title: ${title}`, ...sheets, ...lines];
}
"""


def read(page: Page) -> list[str]:
    page.wait_for_function("() => !document.querySelector('[data-features] > a')")  # what everything is worth has come
    lines: list[str] = page.evaluate(READ)
    return lines


def poll(page: Page) -> None:
    """Let an open page ask the site what is new, and wait until it shows the answer.

    It asks twice, because a question of its own may have been under way.
    """
    for _ in range(2):
        with page.expect_response("**/poll/**") as answer:
            page.evaluate(WAKE)
        if answer.value.status != 204:
            page.wait_for_function(
                "v => document.querySelector('#poll [name=v]').value !== v", arg=version(answer.value.url)
            )
        page.wait_for_function("() => !document.querySelector('.htmx-request, .htmx-settling, .htmx-swapping')")


def version(address: str) -> str:
    return address.partition("v=")[2].partition("&")[0]
