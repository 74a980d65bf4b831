"""Films and texts in a `metadata.csv`, as the COVID-19 image collection of Cohen et al. (2020) has them.

Columns, by any of these names: the film ("image", or "filename" below the folder in "folder", else images/),
its text ("report", "text", "clinical_notes", "clinical notes"), and where there are such columns its patient
("patientid", "patient_id"), view ("view"), modality ("modality"; computed tomograms are left out) and split.
Each row is a study of one film. Without a column "split" patients are split by a hash, as unlabelled films.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from engine.errors import RecipeError
from training.data.corpus import CorpusStudy
from training.data.layouts.tables import read_rows
from training.data.patients import split_of

NAME = "metadata.csv"
FILM = ("image", "filename")
TEXT = ("report", "text", "clinical_notes", "clinical notes")
PATIENT = ("patientid", "patient_id")
NO_FILMS = ("ct",)  # modalities


def has_pairs(folder: Path) -> bool:
    """Whether the folder is laid out so."""
    if not (folder / NAME).is_file():
        return False
    columns = {name.lower() for name in next(read_rows(folder / NAME, ()), {}) if name}
    return bool(columns & set(FILM)) and bool(columns & set(TEXT))


def read_pairs(folder: Path) -> Iterator[CorpusStudy]:
    """All rows; `RecipeError` where the table is damaged or has no films or no texts."""
    for number, row in enumerate(read_rows(folder / NAME, ()), start=1):
        cells = {str(name).lower(): (value or "").strip() for name, value in row.items()}
        if cells.get("modality", "").lower() in NO_FILMS:
            continue
        film, text = _cell(folder, cells, FILM), _cell(folder, cells, TEXT)
        path = folder / film if "image" in cells else folder / (cells.get("folder") or "images") / film
        patient = next((cells[name] for name in PATIENT if cells.get(name)), f"row {number}")
        yield CorpusStudy(
            identifier=Path(film).stem,
            split=cells.get("split") or split_of(patient),
            report=" ".join(text.split()),
            films=(path,),
            patient=patient,
            truth="",
        )


def _cell(folder: Path, cells: Mapping[str, str], names: tuple[str, ...]) -> str:
    for name in names:
        if name in cells:
            return cells[name]
    raise RecipeError(f"the table has none of the columns {', '.join(names)}.", where=str(folder / NAME))
