"""What the page Explain alone needs."""
