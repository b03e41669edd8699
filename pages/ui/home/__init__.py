"""What the page Home alone needs."""
