#!/usr/bin/env bash
# Installs what the tests of the Python package need: packages of Debian for root, else a virtual environment in a folder.
# The environment has the modules of PyPI, or else those of Debian's packages, which need no rights to be unpacked.
# Usage: scripts/install-python.sh <folder>. If nothing succeeds, the tests of the package say what is missing.
set -uo pipefail

modules='httpx mypy pip setuptools websockets wheel'
program="import importlib.util, sys
assert sys.version_info >= (3, 10)
assert all(importlib.util.find_spec(name) for name in '$modules'.split())"
has_modules() { command -v "$1" >/dev/null && "$1" -c "$program" 2>/dev/null; }

packages='python3-httpx python3-websockets python3-pip python3-setuptools python3-wheel mypy'

# Makes an environment of Debian's Python with the modules of unpacked packages.
unpack_modules() {
  # shellcheck disable=SC2086
  "$(dirname "$0")/unpack-packages.sh" "$1/debian" 'python3-.*|mypy.*' $packages || return 1
  /usr/bin/python3 -m venv --without-pip "$1" || return 1
  ls -d "$1"/debian/usr/lib/python3/dist-packages "$1"/debian/usr/lib/python3.* >"$(echo "$1"/lib/python3*/site-packages)/debian.pth"
  has_modules "$1/bin/python3"
}

for python in "${PYTHON:-python3}" /usr/bin/python3; do
  has_modules "$python" && exit 0
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  # shellcheck disable=SC2086
  apt-get update -qq && apt-get install -qq -y --no-install-recommends python3 $packages >/dev/null
  has_modules /usr/bin/python3 && exit 0
fi
# shellcheck disable=SC2086
python3 -m venv "$1" && "$1/bin/python3" -m pip install -qqq --retries 1 $modules && exit 0
rm -rf "$1"
command -v apt-get >/dev/null && unpack_modules "$1" && exit 0
rm -rf "$1"
echo "No Python has the modules $modules, and neither pip nor apt-get could install them." >&2
exit 1
