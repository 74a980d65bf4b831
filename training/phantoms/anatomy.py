"""A chest of simple solids and curved tubes: what a person is made of, before any disease.

Lengths are millimetres in an average adult, attenuation is 1/mm at the effective energy of a chest
exposure. The numbers are ours, chosen so that the two films look like chest films; this is no atlas.
A chest made from another source (a CT, say) needs to offer the same `Chest` value.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from training.phantoms.geometry import (
    Bools,
    Cloud,
    Floats,
    Solid,
    Tube,
    cylinder,
    ellipsoid,
    half_space,
    joined,
    spread,
    turned,
    vector,
)

SOFT, LUNG, AIR = 0.0175, 0.0042, 0.0
RIB, CORTEX, VERTEBRA = 0.021, 0.024, 0.0085  # above soft tissue
VESSEL = 0.0125  # soft tissue above lung
HILUM = (36.0, 8.0, -22.0)
LUNG_BASE = -152.0
LEAN_ACROSS, LEAN_BACK = -0.11, 0.10  # millimetres per millimetre of height
RIGHT, LEFT = -1, 1
SIDES = (RIGHT, LEFT)
SIDE_NAMES = {RIGHT: "right", LEFT: "left"}


@dataclass(frozen=True, slots=True)
class Person:
    """How one person differs from the average; 1 or 0 is average.

    `width`, `depth` and `height` scale the thorax, `fat_mm` thickens its wall, `heart` scales the heart,
    `inspiration` from -1 to 1 lowers the diaphragm, `turn_degrees` is rotation about the long axis,
    `vessels` scales their calibre, `widening` the upper mediastinum, `age` in years.
    """

    sex: str = "M"
    age: int = 55
    width: float = 1.0
    depth: float = 1.0
    height: float = 1.0
    fat_mm: float = 0.0
    heart: float = 1.0
    inspiration: float = 0.3
    turn_degrees: float = 0.0
    tilt_degrees: float = 0.0
    kyphosis: float = 1.0
    bone: float = 1.0
    vessels: float = 1.0
    widening: float = 1.0
    aorta: float = 1.0
    stomach: float = 1.0
    breast: float = 1.0


def draw_person(random: np.random.Generator) -> Person:
    """A person without disease."""
    sex = "F" if random.random() < 0.48 else "M"
    small = 0.94 if sex == "F" else 1.02
    age = int(random.integers(22, 89))
    return Person(
        sex=sex,
        age=age,
        width=float(np.clip(random.normal(small, 0.04), 0.84, 1.12)),
        depth=float(np.clip(random.normal(small, 0.06), 0.8, 1.2)),
        height=float(np.clip(random.normal(small, 0.045), 0.84, 1.12)),
        fat_mm=float(np.clip(random.gamma(2.0, 5.0), 0.0, 35.0)),
        heart=float(np.clip(random.normal(0.95, 0.045), 0.82, 1.04)),
        inspiration=float(np.clip(random.normal(0.3, 0.4), -0.7, 1.0)),
        turn_degrees=float(np.clip(random.normal(0.0, 2.5), -7.0, 7.0)),
        tilt_degrees=float(np.clip(random.normal(0.0, 1.2), -3.0, 3.0)),
        kyphosis=float(np.clip(random.normal(0.8 + age / 200.0, 0.25), 0.3, 1.8)),
        bone=float(np.clip(random.normal(1.15 - age / 400.0, 0.1), 0.7, 1.3)),
        vessels=float(np.clip(random.normal(1.0, 0.08), 0.8, 1.25)),
        widening=float(np.clip(random.normal(1.0, 0.06), 0.85, 1.12)),
        aorta=float(np.clip(random.normal(0.85 + age / 300.0, 0.1), 0.75, 1.35)),
        stomach=float(random.random()),
        breast=float(np.clip(random.normal(1.0, 0.25), 0.4, 1.6)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Lung:
    """One lung: the pleural space `cavity` without its `obstacles`, which is filled with lung."""

    side: int
    cavity: Solid
    obstacles: tuple[Solid, ...]
    dome_top: Floats
    base_mm: float
    centre: Floats
    radii: Floats

    @property
    def apex_mm(self) -> float:
        """Height of the top of the lung."""
        return float(self.centre[2] + self.radii[2])

    def lean(self, z_mm: Floats) -> tuple[Floats, Floats]:
        """How far the lung's axis has moved (x, y) at heights: inwards and back towards the apex."""
        above = z_mm - self.centre[2]
        return LEAN_ACROSS * self.side * above, LEAN_BACK * above

    def holds(self, points: Floats) -> Bools:
        """Which of (N, 3) points are in the lung."""
        inside = self.cavity.inside(points)
        candidates = points[inside]
        free = np.ones(len(candidates), np.bool_)
        for obstacle in self.obstacles:
            free &= ~obstacle.inside(candidates)
        inside[inside] = free
        return inside


