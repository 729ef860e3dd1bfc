"""`python -m app.cli` is the same as `reckless`."""

from app.cli import main

if __name__ == "__main__":
    main()
