import xml.etree.ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.show.plot import Bar, interval_plot, line_plot, share_plot

number = st.floats(-1e6, 1e6)
label = st.text(max_size=40)


def is_svg(text):
    """Tell whether a text is one well-formed picture."""
    return ET.fromstring(str(text)).tag.endswith("svg")


def texts(svg):
    return [element.text for element in ET.fromstring(str(svg)).iter("text")]


@given(
    label,
    st.lists(
        st.builds(lambda t, a, b, c: Bar(t, *sorted((a, b, c))), label, number, number, number), max_size=4
    ),
)
def test_interval_plots_are_well_formed(title, bars):
    assert is_svg(interval_plot(title, bars))


@given(label, st.lists(st.tuples(label, st.lists(st.tuples(number, number), max_size=4)), max_size=3))
def test_line_plots_are_well_formed(title, lines):
    svg = line_plot(title, lines, "<x>", "y")
    assert is_svg(svg) if svg else not any(points for _, points in lines)


@given(st.lists(st.tuples(label, st.floats(0, 1e6)), max_size=4))
def test_share_plots_are_well_formed(shares):
    assert is_svg(share_plot("t", shares))


def test_numbers_are_said():
    svg = interval_plot("differences", [Bar("why", 2.5, 1, 4, strong=True)])
    assert "why" in texts(svg)
    assert "why: 2.50, 1.00 to 4.00" in str(svg)
    assert {"0", "1", "2", "3", "4"} <= set(texts(svg))
    assert "both right: 3 (75.0%)" in texts(share_plot("s", [("both right", 3), ("rest", 1)]))
