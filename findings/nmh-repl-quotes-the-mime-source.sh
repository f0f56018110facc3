#!/bin/sh
# nmh ships a filter for quoted replies, mhl.reply. One expects "repl -filter mhl.reply" to quote the text that the
# person read with "show". It quotes the source of the mail: boundaries, header fields of parts, "=C3=A9" for "é", the
# HTML part with its tags. Hurt: people, who get unreadable quotes of every mail that is not plain ASCII, and programs
# that compare a quote with the mail that was sent: they do not find the words.
set -eu
export PATH="$PATH:/usr/bin/mh"
command -v repl >/dev/null || { echo "nmh is missing: apt-get install nmh"; exit 1; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
export HOME="$dir"
mkdir -p "$dir/Mail/inbox"
printf 'Path: %s/Mail\nLocal-Mailbox: Dana <dana@northfield.example>\n' "$dir" > "$dir/.mh_profile"
cat > "$dir/Mail/inbox/1" <<'MAIL'
From: Acme <hello@acme.example>
To: dana@northfield.example
Subject: A question
Date: Fri, 27 Nov 2026 09:00:00 +0000
Message-ID: <1@acme.example>
MIME-Version: 1.0
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Would the caf=C3=A9 at ten work for a first conversation about the routing=
 of leads?
MAIL
repl -filter mhl.reply -noedit -nowhatnowproc 1 </dev/null >/dev/null
repl -version
cat "$dir/Mail/draft"
grep -q '^> .*caf=C3=A9' "$dir/Mail/draft"
