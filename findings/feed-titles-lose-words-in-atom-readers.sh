#!/usr/bin/env bash
# Expected: the title that the npm package feed is given is the title that readers of the feed show, in Atom as in RSS.
# Instead: for Atom it writes the plain title as HTML (type="html" with the text in CDATA). RFC 4287 (3.1.1.2) makes readers take "<" for
# the start of a tag, so newsboat shows "Use  save: 5" for "Use <dialog> & save: 5 < 6 clicks". The feed's own title and the RSS are right.
# Hurt: subscribers of blogs and release notes, whose headlines lack words, and authors, who see all of it in their own RSS reader.
set -euo pipefail
command -v newsboat >/dev/null && command -v python3 >/dev/null || { echo "Needs: apt-get install newsboat python3"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error feed@6.0.0 >/dev/null
node - <<'JS'
const { readFileSync, writeFileSync } = require("node:fs");
const { Feed } = require("feed");
console.log(`feed ${JSON.parse(readFileSync("node_modules/feed/package.json", "utf8")).version}`);
const news = new Feed({ title: "News <beta>", id: "https://example.com/", link: "https://example.com/", updated: new Date(0) });
for (const title of ["Use <dialog> & save: 5 < 6 clicks", "Teams <10 people: what pays off"]) {
  news.addItem({ title, id: `https://example.com/${title.length}`, link: `https://example.com/${title.length}`, date: new Date(0) });
}
writeFileSync("atom.xml", news.atom1());
writeFileSync("rss.xml", news.rss2());
JS
grep '<title' atom.xml
newsboat -v | head -n 1
# The titles that newsboat stores and shows for a feed.
titles() {
  echo "file://$folder/$1.xml" > "$1.urls"
  HOME=$folder newsboat --url-file="$1.urls" --cache-file="$1.db" --config-file=/dev/null --execute=reload
  python3 -c 'import sqlite3, sys
for (title,) in sqlite3.connect(sys.argv[1]).execute("select title from rss_item order by length(guid)"): print(title)' "$1.db"
}
for kind in rss atom; do
  titles $kind | sort > $kind.titles
  echo "newsboat shows of the $kind feed:"
  sed 's/^/  "/; s/$/"/' $kind.titles
done
if [[ $(cat rss.titles) = $'Teams <10 people: what pays off\nUse <dialog> & save: 5 < 6 clicks' && $(cat atom.titles) != *people* && $(cat atom.titles) != *dialog* ]]; then
  echo "As stated: titles of the Atom feed lack words."
else
  echo "Changed."
  exit 1
fi
