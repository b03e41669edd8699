"""What the page Benchmark alone needs."""
