#!/bin/sh
# s-nail is Debian's mail(1). One expects its "reply" to write to Reply-To, as RFC 5322 (3.6.2) suggests. Without further
# settings it writes to From only. A product that gives each mail a reply address of its own never gets the answer there.
set -eu
command -v s-nail >/dev/null || { echo "s-nail is missing: apt-get install s-nail"; exit 1; }
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
{
  echo "From hello@acme.example Fri Nov 27 09:00:00 2026"
  echo "From: Acme <hello@acme.example>"
  echo "Reply-To: reply+token@in.acme.example"
  echo "To: dana@northfield.example"
  echo "Subject: A question"
  echo "Date: Fri, 27 Nov 2026 09:00:00 +0000"
  echo "Message-ID: <1@acme.example>"
  echo
  echo "Would Thursday at 10 work for a call?"
  echo
} > inbox
printf '#!/bin/sh\ncat > "%s/sent"\n' "$dir" > mta; chmod +x mta
printf 'reply 1\nYes, it does.\n~.\nxit\n' |
  HOME="$dir" s-nail -:/ -S from=dana@northfield.example -S hostname=northfield.example -S mta="$dir/mta" -S sendwait -S nosave -# -f inbox >/dev/null 2>&1
s-nail -V | head -1
cat sent
grep -q '^To: .*hello@acme.example' sent && ! grep -q 'reply+token' sent
