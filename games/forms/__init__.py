"""Forms of the pages. They clean input and write nothing."""
