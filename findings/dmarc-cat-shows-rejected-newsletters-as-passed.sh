#!/usr/bin/env bash
# Expected: a program that prints DMARC reports tells which mail passed DMARC and what became of it ("policy_evaluated" of each row; RFC 7489,
# appendix C). A newsletter that a provider sends with its own bounce domain and signature has SPF and DKIM "pass" for the provider's domain,
# but neither is aligned: policy_evaluated says fail, fail, reject.
# Instead: dmarc-cat never reads policy_evaluated. It prints "pass pass" for the rejected newsletter, and of several signatures only the
# last: mail that passes by its own signature is shown as failed if a second one failed.
# Hurt: owners of a domain who look whether p=reject is safe: the report of lost mail looks perfect, and that of delivered mail broken.
# Needs Debian 12 (apt-get, dpkg-deb); the package is unpacked, not installed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get -qq download dmarc-cat=0.15.0-1+b4 libgpgme11 libassuan0 2>/dev/null || { echo "Needs Debian's package lists: apt-get update"; exit 1; }
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
export LD_LIBRARY_PATH=unpacked/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH 2>/dev/null || echo "$(uname -m)-linux-gnu")
# A record: address, messages, disposition, DKIM and SPF as evaluated, results of authentication.
record() {
  echo "<record><row><source_ip>$1</source_ip><count>$2</count><policy_evaluated><disposition>$3</disposition>"
  echo "<dkim>$4</dkim><spf>$5</spf></policy_evaluated></row><identifiers><header_from>acme.example</header_from></identifiers>"
  echo "<auth_results>$6</auth_results></record>"
}
signed() { echo "<dkim><domain>$1</domain><selector>s1</selector><result>$2</result></dkim>"; }
spf() { echo "<spf><domain>$1</domain><result>$2</result></spf>"; }
{
  echo '<?xml version="1.0" encoding="UTF-8"?><feedback><version>1.0</version><report_metadata><org_name>Receiver</org_name>'
  echo '<email>dmarc@receiver.example</email><report_id>1</report_id><date_range><begin>1767225600</begin><end>1767312000</end></date_range>'
  echo '</report_metadata><policy_published><domain>acme.example</domain><adkim>r</adkim><aspf>r</aspf><p>reject</p><pct>100</pct></policy_published>'
  record 192.0.2.1 900 reject fail fail "$(signed mailer.example pass)$(spf mailer.example pass)"
  record 192.0.2.2 100 none pass fail "$(signed acme.example pass)$(signed lists.example fail)$(spf lists.example fail)"
  echo '</feedback>'
} > 'receiver.example!acme.example!1767225600!1767312000.xml'
unpacked/usr/bin/dmarc-cat -N ./*.xml > shown
cat shown
grep -o '<count>.*</spf></policy_evaluated>' <(tr -d '\n' < ./*.xml | sed 's/<record>/\n&/g') | sed -E 's/<[^>]*>+/ /g; s/^/in the report:/'
rows=$(grep '^192' shown | tr -s ' ' | sed 's/ $//')
if [[ $rows = $'192.0.2.1 900 acme.example mailer.example pass pass\n192.0.2.2 100 acme.example lists.example fail fail' ]]; then
  echo "As stated: 900 rejected messages look passed, 100 delivered ones failed."
else
  echo "Changed."
  exit 1
fi
