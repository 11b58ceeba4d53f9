"""``python -m eval.contrast``."""

from eval.contrast import main

if __name__ == "__main__":
    main()