@dataclass(frozen=True, slots=True, eq=False)
class Chest:
    """A whole chest: soft tissue, two lungs (right, left), extra solids and clouds of small masses.

    `extras` pairs a solid with what it adds to soft tissue (bone above zero, air below). `heart` are the
    solids whose outline is the heart's; `ribs[side]` are centre lines of ribs 1 to 10. Arms hang in a
    frontal view and are raised in a lateral one, so `arms` are by view and `shoulders` are frontal only.
    """

    person: Person
    body: tuple[Solid, ...]
    arms: dict[str, tuple[Solid, ...]]
    lungs: tuple[Lung, Lung]
    heart: tuple[Solid, ...]
    upper_mediastinum: tuple[Solid, ...]
    extras: tuple[tuple[Solid, float], ...]
    bones: tuple[Tube, ...]
    shoulders: tuple[Tube, ...]
    hila: tuple[Tube, ...]
    ribs: dict[int, tuple[Floats, ...]]

    def lung(self, side: int) -> Lung:
        """The lung of a side."""
        return self.lungs[0] if side == RIGHT else self.lungs[1]


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """Turns millimetres of the average adult into those of a person."""

    scale: Floats

    def at(self, *place: float) -> Floats:
        """A place in the person."""
        return vector(place) * self.scale

    def ellipsoid(
        self, place: tuple[float, ...], radii: tuple[float, ...], turn: Floats | None = None
    ) -> Solid:
        """An ellipsoid in the person."""
        return ellipsoid(self.at(*place), self.at(*radii), turn)


def build_chest(person: Person) -> Chest:
    """All parts of one person."""
    frame = Frame(vector((person.width, person.depth, person.height)))
    heart, mediastinum = _heart(frame, person), _mediastinum(frame, person)
    spine = frame.ellipsoid((0, 70, -40), (19, 21, 420))
    central = heart + mediastinum + (spine,)
    lungs = (_lung(frame, person, RIGHT, central), _lung(frame, person, LEFT, central))
    ribs = {side: tuple(_rib(frame, number, side) for number in range(1, 11)) for side in SIDES}
    return Chest(
        person=person,
        body=_body(frame, person),
        arms={"PA": _arms_down(frame, person), "LL": _arms_raised(frame, person)},
        lungs=lungs,
        heart=heart,
        upper_mediastinum=mediastinum[:3],
        extras=_airways(frame) + _stomach(frame, person) + _vertebrae(frame, person),
        bones=_bones(frame, person),
        shoulders=_shoulders(frame, person),
        hila=_hila(frame, person),
        ribs=ribs,
    )


def _heart(frame: Frame, person: Person) -> tuple[Solid, ...]:
    # Enlarging moves the apex to the left and down, the right border a little.
    size = person.heart
    low = -4.0 - 9.0 * person.inspiration  # it hangs on the diaphragm
    turn = turned(1, 32.0) @ turned(2, -22.0)
    ventricles = frame.ellipsoid(
        (6 + 23 * size, -12 - 18 * size, low - 62 - 22 * size), (56 * size, 41 * size, 44 * size), turn
    )
    atrium = frame.ellipsoid((-3 - 12 * size, -16, low - 70), (29 * size, 33 * size, 42 * size))
    behind = frame.ellipsoid((4, 12, low - 48), (36 * size, 27 * size, 28 * size))
    return ventricles, atrium, behind


