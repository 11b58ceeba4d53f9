"""What a first use runs in place of kernels that are not compiled yet."""
