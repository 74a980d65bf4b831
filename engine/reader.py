"""A study in, a panel out: films are prepared, every expert writes, the drafts vote.

The bundle's architecture says who writes: the experts of a panel (METransformer), or one captioner
(ExpansionNet) whose best hypotheses are drafts, numbered as experts by how likely it finds them.

`Reader.open` loads a bundle once and takes seconds (importing torch does); `Reader.read` blocks while the
experts write and can be watched and cancelled. One reader serves one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal

import numpy as np

from engine.bundle import Bundle, BundleManifest
from engine.decoding import Decoded, DecodingConfig, Watch, decode
from engine.dicom.decoder import FrameDecoder
from engine.dicom.pixels import Film, read_film
from engine.errors import BundleDamaged, BundleUnsupported, ConsiliumError, NothingToRead
from engine.familiarity import Familiarity, film_features
from engine.models.grid_config import CaptionerConfig
from engine.models.metransformer_config import MeTransformerConfig
from engine.panel import (
    EXPERT_LETTERS,
    Draft,
    Evidence,
    FloatArray,
    MapFrame,
    Origin,
    Panel,
    Timings,
    Word,
    read_only,
)
from engine.preprocess import InputConvention, StudyInput, choose_films, gather
from engine.progress import CancelToken, OnProgress, Progress, ignore_progress
from engine.runtime.base import Device, Runner, RunnerState
from engine.runtime.graphs import ENCODER, GRAPHS
from engine.study import Radiograph, Study
from engine.text.annotate import annotated
from engine.text.cider import DocumentFrequencies
from engine.text.findings import LABELS
from engine.text.tokenizer import ReportTokenizer
from engine.voting import vote

Runtime = Literal["auto", "torch", "onnx"]

ARCHITECTURE, CAPTIONER = "metransformer", "expansionnet"
WRITERS = (ARCHITECTURE, CAPTIONER)
WEIGHTS = "weights.safetensors"
LABEL_SCORE = "finding_f1: "  # and the label: how `evaluate` names the scores of single findings
CHEST = frozenset({"", "CHEST", "THORAX", "LUNG", "CHESTABDOMEN", "RIB"})
RADIOGRAPHY = frozenset({"DX", "CR", "RG", "RF", "XA", "OT", ""})

OnDraft = Callable[[Draft], None]


def ignore_draft(_: Draft) -> None:
    """An `OnDraft` for callers who wait for the whole panel."""


@dataclass(frozen=True, slots=True)
class Films:
    """The films in the model's slots as read, and a sentence about each that was left out."""

    slots: tuple[Film | None, ...]
    left_out: tuple[str, ...]


