"""What the page Tour alone needs."""
