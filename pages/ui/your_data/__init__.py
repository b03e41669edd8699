"""What the page Your data alone needs."""
