"""Run the training: ``python -m symbolic_rc.coref.train --data DIR``."""

from symbolic_rc.coref.train.fit import main

if __name__ == "__main__":
    main()
