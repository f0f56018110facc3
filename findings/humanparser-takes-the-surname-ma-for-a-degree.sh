#!/bin/sh
# Expected: a library that splits a person's name returns a last name for a name of two words.
# Instead: humanparser takes the surname Ma, one of the most frequent of China, for "Master of Arts" and returns no last name at all; so
# it does for the initial V or I that people in southern India have after their first name. parse-full-name keeps these, but leaves the first name of
# Van Nguyen and Bin Li empty, because it takes Van and Bin for prefixes of a surname.
# Hurt: contacts imported with such a name: "Dear Mr. ,", records without a name, and duplicates that are not found.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund humanparser@2.7.0 parse-full-name@1.2.7 >/dev/null
cat >check.cjs <<'JS'
const human = require("humanparser");
const { parseFullName } = require("parse-full-name");
const stated = {
  "Yo Ma": ["Yo|", "Yo|Ma"],
  "Ravi V": ["Ravi|", "Ravi|V"],
  "Ravi I": ["Ravi|", "Ravi|I"],
  "Van Nguyen": ["Van|Nguyen", "|Van Nguyen"],
  "Bin Li": ["Bin|Li", "|Bin Li"],
  "Ada Berg": ["Ada|Berg", "Ada|Berg"],
};
let same = true;
for (const [name, expected] of Object.entries(stated)) {
  const [one, other] = [human.parseName(name), parseFullName(name)];
  const seen = [`${one.firstName ?? ""}|${one.lastName ?? ""}`, `${other.first}|${other.last}`];
  console.log(`${name}: humanparser 2.7.0 ${seen[0]} (suffix ${one.suffix ?? "none"}), parse-full-name 1.2.7 ${seen[1]} (first|last)`);
  same &&= seen.join() === expected.join();
}
process.exit(same ? 0 : 1);
JS
node check.cjs
