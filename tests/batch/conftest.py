"""A data set for runs, and what stops a run in the middle."""

import json
from contextlib import contextmanager

import pytest

from symbolic_rc.batch.folder import RunFolder


@pytest.fixture
def stories(tmp_path):
    """Twenty stories in the project's own format, two questions each."""
    lines = []
    for i in range(20):
        text = f"Ada{i} met Brack. Brack gave Ada{i} a lamp. Ada{i} left."
        questions = [{"id": f"s{i}.{k}", "text": f"Who left ({k})?", "answers": [f"Ada{i}"]} for k in (0, 1)]
        lines.append(json.dumps({"id": f"s{i}", "text": text, "questions": questions}))
    path = tmp_path / "stories.jsonl"
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def stopping(monkeypatch):
    """Stop the run within after so many stories, some bytes of the next answer written."""

    @contextmanager
    def stop_after(stories, begun=b""):
        append, count = RunFolder.append, [0]

        def append_then_stop(folder, outcome):
            if count[0] == stories:
                with open(folder.path / "predictions.jsonl", "ab") as file:
                    file.write(begun)
                raise KeyboardInterrupt
            append(folder, outcome)
            count[0] += 1

        with monkeypatch.context() as patch:
            patch.setattr(RunFolder, "append", append_then_stop)
            with pytest.raises(KeyboardInterrupt):
                yield

    return stop_after
