import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { recordNotification } from "../bounces.server.ts";
import { drawAttachments, registerDrawer } from "../drawn-attachments.server.ts";
import { readInboundMail } from "../inbound-mail.server.ts";
import { messageIdOf, queueMail } from "../mail.server.ts";
import { signedId } from "../own-ids.server.ts";
import { replyAddressOf } from "../reply-address.server.ts";
import { claimDueMail, recordOutcomes } from "../sending/outbox.server.ts";
import { mailOriginal, message, messageEvent, suppression } from "../tables.server.ts";
import { drawReport, reportDrawer } from "../unread-reports.server.ts";

const { db, ctx } = useDatabase();
const ana = "ana@client.example";

beforeEach(() => {
  forgetListeners();
  useSettings({
    SITE_URL: "https://gtmarc.example",
    MAIL_FROM: "GTMarc <mail@gtmarc.example>",
    CONTACT_EMAIL: "team@gtmarc.example",
    MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example",
  });
});

const leave = { "List-Unsubscribe": "<https://gtmarc.example/unsubscribe/x>" };

async function sent(to = ana) {
  const draft = {
    kind: "test",
    to,
    subject: "A question",
    body: <p>Hello</p>,
    list: "newsletter",
    headers: leave,
  } as const;
  const { id } = await queueMail(ctx, draft);
  await claimDueMail(ctx, 100, new Date(ctx.now.getTime() + 3_600_000));
  await recordOutcomes(ctx, [{ id, attempt: 1, status: "sent", event: "sent", at: ctx.now, detail: "250 OK" }]);
  return id;
}

const file = (name: string) => readFileSync(`tests/fixtures/delivery-reports/${name}.eml`, "utf8");
const filled = (raw: string, id: string) =>
  raw
    .replaceAll("{MESSAGE_ID}", messageIdOf(id).slice(1, -1))
    .replaceAll("{ENVELOPE_ID}", signedId(id))
    .replaceAll("{REPLY_ADDRESS}", replyAddressOf(id) ?? "");

/** Reads and records a report about the mail; returns what became of the mail and its recipient. */
async function receive(raw: string, id: string) {
  const mail = await readInboundMail(new TextEncoder().encode(filled(raw, id)));
  const noted = mail.kind === "notification" ? (await recordNotification(ctx, mail)).noted : 0;
  const [row] = await db.select().from(message).where(eq(message.id, id));
  const events = await db.select().from(messageEvent).where(eq(messageEvent.message, id)).orderBy(messageEvent.id);
  const last = events.findLast(({ name }) => name !== "queued" && name !== "sent");
  const stopped = (await db.select().from(suppression)).map(({ address, reason }) => `${address} ${reason}`);
  return {
    kind: mail.kind,
    noted,
    event: last?.name ?? null,
    cause: row!.refusal,
    detail: last?.detail ?? null,
    stopped,
  };
}

const dsn = (
  fields: string,
  { text = "", returned = "Message-ID: <{MESSAGE_ID}>" } = {},
) => `From: MAILER-DAEMON@mx.client.example
To: mail@gtmarc.example
Subject: Undelivered
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

${text}
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.client.example

${fields}

--b
Content-Type: text/rfc822-headers

${returned}
To: ${ana}

--b--
`;

const plain = (
  body: string,
  { from = "MAILER-DAEMON@mx.client.example", subject = "failure notice", headers = "" } = {},
) => `From: ${from}\nTo: mail@gtmarc.example\nSubject: ${subject}\n${headers}\n${body}\n`;
const quoted =
  "\n--- Below this line is a copy of the message.\n\nMessage-ID: <{MESSAGE_ID}>\nTo: ana@client.example\n\nHello";

type Expected = { event: string | null; cause?: string | null; reason?: string | null; to?: string; noted?: number };
const hard = { event: "bounced", cause: "no_mailbox", reason: "hard-bounce" };
const copy = { event: "copy_failed", cause: null, reason: null };

