#!/usr/bin/env bash
# Install the servers that tests of archives speak to, as root on Debian or Ubuntu. Elsewhere, and where that does
# not succeed, those tests are skipped with the reason. Never orthanc-gdcm: with it the server ends on some files.
set -uo pipefail

missing=()
[ -f /usr/share/orthanc/plugins/libOrthancDicomWeb.so ] || missing+=(orthanc orthanc-dicomweb)
command -v dcmqrscp >/dev/null || missing+=(dcmtk)
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    echo "Not installed: ${missing[*]}. Tests that need them are skipped." >&2
    exit 0
fi
echo "Installing servers for tests: ${missing[*]}"
apt-get update -qq &&
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    echo "They could not be installed. Tests that need them are skipped." >&2
# Tests start what they need on ports of their own; nothing else shall run.
if command -v systemctl >/dev/null; then systemctl disable --now orthanc >/dev/null 2>&1; fi
exit 0
