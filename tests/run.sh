#!/bin/bash
# Runs every test. On a fresh Debian with Rust it first installs what they need (with sudo where it is not root).
# Whatever is given goes to cargo test:  tests/run.sh --test it tidy
set -euo pipefail
cd "$(dirname "$0")/.."
tests/packages.sh
cargo test --locked "$@"
