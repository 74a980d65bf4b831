"""Studies and panels on disk, as the desk's presenters ask for them. An `app.ports.Files`.

What reads DICOM and panels is loaded with the first question, on the lane that asks: the window comes first.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.dicom.film import Film
from engine.panel import Panel
from engine.progress import CancelToken, OnProgress
from engine.study import Opened, Radiograph, Study

if TYPE_CHECKING:
    from engine.dicom.decoder import FrameDecoder


class DiskFiles:
    """Reads what lies under paths; writes nothing."""

    def open(self, paths: Sequence[Path], *, cancel: CancelToken, on_progress: OnProgress) -> Opened:
        """See `engine.dicom.files.open_paths`."""
        from engine.dicom.files import open_paths

        return open_paths(paths, cancel=cancel, on_progress=on_progress)

    def panel(self, path: Path) -> Panel:
        """See `engine.panel_json.read_panel`."""
        from engine.panel_json import read_panel

        return read_panel(path)

    def panel_to_json(self, panel: Panel, study: Study) -> str:
        """The panel as `python -m engine read --json` writes it."""
        from engine.panel_json import panel_to_json

        return json.dumps(panel_to_json(panel, study), ensure_ascii=False)

    def panel_from_json(self, text: str) -> Panel:
        """A panel that was kept; PanelMalformed if it cannot be read."""
        from engine.panel_json import parse_panel

        return parse_panel(text, where="the kept panel")


class FilmFiles:
    """Reads films, compressed ones by one decoder that starts with the first of them."""

    def __init__(self) -> None:
        self._decoder: FrameDecoder | None = None

    def read(self, radiograph: Radiograph) -> Film:
        """See `engine.dicom.pixels.read_film`."""
        from engine.dicom.decoder import FrameDecoder
        from engine.dicom.pixels import read_film

        self._decoder = self._decoder or FrameDecoder()
        return read_film(radiograph, decoder=self._decoder)

    def close(self) -> None:
        """End the decoder's process, if there is one."""
        if self._decoder is not None:
            self._decoder.close()
