"""The kernels: arrays and scalars in, arrays and scalars out; reached through the public functions only."""
