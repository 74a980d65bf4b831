"""What a voxel of a scanned chest belongs to."""

from __future__ import annotations

from enum import IntEnum


class Structure(IntEnum):
    """Values of a label volume; each voxel has one."""

    OUTSIDE = 0
    BODY = 1  # muscle, fat and all that has no name of its own
    BREAST = 2  # added to the template's chest, a man's
    RIGHT_UPPER_LOBE = 3
    RIGHT_MIDDLE_LOBE = 4
    RIGHT_LOWER_LOBE = 5
    LEFT_UPPER_LOBE = 6
    LEFT_LOWER_LOBE = 7
    TRACHEA = 8
    HEART = 9  # with its chambers and appendages
    AORTA = 10
    GREAT_VESSELS = 11  # of the upper mediastinum and the neck, both caval veins
    MEDIASTINUM = 12  # what else lies between the lungs, hila included
    OESOPHAGUS = 13
    LIVER = 14
    SPLEEN = 15
    STOMACH = 16  # its gas included
    BELLY = 17  # other organs of the abdomen
    SPINE = 18
    STERNUM = 19
    CARTILAGE = 20  # of the ribs
    RIGHT_CLAVICLE = 21
    LEFT_CLAVICLE = 22
    RIGHT_SCAPULA = 23
    LEFT_SCAPULA = 24
    RIGHT_HUMERUS = 25
    LEFT_HUMERUS = 26
    RIGHT_RIB_1 = 31
    RIGHT_RIB_2 = 32
    RIGHT_RIB_3 = 33
    RIGHT_RIB_4 = 34
    RIGHT_RIB_5 = 35
    RIGHT_RIB_6 = 36
    RIGHT_RIB_7 = 37
    RIGHT_RIB_8 = 38
    RIGHT_RIB_9 = 39
    RIGHT_RIB_10 = 40
    RIGHT_RIB_11 = 41
    RIGHT_RIB_12 = 42
    LEFT_RIB_1 = 51
    LEFT_RIB_2 = 52
    LEFT_RIB_3 = 53
    LEFT_RIB_4 = 54
    LEFT_RIB_5 = 55
    LEFT_RIB_6 = 56
    LEFT_RIB_7 = 57
    LEFT_RIB_8 = 58
    LEFT_RIB_9 = 59
    LEFT_RIB_10 = 60
    LEFT_RIB_11 = 61
    LEFT_RIB_12 = 62


RIGHT, LEFT = -1, 1  # as training.phantoms.anatomy: the sign of x
LOBES: dict[int, tuple[Structure, ...]] = {
    RIGHT: (Structure.RIGHT_UPPER_LOBE, Structure.RIGHT_MIDDLE_LOBE, Structure.RIGHT_LOWER_LOBE),
    LEFT: (Structure.LEFT_UPPER_LOBE, Structure.LEFT_LOWER_LOBE),
}
LUNGS = LOBES[RIGHT] + LOBES[LEFT]


def rib(side: int, number: int) -> Structure:
    """The rib of a side, numbers 1 to 12."""
    return Structure((30 if side == RIGHT else 50) + number)


RIBS: dict[int, tuple[Structure, ...]] = {
    side: tuple(rib(side, number) for number in range(1, 13)) for side in (RIGHT, LEFT)
}
BONES = (
    Structure.SPINE,
    Structure.STERNUM,
    Structure.RIGHT_CLAVICLE,
    Structure.LEFT_CLAVICLE,
    Structure.RIGHT_SCAPULA,
    Structure.LEFT_SCAPULA,
    Structure.RIGHT_HUMERUS,
    Structure.LEFT_HUMERUS,
    *RIBS[RIGHT],
    *RIBS[LEFT],
)
