"""`python -m logicsweep`."""

from logicsweep.cli.app import main

main()
