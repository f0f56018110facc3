#!/usr/bin/env bash
# Expected: csvsort sorts the rows of a CSV file, csvjoin joins two, and csvstack appends one; what stands in the cells stays.
# Instead: csvkit's csvsort and csvjoin guess a type for each column and write the values anew. A column "Best day" of Monday, Friday and
# Tomorrow becomes days of January of the year 1, and so does a column of the first names April, June and May. "9:30" becomes 0:09:30, nine
# minutes and a half; the number of employees "10-12" becomes 12 October 2001; "3h" and "2d" become lengths of time; the last names Null and
# None become empty; ZIP codes and phone numbers lose their first zero. csvstack, csvcut and csvgrep leave all of it alone. The
# others need --no-inference for that, and --blanks as well for Null and None; nothing in their output says so.
# Hurt: people who sort or join exports of a CRM before an import, in particular short ones, in which each value of a column fits a type.
set -euo pipefail
for program in csvsort csvjoin csvstack; do
  command -v $program >/dev/null || { echo "Needs: apt-get install csvkit"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >people.csv <<'CSV'
Email,First name,Last name,Best day,Call at,Employees,Answers in,ZIP,Phone
a@firm.example,April,Null,Monday,9:30,10-12,3h,02110,0301234567
b@firm.example,June,Berg,Friday,11:15,1-2,2d,07001,0301234568
c@firm.example,May,None,Tomorrow,8:00,5-9,1h,01001,0301234569
CSV
cat >owners.csv <<'CSV'
Email,Owner
a@firm.example,Kim
b@firm.example,Kim
c@firm.example,Lee
CSV
csvsort --version
echo "in:"
cat people.csv
echo "csvsort -c Email:"
csvsort -c Email people.csv | tee sorted.csv
echo "csvjoin -c Email with the owners:"
csvjoin -c Email people.csv owners.csv | tee joined.csv
cat >stated.csv <<'CSV'
Email,First name,Last name,Best day,Call at,Employees,Answers in,ZIP,Phone
a@firm.example,0001-04-01,,0001-01-08,0:09:30,2001-10-12,3:00:00,2110,301234567
b@firm.example,0001-06-01,Berg,0001-01-05,0:11:15,2001-01-02,"2 days, 0:00:00",7001,301234568
c@firm.example,0001-05-01,,0001-01-02,0:08:00,2001-05-09,1:00:00,1001,301234569
CSV
diff stated.csv sorted.csv
grep -q '^a@firm.example,0001-04-01,,0001-01-08,' joined.csv
csvsort --no-inference --blanks -c Email people.csv | diff people.csv -
[[ $(csvsort --no-inference -c Email people.csv | cut -d, -f3 | xargs) == "Last name Berg" ]]
csvstack people.csv | diff people.csv -
echo "As stated; csvstack changes nothing, nor does csvsort --no-inference --blanks."
