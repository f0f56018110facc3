#!/usr/bin/env bash
# One would expect that a calendar program that imports an invitation, its new time and its cancellation has one appointment in the end,
# or none: they have one UID, a rising SEQUENCE, and the last says METHOD:CANCEL and STATUS:CANCELLED (RFC 5546). calcurse keeps neither
# UID nor status: it has three ordinary appointments, one of them made by the cancellation. Hurt: users of calcurse who import what
# schedulers mail, and sites that tell them "the attached file removes the call from your calendar".
set -euo pipefail
if ! command -v calcurse >/dev/null; then
  echo "calcurse is needed: apt-get install calcurse"
  exit 1
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/data"
export TZ=UTC
# Writes a file: method, SEQUENCE, day in March 2026, status.
mailed() {
  printf 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nMETHOD:%s\r\n' "$1"
  printf 'BEGIN:VEVENT\r\nUID:1@example.com\r\nDTSTAMP:20260301T000000Z\r\nSEQUENCE:%s\r\n' "$2"
  printf 'DTSTART:202603%sT150000Z\r\nDTEND:202603%sT160000Z\r\nSUMMARY:Call\r\nSTATUS:%s\r\n' "$3" "$3" "$4"
  printf 'END:VEVENT\r\nEND:VCALENDAR\r\n'
}
mailed REQUEST 0 03 CONFIRMED > "$folder/invitation.ics"
mailed REQUEST 1 04 CONFIRMED > "$folder/new-time.ics"
mailed CANCEL 2 04 CANCELLED > "$folder/cancellation.ics"
calcurse --version | head -n 1
for file in invitation new-time cancellation; do
  calcurse -D "$folder/data" -i "$folder/$file.ics" >/dev/null 2>&1
  echo "after the $file: $(wc -l < "$folder/data/apts") appointments"
done
cat "$folder/data/apts"
if [[ $(wc -l < "$folder/data/apts") = 3 && $(grep -c '|Call$' "$folder/data/apts") = 3 ]]; then
  echo "As stated: the cancellation added an appointment."
else
  echo "Changed."
  exit 1
fi
