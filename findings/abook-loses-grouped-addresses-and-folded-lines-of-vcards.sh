#!/usr/bin/env bash
# Expected: abook reads a vCard as Apple's Contacts writes it: an address with a label of its own has a group before its name
# ("item1.EMAIL:...", RFC 6350 3.3), and a line of more than 75 octets goes on in the next one, after a space (3.2).
# Instead: abook skips every line with a group, so a person's labeled addresses and numbers are missing, and it drops what follows a fold, so a
# long street address or note ends in the middle of a word. It says nothing and ends with status 0. khard reads the same card completely.
# Hurt: people who bring their contacts from a phone to mutt or, by abook's CSV, to a CRM: contacts without an address, or with half of one.
set -euo pipefail
for program in abook khard; do
  command -v $program >/dev/null || { echo "Needs: apt-get install abook khard"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
mkdir contacts
cat >contacts/ada.vcf <<'VCARD'
BEGIN:VCARD
VERSION:3.0
UID:ada@example.com
N:Berg;Ada;;;
FN:Ada Berg
EMAIL;TYPE=HOME:ada@home.example
item1.EMAIL:ada@acme.example
item1.X-ABLabel:Assistant
item2.TEL:+49 30 5550100
item2.X-ABLabel:Front desk
ADR;TYPE=WORK:;;Business Park North\, Building 12\, Entrance C\, Third Floor\, O
 ffice 3.14;Berlin;;10115;Germany
NOTE:Call in the morning only. The front desk passes on messages; do not leave t
 hem on the machine.
END:VCARD
VCARD
sed -i 's/$/\r/' contacts/ada.vcf
dpkg-query --show abook khard
abook --convert --informat vcard --infile contacts/ada.vcf --outformat abook --outfile - | tee seen
printf '[addressbooks]\n[[all]]\npath = %s/contacts\n[general]\ndefault_action = list\n' "$folder" >khard.conf
echo "khard:"
khard -c khard.conf show uid:ada@example.com | tee peer
grep -qx 'email=ada@home.example' seen
if grep -q 'ada@acme.example\|5550100\|3.14\|machine' seen; then exit 1; fi
grep -q 'Third Floor.*, O$' seen
grep -q 'do not leave t$' seen
for there in ada@acme.example 5550100 'Office 3.14' 'leave them on the machine'; do grep -q "$there" peer; done
echo "As stated."
