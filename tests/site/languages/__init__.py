"""English and French: words, catalogues, and texts that are not translated."""
