"""Many stories at once, in threads: kernels release the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from symbolic_rc.core.errors import DataError

Story = TypeVar("Story")
Result = TypeVar("Result")


def each_story(
    function: Callable[[Story], Result], stories: Iterable[Story], threads: int = 1
) -> list[Result]:
    """Return the function's result for every story, in order, computed by so many threads.

    Each story is one task, so the results do not depend on the number of threads.

    Parameters
    ----------
    function : callable
        Takes a story, in whatever form, and returns its result; all its work should be in kernels.
    stories : iterable
    threads : int
        1 (the default) computes in the calling thread.

    Returns
    -------
    list

    Raises
    ------
    DataError
        For fewer than one thread. An error of the function is raised for the first story that has one.

    Examples
    --------
    >>> from symbolic_rc.spans import overlap_spans
    >>> stories = [([1, 2, 3], [[2, 3]]), ([4, 5], [[5]])]
    >>> found = each_story(lambda story: overlap_spans(*story), stories, threads=2)
    >>> [(best.starts.tolist(), best.ends.tolist()) for best in found]
    [([[1]], [[3]]), ([[1]], [[2]])]
    """
    if threads < 1:
        raise DataError(f"threads: expected at least 1, not {threads}")
    if threads == 1:
        return [function(story) for story in stories]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(function, stories))
