#!/usr/bin/env bash
# Expected: the legal holidays that Debian's gcal lists for a country and a year are those of that year.
# Instead: its table ends before 2019, and it applies it to every later year without a word. Juneteenth (2021), Women's Day in Berlin (2019),
# Children's Day in Thuringia (2019) and Brazil's Black Awareness Day (2023) are missing. Denmark's Prayer Day, abolished in 2024, and the birthday
# of Japan's former emperor on 23 December are marked as legal holidays still. date-holidays, run beside it, has all six right.
# Hurt: scripts that close a calendar or count business days by it: calls on days off, and no calls on working days.
set -euo pipefail
for program in gcal node npm; do
  command -v $program >/dev/null || { echo "Needs: apt-get install gcal, and Node.js"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund date-holidays@3.37.0 >/dev/null
cat >check.cjs <<'JS'
const Holidays = require("date-holidays");
const [date, ...place] = process.argv.slice(2);
const found = new Holidays(...place).isHoliday(new Date(`${date}T12:00:00`));
console.log(found && found.some(({ type }) => type === "public") ? "holiday" : "working");
JS
# "+" marks legal holidays.
by_gcal() {
  gcal -N -H no -q"$1" 2026 2>/dev/null | grep -E "\\($1\\) +\\+ .*$2" >/dev/null && echo holiday || echo working
}
dpkg-query --show gcal
echo "date-holidays 3.37.0; each: gcal, date-holidays"
status=0
while IFS='|' read -r what code day date place stated; do
  # shellcheck disable=SC2086
  seen="$(by_gcal "$code" "$day") $(node check.cjs "$date" $place)"
  echo "$what, $date: $seen (stated: $stated)"
  [[ $seen == "$stated" ]] || status=1
done <<'STATED'
Juneteenth, New York|US_NY|19[: ]Jun 2026|2026-06-19|US NY|working holiday
Independence Day, New York|US_NY|4[: ]Jul 2026|2026-07-04|US NY|holiday holiday
Women's Day, Berlin|DE_BE|8[: ]Mar 2026|2026-03-08|DE BE|working holiday
Children's Day, Thuringia|DE_TH|20[: ]Sep 2026|2026-09-20|DE TH|working holiday
Prayer Day, Denmark|DK|1[: ]May 2026|2026-05-01|DK|holiday working
Black Awareness Day, Brazil|BR|20[: ]Nov 2026|2026-11-20|BR|working holiday
the emperor's birthday, Japan|JP|23[: ]Feb 2026|2026-02-23|JP|working holiday
the former emperor's birthday, Japan|JP|23[: ]Dec 2026|2026-12-23|JP|holiday working
STATED
exit $status
