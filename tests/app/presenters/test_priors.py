"""What is offered as a prior, what is refused, and that a prior gets nothing of the current study's."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from app.messages import Notice
from app.presenters.keeping import Keeper
from app.presenters.linking import Linking
from app.presenters.priors import PriorFollower, PriorPorts, PriorsPresenter, same_view
from app.presenters.viewer import ViewerPresenter
from app.presenters.worklist import WorklistPresenter
from app.store.database import url_of
from app.store.rows import StudyRow
from app.store.store import Store
from app.viewing import Pace, PriorShown
from engine.dicom.film import Film
from engine.study import Opened, Patient, PersonName, Radiograph, Study
from tests.app.desk_fakes import FakeFiles, ShownWorklist, StepLane, film_of, study_of
from tests.app.filming import DirectLane, ViewerStandIn, film, one_hot, ramp

JANE = Patient(PersonName("Doe^Jane"), "P-77", "City", "19500101", "F")


def janes(uid: str, day: str, patient: Patient = JANE, views: tuple[str, ...] = ("PA", "LL")) -> Study:
    films = tuple(film_of(uid, view) for view in views)
    return replace(study_of(uid, films=films), patient=patient, study_date=day)


CURRENT = janes("1", "20240312")
OLDER, OLDEST = janes("2", "20230701"), janes("3", "20190101", views=("PA",))


class Bench:
    """The presenter between two real viewers on stand-ins; films are read at once."""

    def __init__(self, *listed: Study, folder: Path | None = None) -> None:
        self.shown = PriorShown()
        self.notices: list[Notice] = []
        self.view, self.prior_view = ViewerStandIn(), ViewerStandIn()
        self.viewer = ViewerPresenter(self.view, DirectLane(), self._read)
        self.prior = ViewerPresenter(self.prior_view, DirectLane(), self._read)
        self.worklist = WorklistPresenter(ShownWorklist(), lambda _: None)
        self.files, self.lane, self.store_lane = FakeFiles(), StepLane(), StepLane()
        self.store = Store(url_of(str(folder))) if folder else None
        linking = Linking(self.viewer, self.prior)
        keeper = Keeper(self.store_lane, self._open_store)
        self.priors = PriorsPresenter(
            self,
            self.viewer,
            self.prior,
            linking,
            self.worklist,
            PriorPorts(self.files, self.lane, keeper, self.notices.append),
        )
        self.viewer.followed_by(self.priors)
        self.prior.followed_by(PriorFollower(linking, self.priors.refresh))
        self.worklist.when_listed(self.priors.refresh)
        self.worklist.add_opened(Opened(tuple(listed)))
        self.viewer.show_study(CURRENT)
        for place in range(2):
            self.viewer.area_resized(place, 100, 100)
            self.prior.area_resized(place, 100, 100)

    def show_prior(self, shown: PriorShown) -> None:
        self.shown = shown

    def days(self) -> list[str]:
        return [offer.day for offer in self.shown.offers]

    def _read(self, radiograph: Radiograph, *_: object) -> Film:
        return replace(film(ramp(40, 50)), radiograph=radiograph)

    def _open_store(self) -> Store:
        assert self.store is not None
        return self.store


def test_earlier_studies_of_the_patient_are_offered_the_newest_first() -> None:
    bench = Bench(CURRENT, OLDEST, OLDER)
    assert bench.days() == ["1 Jul 2023", "1 Jan 2019"]
    assert bench.shown.offers[0].interval == "8 months earlier"
    assert "number P-77" in bench.shown.offers[0].grounds
    assert bench.shown.beside is None


@pytest.mark.parametrize(
    "other",
    [
        janes("4", "20230701", replace(JANE, patient_id="P-78")),
        janes("4", "20230701", replace(JANE, issuer="Other")),
        janes("4", "20230701", replace(JANE, name=PersonName("Doe^June"))),
        janes("4", "20240312"),  # the same day
        janes("4", "20240313"),
        janes("4", ""),
        janes("4", "2023"),
    ],
)
def test_no_other_study_is_offered_and_the_reason_is_said_when_asked(other: Study) -> None:
    bench = Bench(CURRENT, other)
    assert bench.days() == []
    assert bench.shown.why_none == "No earlier study of this patient is on the worklist."
    bench.priors.toggle()
    assert bench.notices == [Notice(bench.shown.why_none)]
    assert bench.shown.beside is None


def test_another_patients_study_is_refused_also_when_it_is_asked_for_by_name() -> None:
    bench = Bench(CURRENT, OLDER, janes("4", "20230701", replace(JANE, patient_id="P-78")))
    bench.priors.choose("4")
    assert bench.shown.beside is None
    assert bench.prior_view.films[0].tones is None
    assert "not shown beside the current one" in bench.notices[0].what


def test_the_prior_stands_beside_one_film_of_the_same_view_and_goes_again() -> None:
    bench = Bench(CURRENT, OLDER)
    assert bench.view.places == 2
    bench.priors.toggle()
    assert (bench.view.places, bench.view.films[0].label) == (1, "PA")
    assert bench.prior_view.films[0].label == "PA"
    assert bench.prior_view.films[0].patient[-1] == "2023-07-01"
    bench.viewer.strip_chosen(1)
    assert bench.view.films[0].label == bench.prior_view.films[0].label == "LAT"
    bench.priors.toggle()
    assert (bench.view.places, bench.shown.beside) == (2, None)
    assert bench.prior_view.films[0].tones is None


def test_a_prior_without_the_view_says_so_and_shows_no_other() -> None:
    bench = Bench(CURRENT, OLDEST)
    bench.priors.toggle()
    bench.viewer.strip_chosen(1)
    assert bench.shown.message == "This prior has no LAT film."
    assert bench.prior_view.films[0].tones is None


def test_among_frontal_films_the_very_same_view_is_taken() -> None:
    prior = janes("5", "20230701", views=("AP", "PA"))
    assert same_view(prior, film_of("1", "PA")) == prior.radiographs[1]
    assert same_view(prior, film_of("1", "LL")) is None


def test_another_study_takes_the_prior_away() -> None:
    bench = Bench(CURRENT, OLDER)
    bench.priors.toggle()
    bench.viewer.show_study(OLDEST)
    assert (bench.shown.beside, bench.days()) == (None, [])
    assert bench.prior_view.films[0].tones is None


def test_maps_of_the_current_study_never_lie_on_the_prior() -> None:
    bench = Bench(CURRENT, OLDER)
    bench.priors.toggle()
    of = replace(film(ramp(40, 50)), radiograph=CURRENT.radiographs[0])
    bench.viewer.show_map(one_hot([of], 0, (1, 1), (4, 4)), 0)
    assert bench.view.films[0].overlay is not None
    assert (bench.prior_view.films[0].overlay, bench.prior_view.films[0].legend) == (None, None)


def test_while_linked_either_film_leads() -> None:
    bench = Bench(CURRENT, OLDER)
    bench.priors.toggle()
    for leader in (bench.viewer, bench.prior):
        leader.zoom_turned(0, 2, Pace.NORMAL, 20, 30)
        leader.pan_dragged(0, 7, -5)
        leader.window_dragged(0, 30, 20, Pace.NORMAL)
        assert bench.view.films[0].sight == bench.prior_view.films[0].sight
        assert bench.view.bar.window == bench.prior_view.bar.window
    bench.viewer.invert_toggled()
    assert bench.prior_view.bar.inverted
    bench.priors.link_toggled()
    before = bench.prior_view.films[0].sight
    bench.viewer.zoom_turned(0, 2, Pace.NORMAL, 20, 30)
    assert bench.prior_view.films[0].sight == before
    assert bench.shown.linked is False


def test_a_prior_that_comes_follows_the_current_film_and_does_not_lead_it() -> None:
    bench = Bench(CURRENT, OLDER)
    bench.viewer.zoom_turned(0, 3, Pace.NORMAL, 20, 30)
    sight = bench.view.films[0].sight
    bench.priors.toggle()
    assert bench.view.films[0].sight == bench.prior_view.films[0].sight == sight


def remembered(study: Study) -> StudyRow:
    """The study as the store remembers it."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    paths = tuple(each.path for each in study.radiographs)
    return StudyRow(
        study.study_uid, study.patient, study.study_date, "", "", "Chest", paths, now, now, None, None, False
    )


