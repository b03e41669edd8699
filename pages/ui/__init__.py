"""What the pages share: the shell, the cache."""
