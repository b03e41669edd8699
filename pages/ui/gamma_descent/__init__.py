"""What the page Gamma descent alone needs."""
