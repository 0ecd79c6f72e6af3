#!/usr/bin/env bash
# Downloads packages of Debian and unpacks them into a folder, without rights of root.
# Usage: scripts/unpack-packages.sh <folder> <pattern> <package>...
# Packages that these need are unpacked too if their whole name matches the pattern; it can be empty.
set -euo pipefail

folder=$1 pattern=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The package lists of the system can be missing or old. The user of apt's sandbox cannot write into the folder.
own=(-o APT::Sandbox::User=root -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work")
mkdir -p "$folder" "$work/lists/partial" "$work/archives/partial"
apt-get "${own[@]}" -qq update
needs=(--recurse --no-recommends --no-suggests --no-conflicts --no-breaks --no-replaces --no-enhances)
{
  printf '%s\n' "$@"
  apt-cache "${own[@]}" depends "${needs[@]}" "$@" | grep -xE "$pattern" || true
} | sort -u >"$work/names"
(cd "$work" && xargs apt-get "${own[@]}" -qq download <names)
for file in "$work"/*.deb; do dpkg-deb -x "$file" "$folder"; done