def test_a_prior_that_only_the_store_knows_is_opened_from_its_files_and_the_audit_says_so(
    tmp_path: Path,
) -> None:
    bench = Bench(CURRENT, folder=tmp_path)
    bench.files.under[Path("/opened/2")] = Opened((OLDER,))
    bench.worklist.add_remembered([remembered(OLDER)])
    bench.priors.toggle()
    assert bench.shown.beside is not None
    bench.lane.work_all()
    assert bench.prior_view.films[0].tones is not None
    bench.store_lane.work_all()
    assert bench.store is not None
    last = bench.store.audit()[0]
    assert (last.event, last.study_uid, dict(last.detail)) == ("study_opened", "2", {"beside": "1"})
    bench.store.close()


def test_files_that_name_another_patient_by_now_are_refused() -> None:
    bench = Bench(CURRENT)
    changed = replace(OLDER, patient=replace(JANE, patient_id="P-99"))
    bench.files.under[Path("/opened/2")] = Opened((changed,))
    bench.worklist.add_remembered([remembered(OLDER)])
    bench.priors.toggle()
    bench.lane.work_all()
    assert bench.shown.beside is None
    assert bench.prior_view.films[0].tones is None
    assert "The patient number is another." in bench.notices[0].what


def test_a_prior_whose_files_are_gone_is_said_and_leaves_the_current_film_as_it_was() -> None:
    bench = Bench(CURRENT)
    bench.worklist.add_remembered([remembered(OLDER)])
    bench.priors.toggle()
    bench.lane.work_all()
    assert (bench.shown.beside, bench.view.places) == (None, 2)
    assert bench.notices[0].what == "The prior's files hold another study now."
