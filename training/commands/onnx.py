"""`python -m training onnx BUNDLE FOLDER`: ONNX files for a bundle whose run is long gone."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from engine.bundle import Bundle
from engine.commands.output import progress_bar
from training.onnx_export import PHANTOM_SEED, PHANTOMS, add_onnx, gate_studies


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of `onnx`."""
    parser.add_argument("bundle", metavar="BUNDLE", help="a bundle's name or folder; it needs its weights")
    parser.add_argument(
        "folder", type=Path, metavar="FOLDER", help="where the bundle with ONNX goes; may be its own folder"
    )
    add_gate_argument(parser)


def add_gate_argument(parser: argparse.ArgumentParser) -> None:
    """What the ONNX files are compared with the weights on."""
    parser.add_argument(
        "--phantoms",
        type=Path,
        metavar="DATA",
        help=f"corpus whose first {PHANTOMS} studies both runtimes must read alike, beside the sample "
        f"studies; without it {PHANTOMS} are made, of seed {PHANTOM_SEED}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the bundle; prints its folder, size and hash, and how alike both runtimes are."""
    report(with_onnx(Bundle.open(arguments.bundle), arguments.folder, arguments.phantoms))
    return 0


def with_onnx(bundle: Bundle, folder: Path, phantoms: Path | None) -> Bundle:
    """The bundle with ONNX files, written to `folder`, with progress for people."""
    with tempfile.TemporaryDirectory() as scratch, progress_bar() as on_progress:
        return add_onnx(bundle, folder, gate_studies(phantoms, Path(scratch), on_progress), on_progress)


def report(bundle: Bundle) -> None:
    """Say what was written."""
    print(f"{bundle.folder}  {bundle.size / 1e6:.1f} MB  {bundle.sha256}")
    if found := bundle.manifest.equivalence:
        print(
            f"ONNX wrote the same tokens in all {found.drafts} drafts of {found.studies} studies and elected "
            f"the same ones; log-probabilities differ by at most {found.log_probability_difference:.1e}."
        )
