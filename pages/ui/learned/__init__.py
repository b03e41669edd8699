"""What the page Learned relations alone needs."""
