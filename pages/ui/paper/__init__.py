"""What the page Paper alone needs."""
