"""The formatter of style sheets: ``python -m tooling.css``; ``--check`` only lists what would change."""

import sys

import cssbeautifier

from .bootstrap import ROOT, say


def main(arguments: list[str]) -> int:
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.end_with_newline = True
    options.newline_between_rules = False
    options.space_around_combinator = True
    options.selector_separator_newline = False
    options.max_preserve_newlines = 2
    unformatted = []
    for path in [*sorted(ROOT.glob("static/css/**/*.css")), ROOT / "templates/mail/mail.css"]:
        text = path.read_text(encoding="utf-8")
        formatted = cssbeautifier.beautify(text, options)
        if formatted == text:
            continue
        unformatted.append(path)
        if "--check" not in arguments:
            path.write_text(formatted, encoding="utf-8")
    for path in unformatted:
        say(f"{path.relative_to(ROOT)}: {'would be formatted' if '--check' in arguments else 'formatted'}")
    return 1 if unformatted and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
