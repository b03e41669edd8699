"""What the page Playground alone needs."""
