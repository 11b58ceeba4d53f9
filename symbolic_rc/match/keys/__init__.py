"""What words can be matched by, as integers: the keys, and the kernels that make them."""
