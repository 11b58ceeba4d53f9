import pytest

from symbolic_rc.compare.published import published, published_names
from symbolic_rc.core.errors import SymbolicRCError


def test_every_table_is_read_and_names_its_source():
    assert {"quoref", "hermann2015", "duorc"} <= set(published_names())
    for name in published_names():
        assert all(row.source and row.system and row.figures for row in published(name))
    assert len(published("hermann2015")) > 4


def test_an_unknown_table_is_refused_with_those_that_there_are():
    with pytest.raises(SymbolicRCError, match="no published table 'x'; there are: duorc"):
        published("x")


def test_a_row_names_its_own_source():
    (row,) = (row for row in published("hermann2015") if row.system == "Feature classifier")
    assert row.source.startswith("Chen et al. 2016")
