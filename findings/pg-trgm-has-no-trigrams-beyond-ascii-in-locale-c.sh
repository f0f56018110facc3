#!/usr/bin/env bash
# Expected: in a UTF-8 database pg_trgm cuts "Иванов" and "Müller" into trigrams of their letters, as it does with "Ivanov".
# Instead: in a database with locale C it takes every letter beyond ASCII for a separator. A Greek or Cyrillic name has no trigram at all, so
# similarity() of a name with itself is 0, a search with typing mistakes never finds it, and LIKE cannot use the index.
# Hurt: sites that create their database with --locale=C (often advised for speed) and search names of people.
set -euo pipefail
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
if [ -z "$bin" ]; then
  echo "This needs PostgreSQL with its contrib modules: apt-get install postgresql"
  exit 1
fi
dir=$(mktemp -d)
as=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$dir"
  as=(runuser -u postgres --)
fi
cd "$dir"
trap '"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -m immediate stop >/dev/null 2>&1 || true; rm -rf "$dir"' EXIT
"${as[@]}" "$bin/initdb" -D "$dir/data" -U postgres -A trust --encoding=UTF8 --locale=C >/dev/null
"${as[@]}" "$bin/pg_ctl" -D "$dir/data" -o "-c listen_addresses= -k $dir" -l "$dir/log" -w start >/dev/null
ask() { "${as[@]}" "$bin/psql" -X -A -t -q -h "$dir" -U postgres -c "$1"; }
ask "create extension pg_trgm"
ask "select version()"
found=$(ask "select show_trgm('Ivanov'), show_trgm('Иванов'), show_trgm('Müller'), similarity('Иванов', 'Иванов')")
echo "$found"
[ "$found" = '{"  i"," iv",ano,iva,nov,"ov ",van}|{}|{"  l","  m"," ll"," m ","er ",ler,lle}|0' ]
