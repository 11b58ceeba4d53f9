"""Layers that several readers share; PyTorch modules."""
