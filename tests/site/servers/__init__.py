"""The site's processes, their settings, and servers that are away."""
