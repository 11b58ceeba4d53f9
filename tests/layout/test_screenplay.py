from hypothesis import given
from hypothesis import strategies as st

from symbolic_rc.core.record import Record
from symbolic_rc.layout import layout_of, readable, segments
from symbolic_rc.layout.segments import screenplay_segments

SCRIPT = """
                    THE LAMP

FADE IN:

1   INT. MILL - NIGHT

Marta Quill winds a rope. The door opens.

                    OSRIC (V.O.)
          Nobody came that winter.

                    MARTA
               (not looking up)
          You are late. The river froze
          at noon.

                                                    CONTINUED:
                                        2.

EXT. RIVER - DAY

Osric drags a sledge over the ice.

                    OSRIC
          Hold it!

CUT TO:

INT. CHAPEL - LATER

Silence.
"""


def test_a_screenplay_is_recognised():
    assert layout_of(SCRIPT) == "screenplay"
    assert layout_of("He said INT. is short for interior. Nothing more.") == "plain"


def test_scenes_speakers_directions_and_speech():
    found = [(one.kind, one.name or SCRIPT[one.start : one.end].strip()) for one in segments(SCRIPT)]
    assert [name for kind, name in found if kind == "scene"] == [
        "1 INT. MILL - NIGHT",
        "EXT. RIVER - DAY",
        "INT. CHAPEL - LATER",
    ]
    assert [name for kind, name in found if kind == "speaker"] == ["OSRIC", "MARTA", "OSRIC"]
    speech = [one for one in segments(SCRIPT) if one.kind == "speech"]
    assert [one.name for one in speech] == ["OSRIC", "MARTA", "OSRIC"]
    assert SCRIPT[speech[1].start : speech[1].end].split()[-3:] == ["froze", "at", "noon."]
    assert ("direction", "(not looking up)") in found
    assert ("direction", "CUT TO:") in found


def test_page_numbers_are_left_out_of_what_is_read():
    body, part = readable(Record("s", SCRIPT))
    assert part is not None
    assert "CONTINUED" not in body.text
    assert "2." not in body.text
    assert "Nobody came that winter." in body.text


@given(st.lists(st.sampled_from([*SCRIPT.splitlines(), "", "   ", "A", "(", "12", "INT. X"]), max_size=30))
def test_any_order_of_lines_gives_segments_in_order(lines):
    text = "\n".join(lines)
    position = 0
    for one in screenplay_segments(text):
        assert position <= one.start <= one.end <= len(text)
        position = one.end
