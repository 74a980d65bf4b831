"""The public metrics' Java programs: found where Java is, run with a time limit, ended in every case.

METEOR and the Penn Treebank tokeniser come as jars with pycocoevalcap. Its own wrappers wait for ever for a
line that a dead or confused program does not write, and keep texts in files; here all lines go in at once by
the standard input, and what does not come out in time is a failure with a reason.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pycocoevalcap

from engine.errors import ConsiliumError

NO_JAVA = "no Java"
JARS = Path(next(iter(pycocoevalcap.__path__)))


class JavaFailed(ConsiliumError):
    """A Java program did not answer as it should."""


@dataclass(frozen=True, slots=True)
class Java:
    """A Java that can be started, and how many seconds a program gets before it is ended."""

    program: Path
    seconds: float = 600.0

    def lines(self, arguments: Sequence[str], given: Sequence[str], folder: Path) -> list[str]:
        """The lines that a program run in `folder` answers to the lines `given`; one of them has no break.

        `JavaFailed` where it cannot be started, does not end in time, or ends with an error.
        """
        command = [str(self.program), "-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", *arguments]
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                input="".join(f"{line}\n" for line in given).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # may hold the texts
                timeout=self.seconds,
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise JavaFailed(f"Java did not answer within {self.seconds:g} seconds") from None
        except subprocess.CalledProcessError as problem:
            raise JavaFailed(f"Java ended with the exit code {problem.returncode}") from None
        except OSError as problem:
            raise JavaFailed(f"Java cannot be started: {problem.strerror or 'unknown reason'}") from problem
        return done.stdout.decode("utf-8", "replace").split("\n")[:-1]


def find_java() -> Java | None:
    """The Java on the path of programs, None where there is none."""
    found = shutil.which("java")
    return Java(Path(found)) if found else None


def one_line(text: str) -> str:
    """The text's words with single blanks between them: no break of any kind is left."""
    return " ".join(text.split())
