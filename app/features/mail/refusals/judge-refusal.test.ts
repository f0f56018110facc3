import { expect, test } from "vitest";
import { cpuMs, withinCpu } from "#tests/fixtures/cpu-time.ts";
import { judgeRefusal, statusesIn } from "./judge-refusal.ts";
import { type RefusalCause, refusalCauseKeys, refusalCauses } from "./refusal-causes.ts";
import { refusalRules } from "./refusal-rules.ts";

type Row = [
  text: string,
  cause: RefusalCause,
  kind: "hard" | "soft",
  more?: { status?: string; verdict?: "hard" | "soft" },
];

const reports: Row[] = [
  [
    "550 5.4.1 Recipient address rejected: Access denied. [x.prod.protection.outlook.com]",
    "no_mailbox",
    "hard",
    { status: "5.4.1" },
  ],
  ["550 5.4.1 Recipient address rejected: Access denied. AS(201806281)", "no_mailbox", "hard", { status: "5.4.1" }],
  ["550 5.1.1 User unknown", "no_mailbox", "hard", { status: "5.0.0" }],
  ["550 5.1.1 User unknown", "no_mailbox", "hard"],
  ["550 5.1.1 User unknown", "no_mailbox", "hard", { status: "5.1.1" }],
  ["No reason was given.", "no_mailbox", "hard", { status: "5.1.1" }],
  ["No reason was given.", "no_domain", "hard", { status: "5.1.2" }],
  ["No reason was given.", "disabled", "hard", { status: "5.2.1" }],
  ["No reason was given.", "no_domain", "hard", { status: "5.4.4" }],
  ["No reason was given.", "mailbox_full", "soft", { status: "5.2.2" }],
  ["No reason was given.", "sender", "soft", { status: "5.7.1" }],
  ["No reason was given.", "sender", "soft", { status: "5.1.8" }],
  ["No reason was given.", "server", "soft", { status: "5.4.1" }],
  ["No reason was given.", "unknown", "soft", { status: "5.0.0" }],
  ["No reason was given.", "no_mailbox", "soft", { status: "4.1.1" }],
  ["550 5.2.2 <ana@client.example>... User unknown", "mailbox_full", "soft", { status: "5.2.2", verdict: "hard" }],
  [
    "450 4.1.1 <ana@client.example>: Recipient address rejected: User unknown",
    "no_mailbox",
    "soft",
    { status: "4.1.1" },
  ],
  ["connect to mx.client.example[192.0.2.1]:25: Connection timed out", "server", "soft", { status: "4.4.1" }],
  [
    "delivery temporarily suspended: lost connection with mx.client.example[192.0.2.1]",
    "server",
    "soft",
    { status: "4.4.2" },
  ],
  [
    "Host or domain name not found. Name service error for name=client.example type=AAAA: Host not found",
    "no_domain",
    "hard",
    { status: "5.4.4" },
  ],
  [
    "Host or domain name not found. Name service error for name=client.example type=MX: Host not found, try again",
    "server",
    "soft",
    { status: "4.4.3" },
  ],
  ["Domain client.example does not accept mail (nullMX)", "no_domain", "hard", { status: "5.1.0" }],
  ['unknown user: "ana"', "no_mailbox", "hard", { status: "5.1.1" }],
  ["User ana (ana@client.example) not listed in Domino Directory", "no_mailbox", "hard", { status: "5.0.0" }],
  [
    "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    "no_mailbox",
    "hard",
    { status: "5.1.10" },
  ],
  [
    "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required; Delivery restriction check failed",
    "restricted",
    "soft",
    { status: "5.7.133" },
  ],
  ["550 5.7.124 Sender not in allowed-senders list", "restricted", "soft"],
  ["550 4.4.7 QUEUE.Expired; message expired", "server", "soft", { status: "4.4.7" }],
  [
    "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded",
    "mailbox_full",
    "soft",
    { status: "5.2.2" },
  ],
  [
    "550 5.4.310 DNS domain client.example does not exist [Message=InfoDomainNonexistent]",
    "no_domain",
    "hard",
    { status: "5.4.310" },
  ],
  ["550 5.4.316 Message expired, connection refused(Socket error code 10061)", "server", "soft", { status: "5.4.316" }],
  ["550 5.4.14 Hop count exceeded - possible mail loop ATTR34", "server", "soft"],
  ["550 5.7.64 TenantAttribution; Relay Access Denied", "sender", "soft"],
];

