"""What the pages share; what one page alone needs is in the folder of its name."""