const cases: [name: string, raw: string, expected: Expected][] = [
  // Made by running the programs (Postfix 3.7.11, exim 4.96, dma 0.13), or given.
  ["Postfix: only a copy failed", file("postfix-copy"), copy],
  ["Postfix", file("postfix"), { ...hard, to: "gone@direct.example" }],
  ["exim: only a copy failed", file("exim-copy"), copy],
  ["exim", file("exim"), { ...hard, to: "gone2@client.example" }],
  ["exim without a diagnostic", file("exim-unrouteable"), { ...hard, to: "nouser@client.example" }],
  ["dma's plain text", file("dma-bounce"), { ...hard, to: "gone@other.example" }],
  ["dma's plain text about another mailbox", file("dma-bounce"), copy],
  ["OpenSMTPD with the reason only in the text", file("opensmtpd-reason-only-in-text"), hard],
  ["Pigeonhole's reject", file("sieve-reject"), { event: "bounced", cause: "rejected", reason: "rejected" }],

  // Fields of reports.
  [
    "comments in fields",
    dsn(
      `Final-Recipient: rfc822; ${ana} (Ana (her) box)\nAction: (yes) failed (5.2.2)\nStatus: 5.1.1 (bad destination)`,
    ),
    hard,
  ],
  [
    "a comment that names another status",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.0.0 (was 5.1.1)\nDiagnostic-Code: smtp; 552 5.2.2 full`,
    ),
    { event: "bounced", cause: "mailbox_full", reason: null },
  ],
  [
    "relayed with a comment",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: relayed (to non-DSN-aware mailer)\nStatus: 2.1.9`),
    { event: "delivered" },
  ],
  [
    "upper-case fields with brackets",
    dsn(`FINAL-RECIPIENT: RFC822; <ANA@Client.Example>\nACTION: FAILED\nSTATUS: 5.1.1`),
    hard,
  ],
  ["no action", dsn(`Final-Recipient: rfc822;${ana}\nStatus: 5.1.1`), hard],
  ["no action, temporary", dsn(`Final-Recipient: rfc822;${ana}\nStatus: 4.4.1`), { event: "delayed" }],
  [
    "no status",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: failed\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`),
    hard,
  ],
  [
    "a generic status",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 5.1.1 User unknown`),
    hard,
  ],
  ["no recipient", dsn("Action: failed\nStatus: 5.1.1"), hard],
  ["a local recipient", dsn("Final-Recipient: x-local; ana\nAction: failed\nStatus: 5.1.1"), hard],
  [
    "a folded diagnostic",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550-5.1.1 The account\n that you tried to reach does not exist.\n\t550 5.1.1 See https://mx.example/x`,
    ),
    hard,
  ],
  [
    "an internationalized address",
    dsn("Final-Recipient: utf-8; jürgen@client.example\nAction: failed\nStatus: 5.1.1"),
    copy,
  ],
  [
    "a recipient with a tag",
    dsn("Final-Recipient: rfc822; ana+news@client.example\nAction: failed\nStatus: 5.1.1"),
    hard,
  ],
  [
    "a host inside the domain",
    dsn("Final-Recipient: rfc822; ana@mx1.client.example\nAction: failed\nStatus: 5.1.1"),
    hard,
  ],
  [
    "our address in the diagnostic as the sender",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.7.1\nDiagnostic-Code: smtp; 550 5.1.0 <mail@gtmarc.example> sender rejected`,
    ),
    { event: "bounced", cause: "sender", reason: null },
  ],
  [
    "a postmaster in the diagnostic",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1 unknown user, ask postmaster@client.example`,
    ),
    hard,
  ],
  [
    "sendmail's real recipient",
    dsn(
      `Final-Recipient: RFC822; ${ana}\nX-Actual-Recipient: RFC822; gone@other.example\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: SMTP; 550 5.1.1 User unknown`,
    ),
    copy,
  ],
  [
    "exim's real recipient only in the text",
    dsn(`Action: failed\nFinal-Recipient: rfc822;${ana}\nStatus: 5.0.0\nDiagnostic-Code: smtp; 550 User unknown`, {
      text: `The following address(es) failed:\n\n  gone@other.example\n    (generated from ${ana})\n    550 User unknown\n`,
    }),
    copy,
  ],
  [
    "sendmail's expansion",
    plain(
      `   ----- The following addresses had permanent fatal errors -----\n<gone@other.example>\n    (reason: 550 5.1.1 <gone@other.example>: User unknown)\n    (expanded from: <${ana}>)\n\n   ----- Transcript of session follows -----\n${quoted}`,
      { subject: "Returned mail: see transcript for details" },
    ),
    copy,
  ],
  [
    "several recipients, ours among them",
    dsn(
      `Final-Recipient: rfc822; gone@other.example\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; ${ana}\nAction: failed\nStatus: 5.2.2`,
    ),
    { event: "bounced", cause: "mailbox_full", reason: null, noted: 2 },
  ],
  [
    "a failed copy while our mail was delivered",
    dsn(
      `Final-Recipient: rfc822; gone@other.example\nAction: failed\nStatus: 5.1.1\n\nFinal-Recipient: rfc822; ${ana}\nAction: delivered\nStatus: 2.1.5`,
    ),
    { event: "delivered", cause: null, reason: null, noted: 2 },
  ],
  [
    "a delay",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: delayed\nStatus: 4.4.1`),
    { event: "delayed", cause: null, reason: null },
  ],
  [
    "a delay of a copy",
    dsn("Final-Recipient: rfc822;gone@other.example\nAction: delayed\nStatus: 4.4.1"),
    { event: null },
  ],
  [
    "Microsoft 365",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.4.1\nDiagnostic-Code: smtp;550 5.4.1 Recipient address rejected: Access denied. [AM4EUR03FT050.eop-EUR03.prod.protection.outlook.com 2026-11-27T10:00:00.000Z]`,
    ),
    hard,
  ],
  [
    "Exchange",
    dsn(
      `Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${ana} not found by SMTP address lookup`,
    ),
    hard,
  ],
  [
    "Gmail",
    dsn(
      `Final-Recipient: rfc822; ${ana}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.`,
    ),
    hard,
  ],
  [
    "the envelope id alone",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.1.1`, { returned: "Subject: A question" }).replace(
      "Reporting-MTA",
      "Original-Envelope-Id: {ENVELOPE_ID}\nReporting-MTA",
    ),
    hard,
  ],
  [
    "the reply address alone",
    dsn(`Final-Recipient: rfc822;${ana}\nAction: failed\nStatus: 5.1.1`, { returned: "Reply-To: {REPLY_ADDRESS}" }),
    hard,
  ],

  // Plain text.
  [
    "qmail",
    plain(
      `Hi. This is the qmail-send program at mx.client.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\nThis is a permanent error; I've given up. Sorry it didn't work out.\n\n<${ana}>:\nSorry, no mailbox here by that name. (#5.1.1)\n${quoted}`,
    ),
    hard,
  ],
  [
    "qmail, a remote refusal",
    plain(
      `Hi. This is the qmail-send program at mx.client.example.\n\n<${ana}>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 5.2.2 Mailbox full\nGiving up on 192.0.2.1.\n${quoted}`,
    ),
    { event: "bounced", cause: "mailbox_full", reason: null },
  ],
  [
    "qmail, about another mailbox",
    plain(
      `Hi. This is the qmail-send program.\n\n<gone@other.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n${quoted}`,
    ),
    copy,
  ],
  [
    "exim in the old form",
    plain(
      `This message was created automatically by mail delivery software.\n\nThe following address(es) failed:\n\n  ${ana}\n    host mx [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<${ana}>:\n    550 5.1.1 User unknown\n\n------ This is a copy of the message, including all the headers. ------\n\nMessage-ID: <{MESSAGE_ID}>`,
      {
        subject: "Mail delivery failed: returning message to sender",
        headers: `X-Failed-Recipients: ${ana}\nAuto-Submitted: auto-replied\n`,
      },
    ),
    hard,
  ],
  [
    "exim's warning",
    plain(
      `This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its\nrecipients after more than 24 hours on the queue.\n\nThe address to which the message has not yet been delivered is:\n\n  ${ana}\n    Delay reason: Connection timed out\n\nNo action is required on your part.\n\nMessage-ID: <{MESSAGE_ID}>`,
      { subject: "Warning: message 1abc delayed 24 hours", headers: "Auto-Submitted: auto-replied\n" },
    ),
    { event: "delayed", cause: null, reason: null },
  ],
  [
    "an old Exchange",
    plain(
      `Your message did not reach some or all of the intended recipients.\n\n      Subject: A question\n\nThe following recipient(s) cannot be reached:\n\n      ${ana} on 27.11.2026 10:00\n            The e-mail account does not exist at the organization this message was sent to.\n            <mx.client.example #5.1.1>\n\nMessage-ID: <{MESSAGE_ID}>`,
      { from: "postmaster@client.example", subject: "Undeliverable: A question" },
    ),
    hard,
  ],
  [
    "an unknown server with a header only",
    plain("Sorry. 550 5.1.1 No such user\n\nMessage-ID: <{MESSAGE_ID}>", { headers: `X-Failed-Recipients: ${ana}\n` }),
    hard,
  ],

  // Receipts.
  [
    "a read receipt",
    file("sieve-reject").replace("; deleted", "; displayed").replaceAll("eject", "ead"),
    { event: "delivered" },
  ],
  [
    "deleted without being read",
    file("sieve-reject")
      .replace("Rejected:", "Not read:")
      .replace("auto-replied (rejected)", "auto-replied")
      .replace(/was automatically rejected:\nPlease do not write to me\./, "was deleted without being read."),
    { event: "delivered", cause: null, reason: null },
  ],
];