def _mediastinum(frame: Frame, person: Person) -> tuple[Solid, ...]:
    wide, aorta = person.widening, person.aorta
    return (
        frame.ellipsoid((1, 14, 66), (24 * wide, 34, 105)),
        frame.ellipsoid((-17 * wide, -4, 18), (15 * wide, 17, 70)),
        frame.ellipsoid((17 * wide, 10, 66), (12 * wide, 16, 60)),
        frame.ellipsoid((-13, -22, -18), (19 * aorta, 21, 42)),
        frame.ellipsoid((19, 8, 16), (16 * aorta * wide, 34, 17 * aorta)),
        frame.ellipsoid((0, -2, -70), (13, 54, 100)),
        frame.ellipsoid((21, -18, -26), (20, 24, 32)),
        frame.ellipsoid((4, -50, -20), (9, 22, 90)),
        frame.ellipsoid((19 + 4 * (aorta - 1), 52, -70), (14 * aorta, 14 * aorta, 112)),
    )


def _lung(frame: Frame, person: Person, side: int, central: tuple[Solid, ...]) -> Lung:
    # The apex lies nearer to the midline than the base: a shear along z.
    lean = np.eye(3, dtype=np.float32)
    lean[0, 2] = LEAN_ACROSS * side
    lean[1, 2] = LEAN_BACK
    centre, radii = frame.at(68 * side, -2, -112), frame.at(67, 88, 226)
    top = (-102 if side == RIGHT else -113) - 17 * person.inspiration
    floor = LUNG_BASE - 6 * person.inspiration
    base = half_space(frame.at(0, 0, floor), (0, 0, -1))
    dome = frame.ellipsoid((69 * side, -18, floor), (71, 104, top - floor))
    return Lung(
        side=side,
        cavity=ellipsoid(centre, radii, lean).cut(base),
        obstacles=(*central, dome),
        base_mm=float(floor * frame.scale[2]),
        dome_top=frame.at(69 * side, -18, top),
        centre=centre,
        radii=radii,
    )


def _body(frame: Frame, person: Person) -> tuple[Solid, ...]:
    fat = person.fat_mm
    torso = ellipsoid(frame.at(0, 2, -135), frame.at(166, 108, 335) + vector((fat, fat, 20.0)))
    back = frame.ellipsoid((0, 38, 52), (122, 66, 135))
    parts = [torso, back, cylinder(frame.at(0, 14, 0), (50 + fat / 3, 55 + fat / 3), axis=2)]
    for side in SIDES:
        if person.sex == "F":
            size = person.breast
            sag = ellipsoid(
                frame.at(74 * side, -84 - 0.8 * fat, -88), vector((55 * size, 26 * size + fat / 3, 52 * size))
            )
            parts.append(sag)
        else:
            parts.append(frame.ellipsoid((66 * side, -78, 8), (58, 24, 62), turned(2, 14.0 * side)))
    return tuple(parts)


def _arms_down(frame: Frame, person: Person) -> tuple[Solid, ...]:
    fat = person.fat_mm
    parts = []
    for side in SIDES:
        parts.append(ellipsoid(frame.at(160 * side, 4, 70), frame.at(48, 44, 62) + fat / 2))
        parts.append(frame.ellipsoid((88 * side, 22, 92), (92, 44, 44), turned(1, 20.0 * side)))
    return tuple(parts)


def _arms_raised(frame: Frame, person: Person) -> tuple[Solid, ...]:
    reach = frame.at(46, 48, 82) + person.fat_mm / 3
    return tuple(ellipsoid(frame.at(112 * side, 8, 172), reach) for side in SIDES)


def _airways(frame: Frame) -> tuple[tuple[Solid, float], ...]:
    trachea = frame.ellipsoid((0, 10, 75), (8.5, 8.5, 95)).cut(half_space(frame.at(0, 0, 0), (0, 0, -1)))
    right = frame.ellipsoid((-19, 12, -13), (26, 6, 6), turned(1, -38.0))
    left = frame.ellipsoid((23, 14, -12), (28, 5.5, 5.5), turned(1, 28.0))
    return tuple((solid, AIR - SOFT) for solid in (trachea, right, left))


def _stomach(frame: Frame, person: Person) -> tuple[tuple[Solid, float], ...]:
    if person.stomach < 0.35:
        return ()
    top = -113 - 17 * person.inspiration - 14
    radius = 6 + 10 * person.stomach
    bubble = frame.ellipsoid((60, -10, top - radius), (18 + 16 * person.stomach, 22, radius), turned(1, 12.0))
    return ((bubble, AIR - SOFT),)


