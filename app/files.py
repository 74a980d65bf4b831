"""Studies and panels on disk, as the desk's presenters ask for them. An `app.ports.Files`.

What reads DICOM and panels is loaded with the first question, on the lane that asks: the window comes first.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.ports import Engine, OpenEngine
from engine.dicom.film import Film
from engine.dicom.undeclared import with_character_set
from engine.panel import Panel
from engine.progress import CancelToken, OnProgress
from engine.study import Opened, Radiograph, Study

if TYPE_CHECKING:
    from engine.dicom.decoder import FrameDecoder


class DicomLoading:
    """Loads what reads DICOM, in one lane at a time.

    pydicom's modules import each other in circles. Of two threads that load it at once, one may meet a module
    that the other has only half loaded, and fails.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def load(self) -> None:
        """Load it now, unless it was loaded before; blocks meanwhile."""
        with self._lock:
            import engine.dicom.decoder
            import engine.dicom.files
            import engine.dicom.pixels  # noqa: F401 (loaded for those who come later)

    def before(self, open_engine: OpenEngine) -> OpenEngine:
        """The same engine, opened after this is loaded."""

        def opened(cancel: CancelToken, on_progress: OnProgress) -> Engine:
            self.load()
            return open_engine(cancel, on_progress)

        return opened


class DiskFiles:
    """Reads what lies under paths; writes nothing."""

    def __init__(self, dicom: DicomLoading, character_set: str = "") -> None:
        self._dicom = dicom
        self._character_set = character_set

    def use(self, character_set: str) -> None:
        """From now on, texts of files that name no character set are in this one, "" for ASCII."""
        self._character_set = character_set

    def open(self, paths: Sequence[Path], *, cancel: CancelToken, on_progress: OnProgress) -> Opened:
        """See `engine.dicom.files.open_paths` and `engine.dicom.undeclared`."""
        self._dicom.load()
        from engine.dicom.files import open_paths

        opened = open_paths(paths, cancel=cancel, on_progress=on_progress)
        return with_character_set(opened, self._character_set)

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

    def __init__(self, dicom: DicomLoading) -> None:
        self._dicom = dicom
        self._decoder: FrameDecoder | None = None

    def read(self, radiograph: Radiograph, frame: int, state: Path | None = None) -> Film:
        """See `engine.dicom.pixels.read_film`; as the presentation state in that file wants it seen."""
        self._dicom.load()
        from engine.dicom.decoder import FrameDecoder
        from engine.dicom.pixels import read_film
        from engine.dicom.presentation import presented

        self._decoder = self._decoder or FrameDecoder()
        film = read_film(radiograph, frame, self._decoder)
        return film if state is None else presented(film, state)

    def close(self) -> None:
        """End the decoder's process, if there is one."""
        if self._decoder is not None:
            self._decoder.close()
