"""What the page Sensitivity alone needs."""