def spine_depth(z_mm: float, kyphosis: float) -> float:
    """How far back (y) the spine's axis lies at a height, in the average adult."""
    return 72.0 - 22.0 * kyphosis * ((z_mm + 45.0) / 170.0) ** 2


def _vertebrae(frame: Frame, person: Person) -> tuple[tuple[Solid, float], ...]:
    parts: list[tuple[Solid, float]] = []
    for z in np.arange(-222.0, 150.0, 24.0):
        size = 1.0 + (60.0 - z) / 900.0
        y = spine_depth(float(z), person.kyphosis)
        body = ellipsoid(frame.at(0, y, z), frame.at(30 * size, 28 * size, 22))
        column = cylinder(frame.at(0, y, z), (17.5 * size, 15.5 * size), axis=2)
        lower, upper = (
            half_space(frame.at(0, 0, z - 9.5), (0, 0, -1)),
            half_space(frame.at(0, 0, z + 9.5), (0, 0, 1)),
        )
        parts.append((body.cut(column, lower, upper), VERTEBRA * person.bone))
    return tuple(parts)


def _posterior_elements(frame: Frame, person: Person) -> list[Tube]:
    tubes = []
    for z in np.arange(-222.0, 150.0, 24.0):
        y = spine_depth(float(z), person.kyphosis)
        process = np.linspace(frame.at(0, y + 20, z + 2), frame.at(0, y + 40, z - 16), 6)
        tubes.append(Tube(vector(process), np.full(6, 5.0, np.float32), RIB * person.bone, flat=0.5, rim=0.6))
        across = np.linspace(frame.at(-36, y + 27, z + 5), frame.at(36, y + 27, z + 5), 5)
        tubes.append(Tube(vector(across), np.full(5, 4.5, np.float32), 0.6 * RIB * person.bone, rim=0.6))
        for side in SIDES:
            pedicle = np.linspace(frame.at(11 * side, y + 10, z + 3), frame.at(12 * side, y + 22, z + 2), 4)
            tubes.append(
                Tube(vector(pedicle), np.full(4, 4.2, np.float32), 0.45 * RIB * person.bone, rim=0.5)
            )
    return tubes


def _cage(z_mm: Floats) -> tuple[Floats, Floats, Floats]:
    """Half width, half depth and centre (y) of the thoracic cage at heights, in the average adult."""
    part = np.clip((z_mm + 112.0) / 226.0, -0.9, 0.985)
    round_ = np.sqrt(1.0 - part**2)
    shift = 0.105 * (z_mm + 112.0)
    return 68.0 - shift + 67.0 * round_ + 3.0, 88.0 * round_ + 5.0, -2.0 + 0.1 * (z_mm + 112.0)


def _rib(frame: Frame, number: int, side: int) -> Floats:
    """The centre line of a rib, from its vertebra round to where its cartilage begins."""
    origin = 106.0 - 23.5 * (number - 1)
    fall = np.interp(number, [1, 2, 4, 7, 10], [26.0, 46.0, 72.0, 92.0, 96.0])
    reach = np.interp(number, [1, 3, 6, 8, 10], [150.0, 152.0, 146.0, 132.0, 108.0])
    angle = np.radians(np.linspace(14.0, reach, 40))
    travelled = (1.0 - np.cos(angle)) / 2.0
    z = origin + 5.0 * np.sin(angle * 2.0) * (angle < np.pi / 2) - fall * travelled**0.9
    half_width, half_depth, middle = _cage(vector(z))
    x, y = half_width * np.sin(angle), middle + half_depth * np.cos(angle)
    # The first part springs from the spine, which stands farther forward than the cage's back.
    blend = np.clip((angle - angle[0]) / 0.35, 0.0, 1.0)
    x = x * blend + (20.0 + 14.0 * blend) * (1.0 - blend)
    return vector(np.stack([side * x, y, z], axis=1) * frame.scale)