const servers: Row[] = [
  ["550 5.4.1 Recipient address rejected: Access denied.", "no_mailbox", "hard"],
  ["554 5.0.0 This user does not have an account", "no_mailbox", "hard"],
  [
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. For more information, go to https://support.google.com/mail/?p=NoSuchUser a1-20020a17si1 - gsmtp",
    "no_mailbox",
    "hard",
  ],
  [
    "550-5.2.1 The email account that you tried to reach is inactive. For more\n550 5.2.1 information, go to https://support.google.com/mail/?p=DisabledUser",
    "disabled",
    "hard",
  ],
  [
    "450-4.2.1 The user you are trying to contact is receiving email at a rate that\n450 4.2.1 prevents additional messages from being delivered.",
    "server",
    "soft",
  ],
  ["552-5.2.2 The recipient's inbox is out of storage space. Please direct the recipient to", "mailbox_full", "soft"],
  ["552-5.2.2 The email account that you tried to reach is over quota. Please direct", "mailbox_full", "soft"],
  [
    "550-5.7.1 [192.0.2.1      12] Our system has detected that this message is\n550-5.7.1 likely unsolicited mail.",
    "content",
    "soft",
  ],
  [
    "550-5.7.26 This mail has been blocked because the sender is unauthenticated.\n550-5.7.26 Gmail requires all senders to authenticate with either SPF or DKIM.",
    "sender",
    "soft",
  ],
  ["421-4.7.28 Gmail has detected an unusual rate of unsolicited mail originating", "sender", "soft"],
  [
    "554 delivery error: dd This user doesn't have a yahoo.com account (ana@yahoo.com) [0] - mta4.mail.example",
    "no_mailbox",
    "hard",
  ],
  [
    "550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [DB5EUR01.eop-EUR01.prod.protection.outlook.com]",
    "no_mailbox",
    "hard",
  ],
  [
    "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your Internet service provider since part of their network is on our block list (S3150).",
    "sender",
    "soft",
  ],
  ["550 5.7.606 Access denied, banned sending IP [192.0.2.1].", "sender", "soft"],
  [
    "550 5.1.1 <ana@client.example>: Recipient address rejected: User unknown in virtual mailbox table",
    "no_mailbox",
    "hard",
  ],
  [
    "550 5.1.1 <ana@client.example>: Recipient address rejected: undeliverable address: host mx2[192.0.2.1] said: 550 no such user (in reply to RCPT TO command)",
    "no_mailbox",
    "hard",
  ],
  ["550 5.1.8 <hello@gtmarc.example>: Sender address rejected: Domain not found", "sender", "soft"],
  ["550 5.1.0 <hello@gtmarc.example> sender rejected", "sender", "soft"],
  ["553 5.1.0 Sender rejected", "sender", "soft"],
  ["550 5.7.1 <hello@gtmarc.example>: Sender address rejected: not logged in", "sender", "soft"],
  ["550 #5.1.0 Address rejected.", "no_mailbox", "hard"],
  ["550 #5.1.0 Address rejected ana@client.example", "no_mailbox", "hard"],
  ["550 Unrouteable address", "no_mailbox", "hard"],
  ["550 No such person at this address", "no_mailbox", "hard"],
  ["550 Invalid recipient ana@client.example (#5.1.1)", "no_mailbox", "hard"],
  ["550 unknown user", "no_mailbox", "hard"],
  ["550 Benutzer unbekannt", "no_mailbox", "hard"],
  ["550 Destinatario sconosciuto", "no_mailbox", "hard"],
  ["550 Destinatario inexistente", "no_mailbox", "hard"],
  ["550 Użytkownik nie istnieje", "no_mailbox", "hard"],
  [
    "550 Message was not accepted -- invalid mailbox. Local mailbox ana@client.example is unavailable: account is disabled",
    "disabled",
    "hard",
  ],
  ["552 1 Requested mail action aborted, mailbox not found", "no_mailbox", "hard"],
  ["550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]", "no_mailbox", "hard"],
  ["550 5.2.1 This mailbox has been blocked due to inactivity", "disabled", "hard"],
  [
    "550 5.7.1 IP=192.0.2.1 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.de to clarify.) (BL)",
    "sender",
    "soft",
  ],
  [
    "550 5.1.90 Your message can't be sent because you've reached your daily limit for message recipients",
    "sender",
    "soft",
  ],
  ["550 you have reached your hourly sending limit", "sender", "soft"],
  ["550 5.7.193 UserNotMemberOfTeam; user must be a member of the team", "restricted", "soft"],
  ["511 sorry, no mailbox here by that name (#5.1.1 - chkuser)", "no_mailbox", "hard"],
  ["550 ana@client.example User unknown", "no_mailbox", "hard"],
  ["550 5.1.1 User Unknown", "no_mailbox", "hard"],
  ["550 5.2.1 Mailbox is deactivated", "disabled", "hard"],
  ["550 This mailbox has been closed", "disabled", "hard"],
  ["450 4.2.1 mailbox temporarily disabled, try again later", "server", "soft"],
  ["452 4.2.2 Mailbox full", "mailbox_full", "soft"],
  ["552 Requested mail action aborted: exceeded storage allocation", "mailbox_full", "soft"],
  ["552", "mailbox_full", "soft"],
  ["552 5.3.4 Message size exceeds fixed maximum message size", "too_large", "soft"],
  ["571 Delivery not authorized, message refused", "sender", "soft"],
  ["554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org", "sender", "soft"],
  ["554 5.7.1 <ana@client.example>: Relay access denied", "sender", "soft"],
  ["550 relay not permitted", "sender", "soft"],
  ["550 5.7.1 SPF MAIL FROM check failed", "sender", "soft"],
  ["550 5.7.1 rejected by DMARC policy for gtmarc.example", "sender", "soft"],
  ["554 5.7.1 Message rejected as spam by Content Filtering.", "content", "soft"],
  ["550 High probability of spam", "content", "soft"],
  ["550 Administrative prohibition: message contains a virus", "content", "soft"],
  ["554 Transaction failed\nReject due to policy restrictions.", "content", "soft"],
  ["451 4.7.1 Greylisted, please try again in 300 seconds", "server", "soft"],
  ["421 4.3.2 Service not available, closing transmission channel", "server", "soft"],
  ["421 Too many connections from your host", "sender", "soft"],
  ["550 5.4.5 Daily user sending quota exceeded", "sender", "soft"],
  ["550 you are not permitted to send to this group", "restricted", "soft"],
  ["550", "unknown", "soft"],
  ["554 5.7.1 <ana@client.example>: Recipient address rejected: Access denied", "restricted", "soft"],
  ["550 5.7.1 host antispam.mx.example said: 550 5.1.1 User unknown", "no_mailbox", "hard"],
  ["550 5.1.1 <spam-blocklist@client.example> no such user", "no_mailbox", "hard"],
  ["550 5.1.1 no such user, see https://mx.example/blocklist/spf", "no_mailbox", "hard"],
  ["550 5.7.17 The mailbox owner has changed", "disabled", "hard"],
];

