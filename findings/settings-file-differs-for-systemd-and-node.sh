#!/usr/bin/env bash
# One would expect that a settings file of NAME=value lines means the same to the service manager that starts a program and to the
# program that reads it for its commands.
# systemd (EnvironmentFile=, environment.d) keeps # inside a value, removes \ and keeps backticks; Node ends the value at #, keeps \
# and removes backticks; systemd joins "a" b to ab, where Node reads a. Both read "a # b" in single quotes alike.
# Operators are hurt whose generated secret contains # or \: the service and its commands then sign with different keys.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
generator=/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator
[ -x "$generator" ] || { echo "systemd is missing: apt-get install systemd"; exit 1; }
command -v node >/dev/null || { echo "node is missing: apt-get install nodejs"; exit 1; }
echo "$(systemctl --version | head -1), node $(node --version)"
mkdir "$folder/environment.d"
file="$folder/environment.d/settings.conf"
cat > "$file" <<'END'
HASH=abc#def
COMMENT=abc # def
SLASH=ab\cd
BACKTICKS=`abc`
PARTS="a" b
DOUBLE="a\nb"
SINGLE='abc # \ def'
END
XDG_CONFIG_HOME="$folder" HOME="$folder" "$generator" > "$folder/read.sh"
by_systemd=$(env -i sh -c "set -a; . '$folder/read.sh'"'; for n in HASH COMMENT SLASH BACKTICKS PARTS DOUBLE SINGLE; do eval "printf \"%s=%s\\n\" $n \"\$$n\""; done')
by_node=$(node -e 'const v = require("node:util").parseEnv(require("node:fs").readFileSync(process.argv[1], "utf8")); for (const n of ["HASH", "COMMENT", "SLASH", "BACKTICKS", "PARTS", "DOUBLE", "SINGLE"]) console.log(n + "=" + v[n].replaceAll("\n", "(line break)"))' "$file")
printf 'systemd\n%s\nNode\n%s\n' "$by_systemd" "$by_node"
expected_systemd='HASH=abc#def
COMMENT=abc # def
SLASH=abcd
BACKTICKS=`abc`
PARTS=ab
DOUBLE=a\nb
SINGLE=abc # \ def'
expected_node='HASH=abc
COMMENT=abc
SLASH=ab\cd
BACKTICKS=abc
PARTS=a
DOUBLE=a(line break)b
SINGLE=abc # \ def'
[ "$by_systemd" = "$expected_systemd" ] && [ "$by_node" = "$expected_node" ] && exit 0
echo "A reader behaves differently now."
exit 1