def _bones(frame: Frame, person: Person) -> tuple[Tube, ...]:
    tubes = _posterior_elements(frame, person)
    sternum = np.linspace(frame.at(0, -74, 62), frame.at(0, -98, -78), 12)
    tubes.append(
        Tube(vector(sternum), np.full(12, 17.0, np.float32), 0.5 * RIB * person.bone, flat=0.3, rim=0.5)
    )
    return tuple(tubes)


def _shoulders(frame: Frame, person: Person) -> tuple[Tube, ...]:
    tubes = []
    for side in SIDES:
        tubes.append(_clavicle(frame, person, side))
        tubes.extend(_scapula(frame, person, side))
    return tuple(tubes)


def _hila(frame: Frame, person: Person) -> tuple[Tube, ...]:
    # The large arteries and veins at the roots: (points, radii); the left root stands higher.
    size = person.vessels
    roots = (
        (((-18, 2, -22), (-36, 6, -30), (-46, 16, -52), (-50, 28, -84)), (9, 9, 7.5, 4)),
        (((-22, 0, -18), (-40, 0, -8), (-52, 4, 18)), (7, 6, 3)),
        (((-18, 6, -52), (-40, 2, -56), (-66, -14, -70)), (7, 6, 3)),
        (((20, 6, -12), (36, 14, -14), (46, 26, -36), (50, 34, -74)), (10, 9.5, 7, 4)),
        (((24, 0, -8), (40, 0, 6), (50, 6, 30)), (7, 6, 3)),
        (((20, 8, -44), (42, 6, -46), (66, -12, -58)), (7, 6, 3)),
    )
    tubes = []
    for points, radii in roots:
        line = vector(points) * frame.scale
        tubes.append(Tube(line, vector(radii) * size, VESSEL))
    return tuple(tubes)


def rib_tube(person: Person, number: int, line: Floats) -> Tube:
    """A rib of bone round its centre line; cartilage shows no more than soft tissue does."""
    height = 4.2 if number in (1, 10) else 6.0
    radii = np.full(len(line), height, np.float32)
    return Tube(line, radii, RIB * person.bone, flat=0.52, rim=0.85)


def _clavicle(frame: Frame, person: Person, side: int) -> Tube:
    along = np.linspace(0.0, 1.0, 24)
    x = 18.0 + 132.0 * along
    y = -72.0 + 66.0 * along + 12.0 * np.sin(2.0 * np.pi * along)
    z = 72.0 + 26.0 * along + 5.0 * np.sin(np.pi * along)
    radii = np.interp(along, [0.0, 0.15, 0.6, 1.0], [9.5, 6.5, 5.5, 6.5])
    line = np.stack([side * x, y, z], axis=1) * frame.scale
    return Tube(vector(line), vector(radii), CORTEX * person.bone, flat=0.8, rim=0.9)


def _scapula(frame: Frame, person: Person, side: int) -> list[Tube]:
    # Rolled forward for the exposure: the blade stands lateral of most of the lung.
    inner = np.linspace(frame.at(118 * side, 78, 82), frame.at(126 * side, 72, -42), 20)
    outer = np.linspace(frame.at(152 * side, 34, 78), frame.at(128 * side, 70, -44), 20)
    blade = np.linspace(frame.at(136 * side, 58, 84), frame.at(128 * side, 72, -40), 20)
    widths = np.interp(np.linspace(0, 1, 20), [0.0, 0.4, 1.0], [24.0, 16.0, 5.0])
    spine = np.linspace(frame.at(116 * side, 84, 66), frame.at(160 * side, 30, 104), 16)
    humerus = np.linspace(frame.at(166 * side, 14, 88), frame.at(186 * side, 10, 0), 16)
    head = np.full(16, 13.0, np.float32)
    head[:5] = (19.0, 22.0, 22.0, 19.0, 15.0)
    return [
        Tube(vector(inner), np.full(20, 2.6, np.float32), RIB * person.bone, rim=0.5),
        Tube(vector(outer), np.full(20, 4.2, np.float32), CORTEX * person.bone, rim=0.5),
        Tube(vector(blade), vector(widths), 0.35 * RIB * person.bone, flat=0.12),
        Tube(vector(spine), np.full(16, 5.0, np.float32), RIB * person.bone, rim=0.5),
        Tube(vector(humerus), head, 0.7 * CORTEX * person.bone, rim=0.9),
    ]


