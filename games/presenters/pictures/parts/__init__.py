"""Drawing parts: small pure functions that return SVG text. The order of drawing is board_svg's business."""
