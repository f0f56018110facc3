#!/bin/sh
# OpenSMTPD writes "Status: 5.0.0" and no Diagnostic-Code into its reports; the refusal, "550 5.1.1 ... User unknown", is only
# in the text part. dma writes plain text without MIME. exim calls an unknown user of a known domain "Unrouteable address". One
# would expect Sisimai, which reads the reports of dozens of mail servers, to say "userunknown" three times. It says "undefined"
# for OpenSMTPD, nothing at all for dma, and "hostunknown" for exim. Senders keep writing to a dead mailbox, or give up a
# domain that works.
# Needs Debian 12 (apt-get, dpkg-deb, perl); the packages are unpacked, not installed.
set -eu
for program in apt-get dpkg-deb perl; do
  command -v "$program" >/dev/null || { echo "install $program first (Debian 12: apt-get install apt dpkg perl)"; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -qq download libsisimai-perl=4.25.15-1 libclass-accessor-lite-perl libjson-perl 2>/dev/null
for package in *.deb; do dpkg-deb -x "$package" root; done
ls ./libsisimai*.deb | sed 's/^/package: /'

returned='From: Sender <mail@sender.example>
To: ana@client.example
Subject: A question
Message-ID: <1@sender.example>
Date: Fri, 27 Nov 2026 10:00:00 +0000'

# OpenSMTPD 6.8
cat >opensmtpd.eml <<MAIL
Subject: Delivery status notification: failed
From: Mailer Daemon <MAILER-DAEMON@mx.client.example>
To: mail@sender.example
Date: Fri, 27 Nov 2026 10:45:11 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed;boundary="b"

--b
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

    Hi!

    This is the MAILER-DAEMON, please DO NOT REPLY to this email.

    An error has occurred while attempting to deliver a message for
    the following list of recipients:

ana@client.example: 550 5.1.1 <ana@client.example>: User unknown

    Below is a copy of the original message:

--b
Content-Description: Delivery Report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.client.example

Final-Recipient: rfc822; ana@client.example
Action: failed
Status: 5.0.0

--b
Content-Description: Message headers
Content-Type: text/rfc822-headers

$returned

--b--
MAIL

# dma 0.13
cat >dma.eml <<MAIL
Received: from MAILER-DAEMON
	id 19e06d
	by mx.client.example (DragonFly Mail Agent v0.13);
	Fri, 27 Nov 2026 10:45:37 +0000
X-Original-To: <ana@client.example>
From: MAILER-DAEMON <>
To: mail@sender.example
Subject: Mail delivery failed
Message-Id: <19e06d@mx.client.example>
Date: Fri, 27 Nov 2026 10:45:37 +0000

This is the DragonFly Mail Agent v0.13 at mx.client.example.

There was an error delivering your mail to <ana@client.example>.

192.0.2.1 [192.0.2.1] did not like our RCPT TO:
550 5.1.1 <ana@client.example>: User unknown

Message headers follow.

$returned
MAIL

# exim 4.96
cat >exim.eml <<MAIL
X-Failed-Recipients: ana@client.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mx.client.example>
To: mail@sender.example
References: <1@sender.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=b
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender
Message-Id: <E1xWtQM-0001VL-1g@mx.client.example>
Date: Fri, 27 Nov 2026 10:43:26 +0000

--b
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  ana@client.example
    Unrouteable address

--b
Content-type: message/delivery-status

Reporting-MTA: dns; mx.client.example

Action: failed
Final-Recipient: rfc822;ana@client.example
Status: 5.0.0

--b
Content-type: message/rfc822

Return-path: <mail@sender.example>
$returned

Hello.

--b--
MAIL

reasons() { perl -Iroot/usr/share/perl5 -MSisimai -e 'print join ",", map { $_->reason } @{ Sisimai->make($ARGV[0]) || [] }' "$1"; }
opensmtpd=$(reasons opensmtpd.eml) dma=$(reasons dma.eml) exim=$(reasons exim.eml)
echo "OpenSMTPD: ${opensmtpd:-no report}"
echo "dma:       ${dma:-no report}"
echo "exim:      ${exim:-no report}"
[ "$opensmtpd" = undefined ] && [ -z "$dma" ] && [ "$exim" = hostunknown ]
