"""What trees learn from, and a ranker of rolesets that learns."""

import numpy as np

from symbolic_rc.frames.parser.model import frame_model
from symbolic_rc.frames.parser.shortlist import ROLE, WAY
from symbolic_rc.frames.train.fit import SoftmaxSettings, fit_senses
from symbolic_rc.frames.train.rows import Annotated, Batch
from symbolic_rc.frames.train.trees import views_of
