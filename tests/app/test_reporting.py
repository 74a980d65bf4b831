"""What is said of a fault on standard error: where, and never what about."""

from __future__ import annotations

import io
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import suppress

import pytest

from app.reporting import PlaceFormatter, report_of, watch_faults

NAME = "Zyxwvu^Planted"


def fault() -> BaseException:
    """As a slot raises it: with a cause that quotes a patient."""
    try:
        try:
            dict[str, str]()[NAME]
        except KeyError as error:
            raise ValueError(f"no study of {NAME}") from error
    except ValueError as error:
        return error
    raise AssertionError


@pytest.fixture
def hooks() -> Iterator[None]:
    before = sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.showwarning
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    sys.excepthook, threading.excepthook, sys.unraisablehook, warnings.showwarning = before
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_report_says_which_faults_where_and_quotes_nobody() -> None:
    text = report_of(fault())
    assert "builtins.ValueError" in text
    assert "caused by builtins.KeyError" in text
    assert "app/test_reporting.py:" in text
    assert " fault" in text
    assert "Planted" not in text


def test_a_fault_that_is_its_own_cause_ends() -> None:
    error = ValueError()
    error.__cause__ = error
    assert report_of(error).count("ValueError") <= 8


@pytest.mark.usefixtures("hooks")
def test_every_way_out_of_the_program_is_watched() -> None:
    stream, shown = io.StringIO(), list[BaseException]()
    watch_faults(shown.append, stream)
    error = fault()
    sys.excepthook(type(error), error, error.__traceback__)
    assert shown == [error]
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning(UserWarning(NAME), UserWarning, "/somebody/pydicom/valuerep.py", 12)
    logging.getLogger("pydicom").warning("Invalid value %s", NAME)
    with suppress(ValueError):
        try:
            raise error
        except ValueError:
            logging.getLogger("other").exception("while reading %s", NAME)
            raise

    def work() -> None:
        raise RuntimeError(NAME)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    text = stream.getvalue()
    assert "UserWarning at pydicom/valuerep.py:12" in text
    assert "WARNING of pydicom" in text
    assert "ERROR of other" in text
    assert "RuntimeError" in text
    assert "Planted" not in text
    assert "somebody" not in text


def test_a_log_line_has_its_place_alone() -> None:
    record = logging.LogRecord("pydicom", logging.WARNING, "/a/b/c.py", 7, "odd %s", (NAME,), None)
    assert PlaceFormatter().format(record) == "WARNING of pydicom at b/c.py:7"
