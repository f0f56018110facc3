#!/usr/bin/env bash
# One would expect that vdirsyncer removes an event from its copy when a published .ics address no longer has it. It does, except for the
# last one: an address without any event is an error at every sync ("completely emptied"), and the copy keeps its last event. Hurt:
# everyone whose only appointment in a published calendar was canceled: it stays until another one is made. Publishers help by leaving
# canceled events in the calendar with STATUS:CANCELLED.
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
copies() { find "$folder/here" -name '*.ics' | wc -l; }
feed "first call" "second call"
vdirsyncer discover feed >/dev/null 2>&1 </dev/null || true
vdirsyncer sync >/dev/null 2>&1
two=$(copies)
feed "first call"
vdirsyncer sync >/dev/null 2>&1
one=$(copies)
feed
report=$(vdirsyncer sync 2>&1 || true)
echo "$report" | grep 'completely emptied'
none=$(copies)
echo "events published 2, copied $two; published 1, copied $one; published 0, copied $none"
if [[ $report == *"completely emptied"* && $two = 2 && $one = 1 && $none = 1 ]]; then
  echo "As stated: the last event stays."
else
  echo "Changed."
  exit 1
fi
