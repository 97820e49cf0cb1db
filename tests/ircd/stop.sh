#!/bin/bash
# Stops what start.sh or ngircd.sh started in RUNDIR: the recorded processes, if they still are those programs.
set -euo pipefail
RUNDIR=${RUNDIR:-${TMPDIR:-/tmp}/chessmasters-ircd}

# is_ours PID: whether it still is a program that was started here, and not another that got its number.
is_ours() {
  case $(basename "$(readlink "/proc/$1/exe")") in
    inspircd* | anope* | services* | atheme-services* | ngircd*) return 0 ;;
    *) return 1 ;;
  esac
}

pids=()
for file in "$RUNDIR"/*.runpid; do
  [ -e "$file" ] || continue
  pid=$(cat "$file")
  rm -f "$file"
  is_ours "$pid" || continue
  pids+=("$pid")
  kill -CONT "$pid" # a test may have stopped it with SIGSTOP
  kill "$pid" || true # it may have ended by itself just now
done

for pid in "${pids[@]}"; do
  for _ in $(seq 50); do
    is_ours "$pid" || continue 2
    sleep 0.1
  done
  kill -9 "$pid" || true
done
