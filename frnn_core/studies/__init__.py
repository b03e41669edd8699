"""What the pages that look closely at one thing compute and draw: a folder a topic."""