test.each(cases)("%s", async (_, raw, { event, cause, reason, to = ana, noted = event ? 1 : 0 }) => {
  const got = await receive(raw, await sent(to));
  expect(got).toMatchObject({ kind: "notification", event, noted });
  if (cause !== undefined) expect(got.cause).toBe(cause);
  if (reason !== undefined) expect(got.stopped).toEqual(reason ? [`${to} ${reason}`] : []);
});

test("the words of a personal refusal are kept for the owner", async () => {
  expect((await receive(file("sieve-reject"), await sent())).detail).toBe("Please do not write to me.");
});

test("a report is kept as it arrived, with the mail that it is about", async () => {
  const id = await sent();
  await receive(file("opensmtpd-reason-only-in-text"), id);
  expect(await db.select().from(mailOriginal)).toMatchObject([{ message: id, readAs: "report" }]);
});

const forwarded = async () =>
  (await db.select().from(message).where(eq(message.kind, "report-forwarded"))).map(
    ({ toAddress, attachments, text }) => ({
      toAddress,
      attachments,
      text,
    }),
  );

test("a report without anything to understand goes to a person once, with the original", async () => {
  registerDrawer(reportDrawer, drawReport);
  const id = await sent();
  const raw = plain(`Sorry, it did not work.\n\nMessage-ID: <{MESSAGE_ID}>\nsecret words`, {
    subject: "Delivery failed",
  });
  expect(await receive(raw, id)).toMatchObject({ kind: "notification", noted: 0, event: null, stopped: [] });
  expect(await receive(raw, id)).toMatchObject({ noted: 0 });
  const [mail, ...more] = await forwarded();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ toAddress: "team@gtmarc.example" });
  expect(mail!.text).toContain(`/admin/mail/${id}`);
  expect(mail!.text).not.toContain("secret words");
  const [attached] = await drawAttachments(ctx, mail!.attachments);
  expect(Buffer.from(attached!.content, "base64").toString()).toContain("secret words");
  expect(await db.select().from(mailOriginal)).toMatchObject([{ message: id, readAs: "unread" }]);
});

