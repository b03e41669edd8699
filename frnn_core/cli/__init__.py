"""The commands of python -m frnn_core, a file each."""
