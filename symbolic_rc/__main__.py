"""`python -m symbolic_rc`, which does the same as `symbolic-rc`."""

from symbolic_rc.cli.start import main

if __name__ == "__main__":
    main()
