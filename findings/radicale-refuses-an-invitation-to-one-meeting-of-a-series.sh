#!/usr/bin/env bash
# Expected: a CalDAV server stores what an organizer sends to someone who is invited to one meeting of a series only, as a guest of a weekly
# meeting is: an event with a RECURRENCE-ID and without the series (RFC 5546 3.2.2). Debian's xandikos stores it.
# Instead: Debian's Radicale answers 400 "Bad Request"; its log says "Main component missing". It also refuses a meeting with an additional date
# that has a length of its own (RDATE;VALUE=PERIOD, RFC 5545 3.8.5.2). The same meetings without these are stored.
# Hurt: guests of one meeting. They accept, their calendar program cannot save it and says so or not, and whoever books them by their
# calendar sees that time as free. Programs that copy calendars stop at such an event, or leave it out.
set -euo pipefail
for program in radicale xandikos curl python3; do
  command -v $program >/dev/null || { echo "Needs: apt-get install radicale xandikos curl python3"; exit 1; }
done
folder=$(mktemp -d)
servers=()
trap 'kill "${servers[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
one=$(free_port)
radicale --server-hosts "127.0.0.1:$one" --auth-type none --storage-filesystem-folder "$folder/radicale" >"$folder/log" 2>&1 &
servers+=($!)
other=$(free_port)
xandikos -d "$folder/xandikos" -l 127.0.0.1 -p "$other" --defaults >"$folder/xandikos-log" 2>&1 &
servers+=($!)
for port in "$one" "$other"; do
  curl --silent --output /dev/null --retry 60 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$port/"
done
curl --silent --fail --output /dev/null --user user:none --request MKCALENDAR "http://127.0.0.1:$one/user/calendar/"
calendars=("http://127.0.0.1:$one/user/calendar" "http://127.0.0.1:$other/user/calendars/calendar")
# Stores a meeting in both and prints the status of each: name, further lines.
stores() {
  printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:%s@example.com\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:%s\r\n%bEND:VEVENT\r\nEND:VCALENDAR\r\n' \
    "$1" "$1" "$2" >"$folder/event.ics"
  for calendar in "${calendars[@]}"; do
    curl --silent --output /dev/null --write-out '%{http_code} ' --user user:none --upload-file "$folder/event.ics" --header 'Content-Type: text/calendar' "$calendar/$1.ics"
  done
}
people='ORGANIZER:mailto:team@example.com\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:guest@example.com\r\n'
dpkg-query --show radicale xandikos python3-vobject
status=0
echo "Status from Radicale and from xandikos:"
while IFS='|' read -r name lines stated; do
  seen=$(stores "$name" "$lines$people" | xargs)
  echo "$name: $seen (stated: $stated)"
  [[ $seen == "$stated" ]] || status=1
done <<'STATED'
series|DTSTART:20260406T130000Z\r\nDTEND:20260406T140000Z\r\nRRULE:FREQ=WEEKLY\r\n|201 201
one-of-a-series|DTSTART:20260413T130000Z\r\nDTEND:20260413T140000Z\r\nRECURRENCE-ID:20260413T130000Z\r\n|400 201
further-date|DTSTART:20260406T130000Z\r\nDTEND:20260406T140000Z\r\nRDATE:20260408T130000Z\r\n|201 201
further-date-with-length|DTSTART:20260406T130000Z\r\nDTEND:20260406T140000Z\r\nRDATE;VALUE=PERIOD:20260408T130000Z/PT2H\r\n|400 201
STATED
grep -o "Main component missing" "$folder/log" | head -1
exit $status
