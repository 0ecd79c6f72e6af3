#!/usr/bin/env bash
# Installs Go for the test of the webhook receiver in Go: the package of Debian, for root. Without it, the test is skipped.
set -uo pipefail

command -v go >/dev/null && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq && apt-get install -qq -y --no-install-recommends golang-go >/dev/null && exit 0
fi
echo 'Go is missing, so the receiver in Go is not tested. Install it: apt-get install golang-go' >&2
exit 1
