"""Processes of our own for work that may crash, hang or eat memory: started apart, killed without regret."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SINGLE_THREADED = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")


def start_child(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Run a module with pipes for stdin and stdout; OSError where no process can be started.

    It finds this package, but nothing in the current folder, which may hold anything (-P). What libraries say
    on stderr quotes patient data and goes nowhere.
    """
    search = os.pathsep.join(filter(None, (str(PROJECT), os.environ.get("PYTHONPATH", ""))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **dict.fromkeys(SINGLE_THREADED, "1"), "PYTHONPATH": search},
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def stop_child(child: subprocess.Popen[bytes]) -> None:
    """Kill it, also in the middle of its work, and leave nothing open."""
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        if stream is not None:
            with suppress(OSError):  # what was still to be sent has nobody to go to
                stream.close()


def limit_memory(limit_bytes: int) -> None:
    """Make allocations beyond the limit fail in this process; Windows has no such limit."""
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = limit_bytes if hard == resource.RLIM_INFINITY else min(limit_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
