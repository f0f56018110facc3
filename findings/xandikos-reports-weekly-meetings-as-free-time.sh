#!/usr/bin/env bash
# Expected: a CalDAV server that answers a free-busy query (RFC 4791, 7.10) counts each meeting of a weekly series as busy. Debian's xandikos
# names RFC 4791 "fully implemented" in its README.
# Instead: it looks at the first meeting of a series only. A series that began in January leaves March free, one that begins in March blocks
# one Monday of five. Single meetings are reported, so the answer looks right.
# Hurt: everyone who is booked by a program that asks the server for free time: appointments are made over standing meetings.
set -euo pipefail
for program in xandikos curl python3; do
  command -v $program >/dev/null || { echo "Needs: apt-get install xandikos curl python3"; exit 1; }
done
folder=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
xandikos -d "$folder/data" -l 127.0.0.1 -p "$port" --defaults >"$folder/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$folder"' EXIT
curl --silent --output /dev/null --retry 60 --retry-delay 1 --retry-connrefused "http://127.0.0.1:$port/"
calendar="http://127.0.0.1:$port/user/calendars/calendar"
# Stores a meeting: name, first day, and a rule or nothing.
stores() {
  {
    printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nBEGIN:VEVENT\r\nUID:%s@example.com\r\nDTSTAMP:20260101T000000Z\r\n' "$1"
    printf 'DTSTART:%sT%s0000Z\r\nDTEND:%sT%s3000Z\r\nSUMMARY:%s\r\n%bEND:VEVENT\r\nEND:VCALENDAR\r\n' "$2" "$3" "$2" "$3" "$1" "$4"
  } | curl --silent --fail --output /dev/null --upload-file - --header 'Content-Type: text/calendar' "$calendar/$1.ics"
}
stores single 20260310 14 ''
stores since-january 20260105 09 'RRULE:FREQ=WEEKLY\r\n'
stores since-march 20260302 16 'RRULE:FREQ=WEEKLY\r\n'
answer=$(curl --silent --fail --request REPORT --header 'Depth: 1' --header 'Content-Type: application/xml' "$calendar/" --data \
  '<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav"><C:time-range start="20260301T000000Z" end="20260401T000000Z"/></C:free-busy-query>')
busy=$(printf '%s' "$answer" | tr -d '\r' | sed -n 's/^FREEBUSY[^:]*://p' | sort)
xandikos --version 2>/dev/null || dpkg-query -W xandikos
echo "Expected in March 2026: 2, 9, 16, 23, 30 March at nine and at four, and 10 March at two. Reported:"
echo "$busy"
if [[ $busy = $'20260302T160000Z/20260302T163000Z\n20260310T140000Z/20260310T143000Z' ]]; then
  echo "As stated: nine of eleven meetings are reported as free time."
else
  echo "Changed."
  exit 1
fi
