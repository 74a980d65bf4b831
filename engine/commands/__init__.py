"""The subcommands of `python -m engine`: each module has `add_arguments(parser)` and `run(arguments)`."""
