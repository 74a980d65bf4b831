#!/usr/bin/env bash
# Make the virtual environment $1 and install Consilium in it, with what Qt needs from the system.
# LOCKED=FILE installs the versions in that file alone, each checked against its SHA-256.
set -euo pipefail

venv=$1

find_python() {
    for name in python3.13 python3.12 python3.11 python3 python; do
        if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Consilium needs Python 3.11 or newer; none was found. Install it and run this again." >&2
    exit 1
}

# A library's soname, and the Debian package that holds it.
libraries="
libGL.so.1:libgl1 libEGL.so.1:libegl1 libxkbcommon.so.0:libxkbcommon0 libglib-2.0.so.0:libglib2.0-0
libfreetype.so.6:libfreetype6 libfontconfig.so.1:libfontconfig1 libdbus-1.so.3:libdbus-1-3
libxcb-cursor.so.0:libxcb-cursor0 libxcb-icccm.so.4:libxcb-icccm4 libxcb-keysyms.so.1:libxcb-keysyms1
libxkbcommon-x11.so.0:libxkbcommon-x11-0 libxcb-xkb.so.1:libxcb-xkb1 libxcb-shape.so.0:libxcb-shape0
"

install_or_say() { # packages...
    if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
        echo "Installing system packages: $*"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    elif command -v apt-get >/dev/null; then
        echo "The desk needs system packages. Type:  sudo apt-get install -y $*" >&2
        exit 1
    else
        echo "Your system lacks libraries that Debian calls: $*. Install their like; the tests may fail without." >&2
    fi
}

if [ "$(uname -s)" = Linux ]; then
    # The search path of a plain user lacks /sbin, where ldconfig lives.
    known=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p 2>/dev/null || true)
    missing=()
    for entry in $libraries; do
        grep -q "${entry%%:*}" <<<"$known" || missing+=("${entry##*:}")
    done
    if command -v fc-list >/dev/null && [ -z "$(fc-list)" ] || ! command -v fc-list >/dev/null; then
        [ -d /usr/share/fonts/truetype ] || missing+=(fonts-dejavu-core)
    fi
    [ ${#missing[@]} -eq 0 ] || install_or_say "${missing[@]}"
fi

python=$(find_python)
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    install_or_say "$("$python" -c 'import sys; print(f"python3.{sys.version_info.minor}-venv")')"
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing Consilium into $venv: about 7 GB on Linux with the CUDA libraries, some minutes the first time."
if [ -n "${LOCKED:-}" ]; then
    "$venv/bin/python" -m pip install --quiet --require-hashes -r "$LOCKED"
    "$venv/bin/python" -m pip install --quiet --no-deps -e .
else
    "$venv/bin/python" -m pip install --quiet -e '.[dev]'
fi
