"""What the page Significance alone needs."""
