"""``python -m eval.engine``."""

from eval.engine import main

if __name__ == "__main__":
    main()
