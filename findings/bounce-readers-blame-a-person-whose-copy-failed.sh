#!/bin/sh
# Ana keeps her mail and forwards a copy to a mailbox that no longer exists. The report about the copy names the dead
# mailbox as Final-Recipient and Ana, to whom the mail was delivered, as Original-Recipient (RFC 3464 2.3.1-2). One would
# expect a reader of bounces to report the dead mailbox. flufl.bounce (the detector of Mailman) and
# Mail::DeliveryStatus::BounceParser report Ana as a permanent failure, so lists unsubscribe a living person. Sisimai, run
# beside them, names the dead mailbox.
# Needs Debian 12 (apt-get, dpkg-deb, python3, perl); the packages are unpacked, not installed.
set -eu
for program in apt-get dpkg-deb python3 perl; do
  command -v "$program" >/dev/null || { echo "install $program first (Debian 12: apt-get install apt dpkg python3 perl)"; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download python3-flufl.bounce=4.0-3 python3-public=2.3-4 python3-zope.interface python3-pkg-resources \
  libmail-deliverystatus-bounceparser-perl=1.543+repacked-1 libmime-tools-perl libmailtools-perl libtimedate-perl \
  libconvert-binhex-perl libsisimai-perl=4.25.15-1 libclass-accessor-lite-perl libjson-perl 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
ls ./*.deb | sed 's/^/package: /' | grep -E 'flufl|bounceparser|sisimai'

# The form of Postfix 3.7; only names, dates and ids were replaced.
cat >report.eml <<'MAIL'
From: Mail Delivery System <MAILER-DAEMON@mx.client.example>
To: mail@sender.example
Subject: Undelivered Mail Returned to Sender
Date: Fri, 27 Nov 2026 10:45:11 +0000 (UTC)
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b"
Message-Id: <20261127104511.0D421214152@mx.client.example>

This is a MIME-encapsulated message.

--b
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

This is the mail system at host mx.client.example.

<gone@other.example> (expanded from <ana@client.example>): host
    mx.other.example[192.0.2.1] said: 550 5.1.1 <gone@other.example>: User unknown (in
    reply to RCPT TO command)

--b
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.client.example
X-Postfix-Queue-ID: E78B9214082
X-Postfix-Sender: rfc822; mail@sender.example
Arrival-Date: Fri, 27 Nov 2026 10:45:10 +0000 (UTC)

Final-Recipient: rfc822; gone@other.example
Original-Recipient: rfc822;ana@client.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.other.example
Diagnostic-Code: smtp; 550 5.1.1 <gone@other.example>: User unknown

--b
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

From: Sender <mail@sender.example>
To: ana@client.example
Subject: A question
Message-ID: <1@sender.example>
Date: Fri, 27 Nov 2026 10:00:00 +0000

--b--
MAIL

flufl=$(PYTHONPATH=root/usr/lib/python3/dist-packages python3 -c '
import email
from flufl.bounce import all_failures
with open("report.eml", "rb") as report:
    temporary, permanent = all_failures(email.message_from_binary_file(report))
print(",".join(sorted(address.decode() for address in permanent)))')
parser=$(perl -Iroot/usr/share/perl5 -MMail::DeliveryStatus::BounceParser -e '
local $/; open my $in, "<", "report.eml"; my $read = Mail::DeliveryStatus::BounceParser->new(scalar <$in>);
print join ",", map { $_->get("email") . " " . $_->get("std_reason") } $read->reports')
sisimai=$(perl -Iroot/usr/share/perl5 -MSisimai -e 'print join ",", map { $_->recipient->address } @{ Sisimai->make("report.eml") }')
echo "flufl.bounce:                       permanent failure of $flufl"
echo "Mail::DeliveryStatus::BounceParser: $parser"
echo "Sisimai:                            $sisimai"
[ "$flufl" = ana@client.example ] && [ "$parser" = "ana@client.example user_unknown" ] && [ "$sisimai" = gone@other.example ]
