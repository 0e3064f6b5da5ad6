"""The mark of a robot: an automaton with a fez."""

from games.skins.paint import text_of

_ART = (
    '<path class="robot-mark__fez" d="M8.2 8.4 9.4 2.6h5.2l1.2 5.8z"/>'
    '<path class="robot-mark__line" d="M12 2.6V1.4M12 1.6c3 0 5 .8 5.2 3.4"/>'
    '<circle class="robot-mark__line" cx="17.2" cy="6.2" r=".6"/>'
    '<rect class="robot-mark__head" x="4.6" y="8.6" width="14.8" height="12.4" rx="3.2"/>'
    '<path class="robot-mark__line" d="M2.6 12.6v4M21.4 12.6v4M9 17.8h6"/>'
    '<circle class="robot-mark__eye" cx="9" cy="13.4" r="1.5"/>'
    '<circle class="robot-mark__eye" cx="15" cy="13.4" r="1.5"/>'
)


def robot_svg(title: str, *, size: int = 20) -> str:
    """Return the mark in the colours of static/css/components/robot.css."""
    return (
        f'<svg class="robot-mark" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="{size}" '
        f'height="{size}" role="img" aria-label="{text_of(title)}">{_ART}</svg>'
    )
