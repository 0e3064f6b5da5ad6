"""The languages of the site: words, catalogues, and texts that are not translated."""
