#!/usr/bin/env bash
# Expected: networks in front of a site (CDNs) put rules of their own above its robots.txt: "User-agent: *", "Content-Signal: ...", "Allow: /".
# The site's own group, also for "*", still counts: groups for the same agent are combined, and of all rules the longest that matches decides
# (RFC 9309 2.2.1 and 2.2.2), so "Disallow: /admin/" wins over "Allow: /".
# Instead: Python's urllib.robotparser and robots-txt-guard (npm) read the first group only, and wget takes the first rule that matches.
# All three fetch what the site excludes. Without the added group they leave it alone. robots-parser and robots-txt-parser (npm) are right.
# Hurt: sites that keep search results, carts and previews from being fetched, and do not see that a setting of their network ended that.
set -euo pipefail
for program in wget python3 node npm; do
  command -v $program >/dev/null || { echo "Needs: apt-get install wget python3, and Node.js"; exit 1; }
done
folder=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server" 2>/dev/null; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund robots-txt-parse@2.0.1 robots-txt-guard@1.0.2 robots-parser@3.0.1 robots-txt-parser@2.0.3 >/dev/null
mkdir -p www/admin www/open
echo '<a href="/admin/page.html">admin</a> <a href="/open/page.html">open</a>' >www/index.html
echo admin >www/admin/page.html
echo open >www/open/page.html
own='User-agent: *
Disallow: /admin/'
added='User-agent: *
Content-Signal: search=yes, ai-train=no
Allow: /
'
python3 -u -m http.server 0 --bind 127.0.0.1 --directory www >log 2>&1 &
server=$!
until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' log) && [[ -n $port ]]; do
  kill -0 "$server"
  sleep 0.1
done
cat >readers.mjs <<'JS'
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import robotsParser from "robots-parser";
import guard from "robots-txt-guard";
import parse from "robots-txt-parse";
import robotsTxtParser from "robots-txt-parser";
const text = readFileSync("www/robots.txt", "utf8");
const own = robotsTxtParser({ userAgent: "ExampleBot", allowOnNeutral: true });
own.parseRobots("https://site.example", text);
const readers = {
  "robots-txt-guard 1.0.2": guard(await parse(Readable.from([text]))).isAllowed("ExampleBot", "/admin/page.html"),
  "robots-parser 3.0.1": robotsParser("https://site.example/robots.txt", text).isAllowed("https://site.example/admin/page.html", "ExampleBot"),
  "robots-txt-parser 2.0.3": await own.canCrawlSync("https://site.example/admin/page.html"),
};
for (const [name, isAllowed] of Object.entries(readers)) console.log(`${name}: ${isAllowed ? "fetches" : "leaves"}`);
JS
cat >reader.py <<'PY'
import platform
from urllib.robotparser import RobotFileParser
robots = RobotFileParser()
robots.parse(open("www/robots.txt").read().splitlines())
print(f"Python {platform.python_version()}: {'fetches' if robots.can_fetch('ExampleBot', 'https://site.example/admin/page.html') else 'leaves'}")
PY
readers() {
  printf '%s\n' "$1" >www/robots.txt
  rm -rf fetched
  wget --quiet --recursive --directory-prefix=fetched "http://127.0.0.1:$port/"
  [[ -e fetched/127.0.0.1:$port/open/page.html ]] || { echo "wget did not work"; return 1; }
  echo "$(wget --version | head -1 | cut -d' ' -f1-3): $([[ -e fetched/127.0.0.1:$port/admin/page.html ]] && echo fetches || echo leaves)"
  python3 reader.py
  node readers.mjs
}
echo "/admin/page.html, with the site's own group:"
alone=$(readers "$own")
echo "$alone"
echo "with another group for the same agent above it:"
both=$(readers "$added
$own")
echo "$both"
verdicts() { sed 's/.*: //' <<<"$1" | xargs; }
[[ $(verdicts "$alone") == "leaves leaves leaves leaves leaves" && $(verdicts "$both") == "fetches fetches fetches leaves leaves" ]]
