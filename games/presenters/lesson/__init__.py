"""The lesson: a whole game of three rugs each, explained step by step."""
