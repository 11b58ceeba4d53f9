"""What is worked out once: for an object as long as it lives, and behind locks that survive a fork."""

from __future__ import annotations

import functools
import os
import threading
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")
Owner = TypeVar("Owner")

#: Without callbacks, in which Python would ignore an interrupt.
_known: list[weakref.ref[Any]] = []


class ForkSafe:
    """Holds a lock, taken by ``with holder.lock``: what it guards is complete before it can be found.

    A forked process gets a new one: the threads that held it do not go on there.
    """

    def __init__(self) -> None:
        self.lock = threading.RLock()
        _known.append(weakref.ref(self))


class cached_property(functools.cached_property[Value]):
    """A property computed at its first use: `functools.cached_property`, whose lock survives no fork."""

    def __init__(self, function: Callable[[Any], Value]) -> None:
        super().__init__(function)
        if hasattr(self, "lock"):  # before Python 3.12
            _known.append(weakref.ref(self))


def remembered(make: Callable[[Owner], Value]) -> Callable[[Owner], Value]:
    """Return a function of one object that is worked out once for it, and forgotten with it."""
    known: weakref.WeakKeyDictionary[Any, Value] = weakref.WeakKeyDictionary()

    @functools.wraps(make)
    def found(owner: Owner) -> Value:
        if (value := known.get(owner)) is None:
            value = known[owner] = make(owner)
        return value

    return found


def _renew() -> None:
    for known in list(_known):
        if (holder := known()) is not None:
            holder.lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
