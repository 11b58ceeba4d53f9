"""JSON with one of its values exchanged for another."""

import copy


def places(value, path=()):
    """Yield the paths to a JSON value and to all within it, of lists the first two members."""
    yield path
    members = (
        value.items() if isinstance(value, dict) else enumerate(value[:2]) if isinstance(value, list) else ()
    )
    for key, member in members:
        yield from places(member, (*path, key))


def exchanged(value, path, other):
    """Return a JSON value with another at a path."""
    if not path:
        return other
    found = copy.copy(value)
    found[path[0]] = exchanged(value[path[0]], path[1:], other)
    return found
