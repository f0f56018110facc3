#!/usr/bin/env bash
# One would expect that an address of a database that psql accepts leads Node's driver to the same server.
# PostgreSQL's library reads the password of postgres://user:12?x@host/db up to the @. node-postgres parses addresses as a browser
# does: ? and # end the host part, so it connects to the host "user" on port 12, without a password, and without an error.
# Operators are hurt whose password generator used ? or #: they look for a network problem, and their user name is looked up as a host.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for needed in npm node psql; do
  command -v "$needed" >/dev/null || { echo "$needed is missing: apt-get install nodejs npm postgresql-client"; exit 1; }
done
npm install --no-save --silent --no-fund --no-audit pg@8.23.1
echo "node $(node --version), pg $(node -p 'require("pg/package.json").version'), $(psql --version)"
cat > read.cjs <<'END'
const { Client } = require("pg");
const { host, port, user, password, database } = new Client({ connectionString: process.argv[2] });
console.log([host, port, user === "alice" ? "alice" : "-", password ?? "-", database ?? "-"].join(" "));
END
status=0
for sign in '?' '#'; do
  address="postgres://alice:12${sign}x@127.0.0.1:1/db"
  by_node=$(PGUSER= USER= USERNAME= node read.cjs "$address" | cut -d' ' -f1-4)
  by_psql=$(PGCONNECT_TIMEOUT=2 psql "$address" -c 'select 1' 2>&1 | head -1 || true)
  echo "address    $address"
  echo "  pg       host port user password: $by_node"
  echo "  psql     $by_psql"
  [ "$by_node" = "alice 12 - -" ] || { echo "  pg reads it differently now"; status=1; }
  case $by_psql in *'"127.0.0.1", port 1'*) ;; *) echo "  psql reads it differently now"; status=1 ;; esac
done
exit $status