class Reader:
    """A bundle that is ready to read studies."""

    def __init__(self, bundle: Bundle, runner: Runner[Any], decoding: DecodingConfig) -> None:
        """Take what `open` puts together; tests put in a runner of their own."""
        manifest = bundle.manifest
        self._bundle = bundle
        self._runner = runner
        self._decoding = decoding
        self._convention = InputConvention.from_dict(dict(manifest.input))
        self._tokenizer: ReportTokenizer = bundle.tokenizer()
        self._frequencies: DocumentFrequencies = bundle.frequencies()
        self._familiarity = familiarity_of(bundle)
        self._decoder = FrameDecoder()

    @classmethod
    def open(
        cls, bundle: Bundle, *, device: Device = "auto", beam: int | None = None, runtime: Runtime = "auto"
    ) -> Reader:
        """Load the bundle's model. `beam` overrides the bundle's default; fewer beams, fewer hypotheses kept.

        The runtime "auto" is torch, or ONNX where the bundle has that only. BundleUnsupported if the
        bundle does not write reports or has nothing for the runtime, BundleDamaged if its parts do not fit,
        DeviceUnavailable if the device is not there.
        """
        decoding = decoding_of(bundle.manifest)
        runner = runner_of(bundle, runtime, device)
        if beam is not None:
            decoding = replace(decoding, beam=beam, drafts=min(decoding.drafts, beam))
        return cls(bundle, runner, decoding)

    @property
    def description(self) -> str:
        """What reads, for people: "report-phantom · CPU · PyTorch"."""
        what = self._runner.describe()
        device = "CPU" if what.device == "cpu" else what.device
        runtime = "ONNX Runtime" if what.runtime.startswith("onnxruntime") else "PyTorch"
        return f"{self._bundle.manifest.name} · {device} · {runtime}"

    def close(self) -> None:
        """End the decoder's process."""
        self._decoder.close()

    def read(
        self,
        study: Study,
        *,
        cancel: CancelToken | None = None,
        on_progress: OnProgress = ignore_progress,
        on_draft: OnDraft = ignore_draft,
    ) -> Panel:
        """Let all experts read the study's frontal and lateral film.

        `on_draft` gets each draft as its expert ends, without a vote. Raises NothingToRead where no film can
        be read, Cancelled between two steps.
        """
        cancel = cancel or CancelToken()
        laps = [time.perf_counter()]
        films = self._films(study, cancel, on_progress)
        given = gather(films.slots, self._convention)
        laps.append(time.perf_counter())
        on_progress(Progress("Experts look at the films", 0, 1))
        state = self._runner.encode(given.images, np.array(given.present))
        experts, unfamiliar = state.expert_maps, self._unfamiliar(given)
        laps.append(time.perf_counter())
        reports, drafts = self._written(state, cancel, on_progress, on_draft)
        laps.append(time.perf_counter())
        ballot = vote([draft.text for draft in drafts], self._frequencies)
        laps.append(time.perf_counter())
        standing = zip(drafts, ballot.votes, ballot.ranks, strict=True)
        return Panel(
            study_uid=study.study_uid,
            drafts=tuple(replace(draft, vote=score, rank=rank) for draft, score, rank in standing),
            elected=ballot.elected,
            evidence=evidence_of(given, experts, reports),
            voting=ballot.voting,
            unfamiliar=unfamiliar,
            warnings=(
                *films.left_out,
                *doubts(films.slots),
                *never_found(self._bundle.manifest),
                *cut_short(drafts, reports),
            ),
            seconds=Timings(*np.diff(laps).tolist()),
        )

    def _written(
        self, state: RunnerState, cancel: CancelToken, on_progress: OnProgress, on_draft: OnDraft
    ) -> tuple[tuple[Decoded, ...], list[Draft]]:
        """All experts' reports as decoded, and as drafts that wait for their votes."""
        origin = self._origin()
        drafts: dict[int, Draft] = {}

        def finished(row: int, report: Decoded) -> None:
            drafts[row] = self._draft(row, report, origin)
            on_draft(drafts[row])

        reports = decode(
            self._runner.step,
            state,
            self._decoding,
            begin=self._tokenizer.bos,
            end=self._tokenizer.eos,
            watch=Watch(cancel, on_progress, finished=finished),
        )
        return reports, [drafts[row] for row in range(len(reports))]

    def _films(self, study: Study, cancel: CancelToken, on_progress: OnProgress) -> Films:
        usable, left_out = list(study.radiographs), list[str]()
        read: dict[int, Film] = {}  # by identity: damaged files may share a UID
        while True:
            chosen = choose_films(replace(study, radiographs=tuple(usable)), self._convention.views)
            unread = [film for film in chosen if film is not None and id(film) not in read]
            if not unread:
                break
            cancel.raise_if_cancelled()
            on_progress(Progress("Films are opened", len(read), len(read) + len(unread)))
            try:
                read[id(unread[0])] = read_film(unread[0], decoder=self._decoder)
            except ConsiliumError as error:  # another film of this view may take its place
                usable = [film for film in usable if film is not unread[0]]
                left_out.append(f"{unread[0].path.name} ({unread[0].label}) was left out. {error}")
        slots = [read[id(film)] if film is not None else None for film in chosen]
        left_out += [*not_chosen(usable, chosen), *alone(chosen)]
        if not any(slots):
            raise NothingToRead(
                "This study has no film that the panel can read.", todo=" ".join(left_out) or ADD_A_FILM
            )
        return Films(tuple(slots), tuple(left_out))

    def _draft(self, expert: int, report: Decoded, origin: Origin) -> Draft:
        decoded = self._tokenizer.decode(report.tokens)
        chances = report.log_probabilities.tolist()
        words = tuple(
            Word(start, stop, chance) for (start, stop), chance in zip(decoded.words, chances, strict=True)
        )
        return Draft(
            expert=expert,
            text=decoded.text,
            words=words,
            sentences=annotated(decoded.text, words),
            log_likelihood=report.log_likelihood,
            origin=origin,
        )

    def _origin(self) -> Origin:
        what = self._runner.describe()
        return Origin(
            bundle=self._bundle.manifest.name,
            bundle_sha256=self._bundle.sha256,
            runtime=what.runtime,
            device=what.device,
            precision=what.precision,
            decoding=str(self._decoding),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
            version=self._bundle.manifest.version,
        )

    def _unfamiliar(self, given: StudyInput) -> str:
        if self._familiarity is None:
            return ""
        features = film_features(self._runner, given.images[None], np.array([given.present]))
        if not self._familiarity.is_unfamiliar(features[0]):
            return ""
        return (
            "This film is unlike all films that this model has learned from. "
            "It has never seen such a film: do not rely on these drafts."
        )


