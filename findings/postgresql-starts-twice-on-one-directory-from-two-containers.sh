#!/usr/bin/env bash
# One would expect that PostgreSQL refuses to start on a data directory that another PostgreSQL uses, as it does on one machine.
# Its lock is the number of the first process in postmaster.pid and the shared memory that the file names. In a second container the
# number means nothing and the shared memory cannot be seen: the second server starts, and both write to the same files.
# Operators are hurt who run a command or a copy of a service in a second container on the volume of the first: the data is damaged.
set -euo pipefail
binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
[ -n "$binaries" ] || { echo "PostgreSQL is missing: apt-get install postgresql"; exit 1; }
unshare --pid --ipc --fork --mount-proc true 2>/dev/null || { echo "This needs root and unshare (apt-get install util-linux)."; exit 1; }
folder=$(mktemp -d)
children=()
finish() {
  for child in "${children[@]}"; do kill -KILL "$child" 2>/dev/null || true; done
  { wait; } 2>/dev/null
  # Processes of a killed server end by themselves.
  until rm -rf "$folder" 2>/dev/null && [ ! -e "$folder" ]; do sleep 0.1; done
}
trap finish EXIT
chown postgres "$folder"
"$binaries/postgres" --version
runuser -u postgres -- "$binaries/initdb" -D "$folder/data" -A trust --no-sync >/dev/null
# start NAME [unshare options]: a server with its own socket directory
start() {
  local name=$1
  shift
  runuser -u postgres -- mkdir "$folder/$name"
  "$@" setpriv --reuid postgres --regid postgres --clear-groups "$binaries/postgres" -D "$folder/data" \
    -c listen_addresses= -c "unix_socket_directories=$folder/$name" > "$folder/$name.log" 2>&1 &
  children+=($!)
  for _ in $(seq 100); do
    grep -qE "ready to accept connections|FATAL" "$folder/$name.log" && break
    sleep 0.1
  done
  echo "$name: $(grep -oE "ready to accept connections|FATAL.*" "$folder/$name.log" | head -1)"
}
start first
start "same-machine"
# The shell is the first process of the container, and all others end with it.
start "second-container" unshare --pid --ipc --fork --kill-child=SIGKILL --mount-proc sh -c '"$@" & wait' sh
grep -q "ready to accept" "$folder/first.log" && grep -q "lock file .* already exists" "$folder/same-machine.log" &&
  grep -q "ready to accept" "$folder/second-container.log" && exit 0
echo "It behaves differently now."
exit 1
