"""What the page Relations alone needs."""