BRANCHES = 34
TWIGS = 4  # of each branch


def vessel_cloud(chest: Chest, side: int, random: np.random.Generator, grain_mm: float) -> Cloud:
    """Vessels of one lung, from the hilum outwards, clipped to the lung; the draw ignores the grain."""
    lung, person = chest.lung(side), chest.person
    hilum = vector(HILUM) * vector((side * person.width, person.depth, person.height))
    if side == LEFT:
        hilum = hilum + vector((0.0, 0.0, 9.0))  # the left hilum stands higher
    ends = _targets(lung, random, BRANCHES)
    bend = random.normal(0.0, 13.0, (BRANCHES, 3))
    starts = vector(hilum + random.normal(0.0, 1.0, (BRANCHES, 3)) * (4.0, 7.0, 11.0))
    control = vector(0.55 * starts + 0.45 * ends + bend)
    wide = vector(person.vessels * random.uniform(1.5, 3.3, BRANCHES))
    clouds = [_curves(starts, control, ends, wide, grain_mm)]
    twig_ends = vector(np.repeat(ends, TWIGS, 0) + random.normal(0.0, 24.0, (BRANCHES * TWIGS, 3)))
    share = vector(random.uniform(0.25, 0.75, (BRANCHES * TWIGS, 1)))
    twig_starts = _bezier(
        np.repeat(starts, TWIGS, 0), np.repeat(control, TWIGS, 0), np.repeat(ends, TWIGS, 0), share
    )
    twig_control = vector(0.5 * (twig_starts + twig_ends) + random.normal(0.0, 7.0, twig_ends.shape))
    thin = np.repeat(wide, TWIGS) * (0.75 - 0.55 * share[:, 0])
    clouds.append(_curves(twig_starts, twig_control, twig_ends, thin, grain_mm))
    cloud = joined(clouds)
    return cloud.within(lung.holds(cloud.points))


def _targets(lung: Lung, random: np.random.Generator, count: int) -> Floats:
    """Places in the pleural space, more of them low: vessels there carry more blood upright."""
    direction = random.normal(0.0, 1.0, (count, 3))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    distance = random.uniform(0.5, 1.0, (count, 1)) ** (1.0 / 3.0)
    places = lung.centre + direction * distance * lung.radii * (0.95, 0.95, 0.9)
    places[:, 2] = np.maximum(places[:, 2], lung.dome_top[2] - 30.0)
    return vector(places)


def _bezier(starts: Floats, control: Floats, ends: Floats, share: Floats) -> Floats:
    rest = 1.0 - share
    return np.asarray(rest * rest * starts + 2.0 * rest * share * control + share * share * ends, np.float32)


def _curves(starts: Floats, control: Floats, ends: Floats, radii: Floats, grain_mm: float) -> Cloud:
    """Tapering round vessels as one cloud."""
    longest = float(np.linalg.norm(ends - starts, axis=1).max())
    steps = int(np.ceil(longest / grain_mm))
    share = (np.arange(steps) + 0.5) / steps
    # (vessels, steps, 3)
    points = _bezier(starts[:, None], control[:, None], ends[:, None], vector(share)[None, :, None])
    lengths = np.linalg.norm(np.diff(points, axis=1), axis=2).sum(axis=1) / (steps - 1)
    calibre = radii[:, None] * (1.0 - 0.82 * share[None, :])
    count = int(np.clip(np.pi * (float(radii.max()) / grain_mm) ** 2, 2, 10 if grain_mm < 1.0 else 3))
    # Round in any direction seen: thin vessels need no frame of their own.
    reach, angle = spread(points[..., 0].size * count)
    height = 2.0 * ((np.arange(len(reach)) * 0.618034) % 1.0) - 1.0
    ring = np.sqrt(1.0 - height**2)
    ball = np.stack([ring * np.cos(angle), ring * np.sin(angle), height], axis=1) * reach[:, None]
    spots = np.repeat(points.reshape(-1, 3), count, 0) + np.repeat(calibre.reshape(-1), count)[:, None] * ball
    masses = np.pi * calibre**2 * lengths[:, None] * VESSEL / count
    return Cloud(vector(spots), vector(np.repeat(masses.reshape(-1), count)))
