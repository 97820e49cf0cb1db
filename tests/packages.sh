#!/bin/bash
# Installs the Debian packages the tests need, those that are missing only: a C compiler for SQLite, the IRC servers and
# services of the test network, a chess engine, and a reader of PGN that others wrote. Does nothing where nothing is missing,
# and starts no daemon.
set -euo pipefail

# What must be there, and the package it comes with.
needs=(
  "/usr/bin/cc gcc"
  "/usr/include/stdio.h libc6-dev"
  "/usr/bin/python3 python3"
  "/usr/bin/certtool gnutls-bin"
  "/usr/sbin/inspircd inspircd"
  "/usr/sbin/anope anope"
  "/usr/bin/atheme-services atheme-services"
  "/usr/sbin/ngircd ngircd"
  "/usr/games/stockfish stockfish"
  "/usr/games/pgn-extract pgn-extract"
)

missing=()
for need in "${needs[@]}"; do
  read -r file package <<< "$need"
  [ -e "$file" ] || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get > /dev/null; then
  echo "tests/packages.sh: this is no Debian; please install: ${missing[*]}" >&2
  exit 1
fi
as_root=()
if [ "$(id -u)" != 0 ]; then
  command -v sudo > /dev/null || { echo "tests/packages.sh: run it as root, or install sudo, to install: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi

# Debian starts daemons when it installs them, unless this file says no (invoke-rc.d's policy layer: 101 is "forbidden").
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap '"${as_root[@]}" rm -f "$policy"' EXIT
  printf '#!/bin/sh\nexit 101\n' | "${as_root[@]}" tee "$policy" > /dev/null
  "${as_root[@]}" chmod 755 "$policy"
fi
apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=3)
"${apt_get[@]}" update
"${apt_get[@]}" install -y --no-install-recommends "${missing[@]}" < /dev/null
