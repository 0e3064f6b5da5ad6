"""Parts of every page and API call: pages of lists, problem documents, rate limits."""
