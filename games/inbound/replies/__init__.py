"""The parser of replies: words, sentences, turns."""