test("a report about no mail of ours goes to a person, at most twenty a day", async () => {
  const foreign = dsn("Final-Recipient: rfc822;x@else.example\nAction: failed\nStatus: 5.1.1", {
    returned: "Message-ID: <1@else.example>",
  });
  for (let n = 0; n < 22; n += 1) {
    const mail = await readInboundMail(
      new TextEncoder().encode(foreign.replace("Subject:", `Message-ID: <r${n}@x.example>\nSubject:`)),
    );
    if (mail.kind !== "notification") throw new Error(mail.kind);
    expect(await recordNotification(ctx, mail)).toEqual({ noted: 0 });
    expect(await forwarded()).toHaveLength(Math.min(n + 1, 20));
  }
  expect(await db.select().from(suppression)).toEqual([]);
});

test("a report about a forwarded report is not forwarded again", async () => {
  const id = await sent();
  await receive(plain("Sorry.\n\nMessage-ID: <{MESSAGE_ID}>", { subject: "Delivery failed" }), id);
  const [first] = await db.select().from(message).where(eq(message.kind, "report-forwarded"));
  expect(
    await receive(plain("Again.\n\nMessage-ID: <{MESSAGE_ID}>", { subject: "Delivery failed" }), first!.id),
  ).toMatchObject({ noted: 0 });
  expect(await forwarded()).toHaveLength(1);
});

test.each([
  [
    "a person at the postmaster's address",
    plain("Yes, call me.", {
      from: "postmaster@client.example",
      subject: "Re: A question",
      headers: "To: {REPLY_ADDRESS}\n",
    }),
  ],
  [
    "a person about a delivery",
    plain("Our delivery failed, can you help?", {
      from: ana,
      subject: "Delivery failed",
      headers: "To: {REPLY_ADDRESS}\n",
    }),
  ],
  [
    "an absence notice",
    plain("Away.", {
      from: ana,
      subject: "Out of office",
      headers: "Auto-Submitted: auto-replied\nReturn-Path: <>\nTo: {REPLY_ADDRESS}\n",
    }),
  ],
])("%s is no report", async (_, raw) => {
  expect((await receive(raw.replace("To: mail@gtmarc.example\n", ""), await sent())).kind).toBe("reply");
});
