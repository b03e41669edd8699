"""The claims of the paper by subject: what each says, and what recomputing it gives."""
