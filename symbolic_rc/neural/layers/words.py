"""The layer of word vectors."""

from __future__ import annotations

import torch
from numpy import float32
from numpy.typing import NDArray
from torch import nn

from symbolic_rc.neural.vocabulary import PADDING


def word_layer(first: NDArray[float32]) -> nn.Embedding:
    """Return a layer that begins with given vectors and learns on; padding stays zero.

    Parameters
    ----------
    first : ndarray of float32, shape (vocabulary, dimensions)
    """
    return nn.Embedding.from_pretrained(torch.from_numpy(first), freeze=False, padding_idx=PADDING)
