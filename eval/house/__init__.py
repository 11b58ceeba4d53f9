"""The rules of the house, checked: ``python -m eval.house``."""
