"""Run the training: ``python -m symbolic_rc.frames.train --data DIR``."""

from symbolic_rc.frames.train.fit import main

if __name__ == "__main__":
    main()
