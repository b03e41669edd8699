"""A model to use: fitted to a table, kept in a file that holds no code, and asked about new rows."""
