#!/usr/bin/env bash
# One would expect that vdirsyncer copies the events of a published .ics address with their UIDs, which identify an event for its whole
# life (RFC 5545, 3.8.4.7). Its `http` storage replaces each UID by a hash of the event's text: a program that reads the copy does not
# recognize its own events, and an event with a new title is another event. Hurt: schedulers that read a person's calendar back and
# recognize their own appointments by UID, so that a meeting blocks its own new time.
set -euo pipefail
if ! command -v vdirsyncer >/dev/null || ! command -v python3 >/dev/null; then
  echo "vdirsyncer and python3 are needed: apt-get install vdirsyncer python3"
  exit 1
fi
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
mkdir "$folder/site" "$folder/here"
python3 - "$folder" >/dev/null 2>&1 <<'PY' &
import functools, http.server, sys
folder = sys.argv[1]
site = functools.partial(http.server.SimpleHTTPRequestHandler, directory=f"{folder}/site")
with http.server.HTTPServer(("127.0.0.1", 0), site) as server:
    with open(f"{folder}/port.new", "w") as file:
        file.write(str(server.server_port))
    __import__("os").rename(f"{folder}/port.new", f"{folder}/port")
    server.serve_forever()
PY
server=$!
until [ -e "$folder/port" ]; do kill -0 "$server"; done
cat > "$folder/config" <<CONFIG
[general]
status_path = "$folder/status/"
[pair feed]
a = "there"
b = "here"
collections = null
[storage there]
type = "http"
url = "http://127.0.0.1:$(cat "$folder/port")/feed.ics"
[storage here]
type = "filesystem"
path = "$folder/here/"
fileext = ".ics"
CONFIG
export VDIRSYNCER_CONFIG="$folder/config"
# Writes the feed: its arguments are titles of events; the UID of each is its first word.
feed() {
  {
    printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\n'
    for title in "$@"; do
      printf 'BEGIN:VEVENT\r\nUID:%s@example.com\r\nDTSTAMP:20260301T000000Z\r\n' "${title%% *}"
      printf 'DTSTART:20260303T150000Z\r\nDTEND:20260303T160000Z\r\nSUMMARY:%s\r\nEND:VEVENT\r\n' "$title"
    done
    printf 'END:VCALENDAR\r\n'
  } > "$folder/site/feed.ics"
}
vdirsyncer --version
uids() { sed -n 's/^UID://p' "$folder"/here/*.ics | tr -d '\r'; }
feed "first call"
vdirsyncer discover feed >/dev/null 2>&1 </dev/null || true
vdirsyncer sync >/dev/null 2>&1
before=$(uids)
feed "first call, renamed"
vdirsyncer sync >/dev/null 2>&1
after=$(uids)
echo "published: first@example.com"
echo "copied:    $before"
echo "renamed:   $after"
if [[ $before =~ ^[0-9a-f]{64}$ && $after =~ ^[0-9a-f]{64}$ && $before != "$after" ]]; then
  echo "As stated: the UID is replaced, and changes with the text."
else
  echo "Changed."
  exit 1
fi
