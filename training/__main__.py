"""`python -m training [phantoms | data | fit | evaluate | ...]`: make films, train, measure, ship."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from engine.command_line import Program, Subcommand

# Modules load when they are called: `phantoms` must not wait for torch.
SUBCOMMANDS = {
    "phantoms": Subcommand("training.commands.phantoms", "make a corpus of computer-made chest studies"),
    "data": Subcommand("training.commands.data", "look at a corpus: counts, gaps, duplicates, cost"),
    "fit": Subcommand("training.commands.fit", "train a model by a recipe"),
    "evaluate": Subcommand("training.commands.evaluate", "measure a bundle on a data set"),
    "tables": Subcommand("training.commands.tables", "the papers' tables of a bundle, beside their figures"),
    "sweep": Subcommand("training.commands.sweep", "train variants of a recipe by a plan and compare them"),
    "labeller": Subcommand("training.commands.labeller", "measure the report labeller on coded reports"),
    "metrics": Subcommand("training.commands.metrics", "compare the text metrics with pycocoevalcap"),
    "ablations": Subcommand("training.commands.ablations", "compare an examinee with and without experts"),
    "variants": Subcommand("training.commands.variants", "compare a captioner with the paper's variants"),
    "baseline": Subcommand("training.commands.baseline", "train a plain Transformer to compare a panel with"),
    "retrain": Subcommand("training.commands.retrain", "let a bundle learn from a desk's signed reviews"),
    "compare": Subcommand("training.commands.compare", "compare two bundles on the same held-out studies"),
    "restore": Subcommand("training.commands.restore", "bring back the bundle that was replaced"),
    "export": Subcommand("training.commands.export", "turn a training run into a bundle"),
    "scores": Subcommand("training.commands.scores", "put new scores into a bundle and its card"),
    "onnx": Subcommand("training.commands.onnx", "add ONNX files to a bundle"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one subcommand, see `Program.run`; without any, say what there is."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        from training.commands.overview import overview

        print(overview(Path.cwd(), SUBCOMMANDS))
        return 0
    return Program("training", "Make films, train on them, measure, ship.", SUBCOMMANDS).run(words)


if __name__ == "__main__":
    sys.exit(main())