const providers: Row[] = [
  ["smtp;550 host mx.example[5.101.20.3] said: No such user here", "no_mailbox", "hard", { verdict: "hard" }],
  ["smtp;554 5.0.0 This user doesn't have an account", "no_mailbox", "hard", { verdict: "hard" }],
  ["smtp;421 connect to mx[92.5.1.10]: timed out", "server", "soft", { verdict: "soft" }],
  ["smtp;550 5.1.1 user unknown", "no_mailbox", "soft", { verdict: "soft" }],
  ["The recipient's server refused it.", "no_mailbox", "hard", { verdict: "hard" }],
  ["smtp;552 5.2.2 mailbox full", "mailbox_full", "soft", { verdict: "hard" }],
  ["smtp;550 5.7.1 rejected because of SPF", "sender", "soft", { verdict: "hard" }],
  ["smtp;550 connect to mx[5.1.1.10] refused", "no_mailbox", "hard", { verdict: "hard" }],
  ["smtp; 450 4.1.1 user unknown", "no_mailbox", "hard", { verdict: "hard" }],
];

test.each([...reports, ...servers, ...providers])("%s: %s, %s", (text, cause, kind, more) => {
  expect(judgeRefusal({ text, ...more })).toMatchObject({ cause, kind });
});

test("a refused sender is never the recipient's fault, whatever the response says", () => {
  expect(judgeRefusal({ text: "550 5.1.1 User unknown", stage: "sender" })).toMatchObject({
    cause: "sender",
    kind: "soft",
  });
  expect(judgeRefusal({ text: "550 5.1.1 User unknown", stage: "recipient" })).toMatchObject({ kind: "hard" });
});

