"""What findings, subjects and regions are called on the screen; files and the log keep the engine's names."""

from __future__ import annotations

from app.language import tr_mark, tr_marked

LABEL_NAMES = (
    tr_mark("No Finding", "finding"),
    tr_mark("Enlarged Cardiomediastinum", "finding"),
    tr_mark("Cardiomegaly", "finding"),
    tr_mark("Lung Lesion", "finding"),
    tr_mark("Lung Opacity", "finding"),
    tr_mark("Edema", "finding"),
    tr_mark("Consolidation", "finding"),
    tr_mark("Pneumonia", "finding"),
    tr_mark("Atelectasis", "finding"),
    tr_mark("Pneumothorax", "finding"),
    tr_mark("Pleural Effusion", "finding"),
    tr_mark("Pleural Other", "finding"),
    tr_mark("Fracture", "finding"),
    tr_mark("Support Devices", "finding"),
)
SUBJECT_NAMES = (
    tr_mark("views", "subject of a statement"),
    tr_mark("comparison", "subject of a statement"),
    tr_mark("rotation", "subject of a statement"),
    tr_mark("endotracheal tube", "subject of a statement"),
    tr_mark("gastric tube", "subject of a statement"),
    tr_mark("chest tube", "subject of a statement"),
    tr_mark("pacemaker", "subject of a statement"),
    tr_mark("central line", "subject of a statement"),
    tr_mark("sternal wires", "subject of a statement"),
    tr_mark("valve", "subject of a statement"),
    tr_mark("spinal hardware", "subject of a statement"),
    tr_mark("surgical clips", "subject of a statement"),
    tr_mark("support devices", "subject of a statement"),
    tr_mark("trachea", "subject of a statement"),
    tr_mark("heart", "subject of a statement"),
    tr_mark("mediastinum", "subject of a statement"),
    tr_mark("aorta", "subject of a statement"),
    tr_mark("hila", "subject of a statement"),
    tr_mark("lymph nodes", "subject of a statement"),
    tr_mark("hiatal hernia", "subject of a statement"),
    tr_mark("lung volumes", "subject of a statement"),
    tr_mark("lungs", "subject of a statement"),
    tr_mark("consolidation", "subject of a statement"),
    tr_mark("pneumonia", "subject of a statement"),
    tr_mark("atelectasis", "subject of a statement"),
    tr_mark("nodule or mass", "subject of a statement"),
    tr_mark("granulomatous disease", "subject of a statement"),
    tr_mark("vessels", "subject of a statement"),
    tr_mark("pleural effusion", "subject of a statement"),
    tr_mark("pneumothorax", "subject of a statement"),
    tr_mark("pleura", "subject of a statement"),
    tr_mark("diaphragm", "subject of a statement"),
    tr_mark("bones", "subject of a statement"),
    tr_mark("spine", "subject of a statement"),
    tr_mark("spinal curve", "subject of a statement"),
    tr_mark("bone density", "subject of a statement"),
    tr_mark("pectus", "subject of a statement"),
    tr_mark("soft tissues", "subject of a statement"),
    tr_mark("upper abdomen", "subject of a statement"),
    tr_mark("whole film", "subject of a statement"),
)
REGION_NAMES = (
    tr_mark("technique", "region"),
    tr_mark("devices", "region"),
    tr_mark("airways", "region"),
    tr_mark("heart", "region"),
    tr_mark("mediastinum", "region"),
    tr_mark("volumes", "region"),
    tr_mark("lungs", "region"),
    tr_mark("vessels", "region"),
    tr_mark("pleura", "region"),
    tr_mark("diaphragm", "region"),
    tr_mark("bones", "region"),
    tr_mark("soft tissues", "region"),
    tr_mark("abdomen", "region"),
    tr_mark("summary", "region"),
    tr_mark("other", "region"),
)
SIDE_NAMES = (
    tr_mark("left", "side of the body"),
    tr_mark("right", "side of the body"),
    tr_mark("bilateral", "side of the body"),
)
STAND_WORDS = (
    tr_mark("present", "finding"),
    tr_mark("absent", "finding"),
    tr_mark("uncertain", "finding"),
    tr_mark("not mentioned", "finding"),
    tr_mark("clear", "finding"),
    tr_mark("left", "finding"),
    tr_mark("right", "finding"),
)


def label_name(label: str) -> str:
    """One of the labeller's labels."""
    return tr_marked(label, "finding")


def subject_name(subject: str) -> str:
    """What a statement is about; see resources/text/statements.toml."""
    return tr_marked(subject, "subject of a statement")


def region_name(region: str) -> str:
    """Where a statement looks; see the same file."""
    return tr_marked(region, "region")


def side_name(side: str) -> str:
    """A side of the body, "" as it is."""
    return tr_marked(side, "side of the body")


def stand_word(word: str) -> str:
    """How somebody puts a finding: present, absent, left."""
    return tr_marked(word, "finding")