ADD_A_FILM = "Open a study with a frontal or lateral radiograph."
EXPORT_AGAIN = "Export or copy the bundle again."


def runner_of(bundle: Bundle, runtime: Runtime, device: Device) -> Runner[Any]:
    """The bundle's model, ready on the runtime and device."""
    if bundle.manifest.architecture == CAPTIONER:
        return captioner_of(bundle, runtime, device)
    config = MeTransformerConfig.from_dict(bundle.manifest.config)
    check_parts(bundle, config)
    files = bundle.manifest.files
    if runtime == "onnx" or (runtime == "auto" and WEIGHTS not in files and ENCODER in files):
        return onnx_runner(bundle, config, device)
    return torch_runner(bundle, config, device)


def captioner_of(bundle: Bundle, runtime: Runtime, device: Device) -> Runner[Any]:
    """A captioner's model; BundleUnsupported where it does not look at films, or should run without torch."""
    config = CaptionerConfig.from_dict(bundle.manifest.config)
    if config.grid is None:
        raise BundleUnsupported(
            "This captioner reads regions that a detector found, not films.",
            where=bundle.manifest.name,
            todo="Train one with an image backbone.",
        )
    if runtime == "onnx":
        raise BundleUnsupported(
            "A captioner has no ONNX files.", where=bundle.manifest.name, todo="Use --runtime torch."
        )
    grid, captioner = config.grid, config.captioner
    check_input(bundle, (grid.views, grid.channels, grid.image_size), captioner.vocab_size)
    check_length(bundle, captioner.max_tokens)
    decoding = decoding_of(bundle.manifest)
    if decoding.drafts > len(EXPERT_LETTERS) or decoding.beam > captioner.vocab_size:
        raise _unfit(
            bundle,
            f"Decoding keeps {decoding.drafts} drafts of {decoding.beam} hypotheses, which are too many.",
        )
    weights = bundle.path(WEIGHTS)
    from engine.runtime.film_captioner import FilmCaptioner

    return FilmCaptioner(config, weights, device=device)


def torch_runner(bundle: Bundle, config: MeTransformerConfig, device: Device) -> Runner[Any]:
    """The bundle's model on PyTorch. Imported here: torch takes seconds, and nothing before needs it."""
    weights = bundle.path(WEIGHTS)
    from engine.runtime.torch_runner import TorchRunner

    return TorchRunner(config, weights, device=device)


def onnx_runner(bundle: Bundle, config: MeTransformerConfig, device: Device) -> Runner[Any]:
    """The bundle's model on ONNX Runtime, without torch."""
    files = {name: bundle.path(name) for name in GRAPHS}
    from engine.runtime.onnx_runner import OnnxRunner

    return OnnxRunner(config, files, device=device)


def check_parts(bundle: Bundle, config: MeTransformerConfig) -> None:
    """BundleDamaged where a bundle's parts do not belong together: it would fail in the middle of a study."""
    letters, familiarity = len(EXPERT_LETTERS), familiarity_of(bundle)
    if config.experts > letters:
        raise _unfit(bundle, f"The model has {config.experts} experts; the desk has letters for {letters}.")
    check_input(bundle, (config.views, config.channels, config.image_size), config.vocab_size)
    check_length(bundle, config.max_tokens)
    if familiarity is not None and familiarity.mean.shape != (config.views, config.width):
        raise _unfit(bundle, "Familiarity was learned with another model.")


def check_input(bundle: Bundle, films: tuple[int, int, int], vocabulary: int) -> None:
    """BundleDamaged where films (views, channels, side) or words are not what the model takes."""
    views, channels, side = films
    convention = InputConvention.from_dict(dict(bundle.manifest.input))
    made = (convention.views, convention.channels, convention.height, convention.width)
    if made != (views, channels, side, side):
        raise _unfit(bundle, "The input convention makes other images than the model takes.")
    words = bundle.tokenizer().size
    if words != vocabulary:
        raise _unfit(bundle, f"The tokenizer has {words} words, the model {vocabulary}.")


def check_length(bundle: Bundle, most: int) -> None:
    """BundleDamaged where decoding asks for more tokens than the model has places."""
    if decoding_of(bundle.manifest).max_tokens > most:
        raise _unfit(bundle, f"Decoding asks for longer reports than the model's {most} tokens.")


