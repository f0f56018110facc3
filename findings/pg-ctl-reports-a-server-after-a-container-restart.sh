#!/usr/bin/env bash
# One would expect that "pg_ctl status" and postmaster.pid say after a hard kill that no PostgreSQL runs.
# In a restarted container process numbers begin again, so another process soon has the number in the stale postmaster.pid. Its last
# line still says "ready" and "pg_ctl status" reports a running server, with status 0, though none was started.
# Supervisors are hurt that wait for "ready" in the file or trust pg_ctl: they connect too early, or never start the server.
set -euo pipefail
binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
[ -n "$binaries" ] || { echo "PostgreSQL is missing: apt-get install postgresql"; exit 1; }
unshare --pid --fork --mount-proc true 2>/dev/null || { echo "This needs root and unshare (apt-get install util-linux)."; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chown postgres "$folder"
"$binaries/postgres" --version
as_postgres() { runuser -u postgres -- "$@"; }
as_postgres "$binaries/initdb" -D "$folder/data" -A trust --no-sync >/dev/null
cat > "$folder/first.sh" <<END
setpriv --reuid postgres --regid postgres --clear-groups "$binaries/postgres" -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" > "$folder/log" 2>&1 &
until tail -1 "$folder/data/postmaster.pid" 2>/dev/null | grep -q ready; do sleep 0.1; done
kill -KILL \$(sed -n 1p "$folder/data/postmaster.pid")
END
# The first process of the container ends, and with it all others, as after a hard kill.
unshare --pid --fork --kill-child=SIGKILL --mount-proc sh "$folder/first.sh"
number=$(sed -n 1p "$folder/data/postmaster.pid")
cat > "$folder/second.sh" <<END
# Any program of the same user; as many as it takes to reach the number.
setpriv --reuid postgres --regid postgres --clear-groups sleep 5 &
while [ "\$!" -lt $number ]; do setpriv --reuid postgres --regid postgres --clear-groups sleep 5 & done
until tr '\\0' ' ' < /proc/$number/cmdline | grep -q ^sleep; do :; done
echo "the number of the old server now belongs to: \$(tr '\\0' ' ' < /proc/$number/cmdline)"
echo "last line of postmaster.pid: \$(tail -1 "$folder/data/postmaster.pid")"
setpriv --reuid postgres --regid postgres --clear-groups "$binaries/pg_ctl" -D "$folder/data" status > "$folder/status" 2>&1 && code=0 || code=\$?
echo "pg_ctl status: \$(head -1 "$folder/status") (status \$code)"
END
unshare --pid --fork --kill-child=SIGKILL --mount-proc sh "$folder/second.sh" | tee "$folder/seen"
grep -q "belongs to: sleep" "$folder/seen" && grep -q "postmaster.pid: ready" "$folder/seen" && grep -q "server is running .*(status 0)" "$folder/seen" && exit 0
echo "It behaves differently now."
exit 1
