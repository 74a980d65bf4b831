"""From an answering recipe to a trained run, which a stop at any moment leaves as if there had been none."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from engine.errors import RecipeError
from engine.examinee_manifest import WEIGHTS, examinee_config
from engine.models.moebqa import Moebqa
from engine.models.pretrained_bert import read_bert
from engine.progress import OnProgress
from engine.runtime.routed_runner import COUNTS, load_examinee
from engine.runtime.weights import restored
from engine.text.question_rows import RowBuilder
from engine.text.tokenizer import ReportTokenizer, train_word_level
from training.answering.backbone import backbone_tokenizer, check_backbone, dense_examinee
from training.answering.batches import QuestionBatches, QuestionSet, question_set
from training.answering.questions import Questions, open_questions
from training.answering.recipe import AnsweringRecipe, load_answering
from training.answering.states import open_states
from training.checkpoints import Best, Saving, best_figure, model_weights, seed_generators
from training.processes import ALONE, Processes
from training.runs import RunOf, RunRecord, Start, create_run, open_run_of, started_again
from training.stages import Stage, StageFiles, train_stage
from training.stored_weights import stored
from training.tasks.answering import Answering

ANSWERS = "answers"
FIRST_WEIGHTS = "first weights"  # of the generators' seeds, the one for what a model starts from

AnsweringRun = RunOf[AnsweringRecipe]


@dataclass(frozen=True, slots=True)
class AnsweringMaterial:
    """A run's questions as rows, and the model before its first step."""

    train: QuestionSet
    val: QuestionSet
    first_model: Moebqa


def begin_answering(recipe: AnsweringRecipe, folder: Path, start: Start) -> AnsweringRun:
    """A new run in `folder`: questions and backbone are found, the resolved recipe written."""
    check_backbone(recipe)
    questions = open_questions(recipe)
    tokenizer = recipe_tokenizer(recipe, questions)
    sized = replace(recipe, model=replace(recipe.model, vocab_size=tokenizer.size))
    return create_run(folder, sized, RunRecord(questions.fingerprint, (start,)), tokenizer)


def open_answering_run(folder: Path) -> AnsweringRun:
    """Read an examinee's run back; `RecipeError` if it is none."""
    return open_run_of(folder, lambda path: load_answering(str(path)))


def resume_answering(folder: Path, start: Start) -> AnsweringRun:
    """Open an examinee's run to train on; its record then has this start too."""
    return started_again(open_answering_run(folder), start)


def recipe_tokenizer(recipe: AnsweringRecipe, questions: Questions) -> ReportTokenizer:
    """The backbone's tokenizer; without a backbone all words of the training questions."""
    if bundle := dense_examinee(recipe.backbone):
        return bundle.tokenizer()
    if recipe.backbone:
        return backbone_tokenizer(Path(recipe.backbone))
    texts = [
        text
        for asked in questions.train
        for text in (
            asked.question.stem,
            *(option.text for option in asked.question.options),
            *asked.evidence,
        )
    ]
    return train_word_level(texts, 1)


def prepare_answering(run: AnsweringRun, on_progress: OnProgress) -> AnsweringMaterial:
    """Rows, first weights and kept states; `RecipeError` if the questions have changed since the start."""
    recipe = run.recipe
    questions = open_questions(recipe)
    if questions.fingerprint != run.record.data_fingerprint:
        raise RecipeError(
            "the questions have changed since this run began.", where=str(run.folder), todo="Begin a new run."
        )
    builder = row_builder(recipe, run.tokenizer)
    (train, cut_train), (val, cut_val) = (
        question_set(part, builder) for part in (questions.train, questions.val)
    )
    if cut_train + cut_val or questions.unkeyed:
        print(
            f"Left out: {cut_train + cut_val} questions longer than {recipe.data.max_tokens} tokens, "
            f"{questions.unkeyed} without a key.",
            file=sys.stderr,
        )
    if not len(train) or not len(val):
        raise RecipeError("no question fits into data.max_tokens.", where=recipe.name)
    model = first_model(recipe)
    if recipe.cached_bottom:
        states = open_states(run.folder.parent, model, (*train.rows, *val.rows), train.pad, on_progress)
        train, val = replace(train, states=states), replace(val, states=states, first_row=len(train.rows))
    return AnsweringMaterial(train, val, model)


def row_builder(recipe: AnsweringRecipe, tokenizer: ReportTokenizer) -> RowBuilder:
    """How questions become rows, in training as in the examinee (`engine.examinee.Examinee`)."""
    routed_by = recipe.model.routing if recipe.model.routing == "question" else "last_sentence"
    return RowBuilder(tokenizer, recipe.data.max_tokens, routed_by)


def first_model(recipe: AnsweringRecipe) -> Moebqa:
    """The model before its first step, the bottom frozen where its states are kept."""
    check_backbone(recipe)
    seed_generators(recipe.seed, FIRST_WEIGHTS)
    if recipe.backbone:
        try:
            model = split_backbone(recipe)
        except ValueError as problem:
            raise RecipeError(
                f"this backbone has other sizes: {problem}.", where=recipe.backbone
            ) from problem
    else:
        model = Moebqa(recipe.model)
    if recipe.cached_bottom:
        model.embeddings.requires_grad_(False)
        model.bottom.requires_grad_(False)
    return model


def split_backbone(recipe: AnsweringRecipe) -> Moebqa:
    """The recipe's backbone as bottom and experts; ValueError if it has other sizes."""
    if bundle := dense_examinee(recipe.backbone):
        dense = load_examinee(examinee_config(bundle.manifest), bundle.path(WEIGHTS))
        return Moebqa.from_dense(dense, recipe.model)
    return Moebqa.from_bert(read_bert(Path(recipe.backbone)), recipe.model)


def train_answering(
    run: AnsweringRun, material: AnsweringMaterial, saving: Saving, processes: Processes = ALONE
) -> Best:
    """Train what is left of the run; does nothing if it is complete. Returns its best validation figure."""
    recipe = run.recipe
    task = Answering(material.first_model, recipe.optimiser, recipe.beta)
    stage = Stage(ANSWERS, recipe.epochs, "val_error", recipe.optimiser.clip_norm)
    files = StageFiles(run.last(ANSWERS), run.best(ANSWERS), run.log(ANSWERS))
    data = QuestionBatches(material.train, material.val, recipe.batch, recipe.seed)
    seed, precision = recipe.seed, recipe.precision
    train_stage(stage, task, data, files, seed, precision, saving, processes=processes)
    return best_figure(run.best(ANSWERS))


def trained_model(run: AnsweringRun) -> Moebqa:
    """The run's best weights in evaluation mode, rounded as a bundle keeps them."""
    model = Moebqa(run.recipe.model)
    kept = restored(stored_weights(run))
    model.load_state_dict({**model_weights(run.best(ANSWERS)), **kept})
    return model.requires_grad_(False).eval()


def stored_weights(run: AnsweringRun) -> dict[str, torch.Tensor]:
    """The run's best weights as its bundle keeps them."""
    weights = model_weights(run.best(ANSWERS))
    return stored({name: part for name, part in weights.items() if name != COUNTS}, run.recipe.stored)