def _unfit(bundle: Bundle, problem: str) -> BundleDamaged:
    return BundleDamaged(problem, where=bundle.manifest.name, todo=EXPORT_AGAIN)


def familiarity_of(bundle: Bundle) -> Familiarity | None:
    """What tells whether a film is familiar; None where the bundle has nothing for it."""
    name = bundle.manifest.familiarity
    return Familiarity.load(bundle.path(name)) if name else None


def decoding_of(manifest: BundleManifest) -> DecodingConfig:
    """The bundle's own way of decoding; BundleUnsupported if it does not write reports."""
    if manifest.architecture not in WRITERS:
        raise BundleUnsupported(
            f"This bundle is a {manifest.architecture} and does not write reports.",
            where=manifest.name,
            todo=f"Choose a bundle with the architecture {' or '.join(WRITERS)}.",
        )
    try:
        return DecodingConfig(**manifest.decoding)
    except (TypeError, ValueError) as error:
        raise BundleUnsupported(
            "Its decoding defaults cannot be used.", where=manifest.name, todo="Export it again."
        ) from error


def evidence_of(given: StudyInput, experts: FloatArray, reports: Sequence[Decoded]) -> Evidence:
    """Attention over the films that were there; slots that stayed empty are left out.

    A model without experts has no `experts` maps: the mean of its words' maps then stands for each draft.
    """
    there = [slot for slot, frame in enumerate(given.frames) if frame is not None]
    frames: tuple[MapFrame, ...] = tuple(frame for frame in given.frames if frame is not None)
    experts = experts if len(experts) else mean_maps(reports, experts.shape[1:])
    return Evidence(
        frames=frames,
        expert_maps=read_only(experts[:, there]),
        word_maps=tuple(
            read_only(report.attention[:, there] if len(report.attention) else report.attention)
            for report in reports
        ),
    )


def mean_maps(reports: Sequence[Decoded], shape: tuple[int, ...]) -> FloatArray:
    """(reports, F, h, w): where each looked while it was written; zeros for one without a word."""
    means = [
        report.attention.mean(0) if len(report.attention) else np.zeros(shape, np.float32)
        for report in reports
    ]
    return np.stack(means)


def alone(chosen: Sequence[Radiograph | None]) -> list[str]:
    """A sentence where the model gets one film and has learned from several."""
    if len(chosen) < 2 or sum(film is not None for film in chosen) != 1:
        return []
    return ["One film is here; the model has learned from studies with a frontal and a lateral one."]


def never_found(manifest: BundleManifest) -> list[str]:
    """A sentence with the findings whose F1 was 0 on the bundle's test films."""
    of_labels = {name.removeprefix(LABEL_SCORE): score.value for name, score in manifest.scores.items()}
    labels = [label for label, value in of_labels.items() if value == 0 and label in LABELS]
    if not labels:
        return []
    names = ", ".join(labels).lower()
    return [f"On its test films this model never found: {names}. That it does not name them means nothing."]


def not_chosen(usable: Sequence[Radiograph], chosen: Sequence[Radiograph | None]) -> list[str]:
    """A sentence where the study has more films than the model takes."""
    more = len(usable) - sum(film is not None for film in chosen)
    if more == 0:
        return []
    if more == 1:
        return ["The model reads one frontal and one lateral film; 1 film was not read."]
    return [f"The model reads one frontal and one lateral film; {more} films were not read."]


def doubts(films: Sequence[Film | None]) -> list[str]:
    """Sentences about films that are not what the panel is for."""
    said: list[str] = []
    for film in films:
        if film is None:
            continue
        what = film.radiograph
        if what.body_part.upper() not in CHEST:
            said.append(f"The header of the {what.label} film says {what.body_part}; the panel reads chests.")
        if what.modality not in RADIOGRAPHY:
            said.append(f"The modality is {what.modality}; the panel reads radiographs.")
        if film.rgb is not None:
            said.append(f"The {what.label} film is in colour; the model saw its luminance alone.")
        if what.frames > 1:
            said.append(f"The {what.label} film has {what.frames} frames; the first was read.")
    return said


def cut_short(drafts: Sequence[Draft], reports: Sequence[Decoded]) -> list[str]:
    """A sentence about drafts that reached the model's limit before they ended."""
    cut = [draft.letter for draft, report in zip(drafts, reports, strict=True) if not report.ended]
    if not cut:
        return []
    if len(cut) == 1:
        return [f"Draft {cut[0]} reached the length limit and may lack an end."]
    return [f"Drafts {', '.join(cut)} reached the length limit and may lack an end."]
