"""The classifier's arithmetic: arrays in, arrays out; it knows no relation by name and no data set."""
