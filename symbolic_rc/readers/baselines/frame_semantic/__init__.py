"""The frame-semantic baseline: six ordered strategies over triples (Hermann et al. 2015, section 3.1)."""

from symbolic_rc.readers.baselines.frame_semantic.reader import FrameSemantic, frame_semantic
from symbolic_rc.readers.baselines.frame_semantic.strategies import STRATEGIES

__all__ = ["STRATEGIES", "FrameSemantic", "frame_semantic"]
