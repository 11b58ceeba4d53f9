"""Modules that need PyTorch are not collected where it is not installed."""

from importlib.util import find_spec

#: Of the extra ``neural``; its tests say so themselves when they are skipped.
collect_ignore = [] if find_spec("torch") and find_spec("safetensors") else ["symbolic_rc/neural"]