test.each([
  ["550 5.1.1 User unknown", ["5.1.1"]],
  ["550-5.1.1 first\n550 5.1.1 last", ["5.1.1", "5.1.1"]],
  ["smtp;5.1.1 unknown", ["5.1.1"]],
  ["550 <ana@client.example>: 5.2.1 closed", ["5.2.1"]],
  ["sorry, no mailbox here by that name. (#5.1.1)", ["5.1.1"]],
  ["550 [5.7.1] refused", ["5.7.1"]],
  ["550 5.1.1. Not here.", ["5.1.1"]],
  ["554 5.0.0 host said: 550 5.1.1 unknown", ["5.0.0", "5.1.1"]],
  ["550 host mx[5.101.20.3] said: none", []],
  ["421 connect to mx[92.5.1.10]: timed out", []],
  ["550 5.1.1.7 refused", []],
  ["connect to 5.1.1.10: refused", []],
  ["220 Sendmail 5.1.1 ready", []],
  ["550 version 5.1.1 of the filter", []],
  ["the port 250 5.1.1.1", []],
  ["550 no code", []],
])("the status codes of %s", (text, found) => {
  expect(statusesIn(text)).toEqual(found);
});

test("the most exact code is reported", () => {
  expect(judgeRefusal({ status: "5.0.0", text: "550 5.1.1 User unknown" }).status).toBe("5.1.1");
  expect(judgeRefusal({ status: "5.1.1", text: "554 5.0.0 failed" }).status).toBe("5.1.1");
  expect(judgeRefusal({ status: "5.0.0", text: "failed" }).status).toBe("5.0.0");
  expect(judgeRefusal({ text: "550 failed" }).status).toBeNull();
});

test("every rule has something to match, and every cause but those of the reader is reached by a rule", () => {
  for (const rule of refusalRules) expect(rule.words ?? rule.code ?? rule.reply).toBeDefined();
  const reached = new Set(refusalRules.map(({ cause }) => cause));
  expect(refusalCauseKeys.filter((cause) => !reached.has(cause))).toEqual(["rejected", "unknown"]);
  for (const cause of refusalCauseKeys)
    if (refusalCauses[cause].fault === "us") expect(refusalCauses[cause].kind).toBe("soft");
});

test("a long hostile response is judged in a few milliseconds", async () => {
  const long = [
    "a ",
    "user ",
    "mailbox is ",
    "550 5.1.1 ",
    "a@b.c ",
    "a.b.",
    "relay ",
    "sender is not ",
    "<",
    "1.2.3.",
  ];
  for (const piece of long) {
    const text = piece.repeat(100_000 / piece.length);
    expect(await cpuMs(() => judgeRefusal({ text })), piece).toBeLessThan(100);
  }
});

test(
  "no response costs time: every pair of words of a rule, the second one many times",
  withinCpu(15_000, async () => {
    for (const { words } of refusalRules) {
      const known = [...new Set(words?.source.match(/[a-z]{2,}/g))];
      for (const first of known)
        for (const second of [...known, "to"]) words!.test(`550 ${first}${` ${second}`.repeat(28)} x`);
    }
    const text = `550 relay${" to".repeat(600)} x`;
    expect(await cpuMs(() => judgeRefusal({ text }))).toBeLessThan(1000);
  }),
);
