import { generateKeyPairSync, sign } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { messageIdOf, queueMail } from "../mail.server.ts";
import { mailReply, message, messageEvent, suppression } from "../tables.server.ts";
import { recordComplaint, recordNotification } from "./bounces.server.ts";
import type { InboundMail } from "./inbound-mail.server.ts";
import { isPostmark, readPostmark } from "./postmark.server.ts";
import { recordReply } from "./replies.server.ts";
import { replyAddressOf } from "./reply-address.server.ts";
import { readSesRequest } from "./ses.server.ts";

const { db, ctx } = useDatabase();
const dana = "dana@northfield.example";
const topic = "arn:aws:sns:eu-west-1:123456789012:mail";
const certificate =
  "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem";
const amazon = generateKeyPairSync("rsa", { modulusLength: 2048 });
const publicKey = amazon.publicKey.export({ type: "spki", format: "pem" }).toString();

beforeEach(() => {
  forgetListeners();
  useSettings({
    SECRET: "a".repeat(32),
    SITE_URL: "https://gtmarc.example",
    MAIL_FROM: "GTMarc <hello@gtmarc.example>",
    MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example",
  });
});

const queued = () =>
  queueMail(ctx, { kind: "step", to: dana, subject: "A question", body: <p>Hello</p>, acceptsReplies: true });

/** A fake Amazon: records every fetched URL, and serves a certificate at one of them. */
function reachableAmazon() {
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    fetched.push(url);
    return url === certificate || url.includes("ConfirmSubscription") ? ok(publicKey) : refuse("unreachable");
  };
  return { fetched, fetch };
}

type Fields = Record<string, string>;
function sns(message: unknown, changes: Fields = {}) {
  const fields: Fields = {
    Type: "Notification",
    MessageId: "22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324",
    TopicArn: topic,
    Message: typeof message === "string" ? message : JSON.stringify(message),
    Timestamp: "2026-11-23T00:00:00.000Z",
    SignatureVersion: "2",
    SigningCertURL: certificate,
    ...changes,
  };
  const names =
    fields["Type"] === "Notification"
      ? ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"]
      : ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"];
  const text = names.flatMap((name) => (name in fields ? [`${name}\n${fields[name]}\n`] : [])).join("");
  return { ...fields, Signature: sign("sha256", Buffer.from(text), amazon.privateKey).toString("base64") };
}

async function readSes(message: unknown, changes: Fields = {}) {
  return readSesRequest(sns(message, changes), [topic], reachableAmazon().fetch);
}

async function record(mails: readonly InboundMail[]) {
  let noted = 0;
  for (const mail of mails) {
    if (mail.kind === "notification") noted += (await recordNotification(ctx, mail)).noted;
    if (mail.kind === "complaint") noted += (await recordComplaint(ctx, mail)).noted;
    if (mail.kind === "reply") noted += (await recordReply(ctx, mail.reply)).noted;
  }
  return noted;
}

async function recordSes(message: unknown) {
  const mails = await readSes(message);
  if (!mails.ok) throw new Error(mails.reason.kind);
  return record(mails.value);
}

async function recordPostmark(body: unknown) {
  const mail = await readPostmark(Buffer.from(JSON.stringify(body)));
  if (!mail.ok) throw new Error(mail.reason.kind);
  return record([mail.value]);
}

const sesMail = (id: string) => ({
  messageId: "0102018f0c2d5c8a-5d3b1c1e-0000-4000-8000-000000000000-000000",
  headers: [{ name: "Message-ID", value: messageIdOf(id) }],
});

const sesBounce = (mail: unknown, status: string | undefined, bounceType = "Permanent") => ({
  notificationType: "Bounce",
  bounce: {
    bounceType,
    bounceSubType: "General",
    bouncedRecipients: [
      {
        emailAddress: dana,
        ...(status && { status, diagnosticCode: `smtp; 550 ${status} <${dana}>... User unknown` }),
      },
    ],
  },
  mail,
});

test("a bounce of SES is recorded once; a full mailbox is soft though its type is permanent", async () => {
  const { id } = await queued();
  expect(await recordSes(sesBounce(sesMail(id), "5.1.1"))).toBe(1);
  expect(await recordSes(sesBounce(sesMail(id), "5.1.1"))).toBe(0);
  expect(await db.select().from(suppression)).toMatchObject([{ address: dana, reason: "hard-bounce" }]);
  const soft = await queued();
  await db.delete(suppression);
  expect(await recordSes(sesBounce(sesMail(soft.id), "5.2.2"))).toBe(1);
  expect(await db.select().from(suppression)).toEqual([]);
  const uncoded = await queued();
  expect(await recordSes(sesBounce(sesMail(uncoded.id), undefined))).toBe(1);
  expect(await db.select().from(suppression)).toMatchObject([{ reason: "hard-bounce" }]);
});

test("without the original headers a mail is found by Amazon's response to it, for its recipient only", async () => {
  const { id } = await queued();
  const { messageId } = sesMail(id);
  await db
    .update(message)
    .set({ providerResponse: `250 Ok ${messageId}` })
    .where(eq(message.id, id));
  const other = { ...sesBounce({ messageId }, "5.1.1") };
  other.bounce.bouncedRecipients[0]!.emailAddress = "lee@northfield.example";
  expect(await recordSes(other)).toBe(0);
  other.bounce.bouncedRecipients[0]!.emailAddress = "lee\0@northfield.example";
  expect(await recordSes(other)).toBe(0);
  expect(await recordSes(sesBounce({ messageId }, "5.1.1"))).toBe(1);
  expect(await recordSes(sesBounce({ messageId: "250" }, "5.1.1"))).toBe(0);
});

test("complaints and deliveries of SES are recorded; a complaint typed as not spam is not", async () => {
  const { id } = await queued();
  const complaint = (complaintFeedbackType: string) => ({
    eventType: "Complaint",
    complaint: { complainedRecipients: [{ emailAddress: dana }], complaintFeedbackType },
    mail: sesMail(id),
  });
  expect(await recordSes(complaint("not-spam"))).toBe(0);
  expect(await recordSes({ eventType: "Delivery", delivery: { recipients: [dana] }, mail: sesMail(id) })).toBe(1);
  expect(await recordSes(complaint("abuse"))).toBe(1);
  expect(await db.select().from(suppression)).toMatchObject([{ reason: "complaint" }]);
  const names = (await db.select({ name: messageEvent.name }).from(messageEvent)).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["queued", "delivered", "complained"]));
});

test.each(["UTF-8", "BASE64"])("a mail that SES received as %s is read like any other", async (encoding) => {
  const { id } = await queued();
  const raw = `From: ${dana}\r\nTo: ${replyAddressOf(id)}\r\nSubject: Re: A question\r\n\r\nYes.`;
  const content = encoding === "BASE64" ? Buffer.from(raw).toString("base64") : raw;
  const received = { notificationType: "Received", mail: sesMail(id), receipt: { action: { encoding } }, content };
  expect(await recordSes(received)).toBe(1);
  expect(await recordSes(received)).toBe(0);
  expect(await db.select().from(mailReply)).toMatchObject([{ kind: "reply", text: "Yes." }]);
});

test("a message counts only with Amazon's signature for a topic that the operator configured", async () => {
  const signed = sns({});
  const { fetch, fetched } = reachableAmazon();
  const read = (body: unknown, topics = [topic]) => readSesRequest(body, topics, fetch);
  const refused = (kind: string) => ({ ok: false, reason: { kind } });
  expect(await read({ ...signed, TopicArn: topic.replace("mail", "theirs") })).toEqual(refused("wrong_topic"));
  expect(await read({ ...signed, SignatureVersion: "1" })).toEqual(refused("old_signature"));
  for (const address of [
    "https://evil.example/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    "https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    "https://sns.eu-west-1.amazonaws.com@evil.example/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    "https://sns.eu-west-1.amazonaws.com/mine/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
    "http://127.0.0.1/SimpleNotificationService-0123456789abcdef0123456789abcdef.pem",
  ])
    expect(await read({ ...signed, SigningCertURL: address })).toEqual(refused("bad_signature"));
  expect(fetched).toEqual([]);
  expect(await read({ ...signed, Message: '{"changed":true}' })).toEqual(refused("bad_signature"));
  expect(await read({ ...signed, Signature: "!" })).toEqual(refused("bad_signature"));
  for (const body of [null, [], "text", {}, { ...signed, Type: "Other" }])
    expect(await read(body)).toEqual(refused("malformed"));
  expect(await read(signed, [])).toEqual(refused("off"));
});

test("a subscription is confirmed at Amazon, never at the address in the message", async () => {
  const { fetch, fetched } = reachableAmazon();
  const confirmation = sns("You have chosen to subscribe", {
    Type: "SubscriptionConfirmation",
    Token: "abc&Action=Other",
    SubscribeURL: "https://evil.example/?Action=ConfirmSubscription",
  });
  expect(await readSesRequest(confirmation, [topic], fetch)).toEqual({ ok: true, value: [] });
  const confirmed = new URL(fetched.at(-1)!);
  expect(confirmed.origin).toBe("https://sns.eu-west-1.amazonaws.com");
  expect(Object.fromEntries(confirmed.searchParams)).toEqual({
    Action: "ConfirmSubscription",
    TopicArn: topic,
    Token: "abc&Action=Other",
  });
  expect(await readSes("a text that is no JSON")).toEqual({ ok: true, value: [] });
  expect(await readSes({ notificationType: "Bounce" })).toMatchObject({ ok: false, reason: { kind: "malformed" } });
});

const postmark = (id: string, changes: Record<string, unknown> = {}) => ({
  RecordType: "Bounce",
  Type: "HardBounce",
  MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
  Email: dana,
  Details: `smtp;550 5.1.1 <${dana}> user unknown`,
  Metadata: { "gtmarc-message": id },
  ...changes,
});

test("bounces of Postmark are recorded once, by Postmark's verdict", async () => {
  const reasons = async () => (await db.select().from(suppression)).map(({ reason }) => reason);
  const first = await queued();
  expect(await recordPostmark(postmark(first.id))).toBe(1);
  expect(await recordPostmark(postmark(first.id))).toBe(0);
  expect(await reasons()).toEqual(["hard-bounce"]);
  await db.delete(suppression);
  const blocked = await queued();
  expect(await recordPostmark(postmark(blocked.id, { Type: "Blocked", Details: "smtp;550 5.7.1 blocked" }))).toBe(1);
  const delayed = await queued();
  expect(await recordPostmark(postmark(delayed.id, { Type: "Transient", Details: "" }))).toBe(1);
  expect(await reasons()).toEqual([]);
  const uncoded = await queued();
  expect(await recordPostmark(postmark(uncoded.id, { Details: "unknown user" }))).toBe(1);
  expect(await reasons()).toEqual(["hard-bounce"]);
});

test.each([
  ["HardBounce", "smtp;550 host mx.example[5.101.20.3] said: No such user here", "no_mailbox", ["hard-bounce"]],
  ["HardBounce", "smtp;554 5.0.0 This user doesn't have an account", "no_mailbox", ["hard-bounce"]],
  ["BadEmailAddress", "", "no_mailbox", ["hard-bounce"]],
  ["SoftBounce", "smtp;421 connect to mx[92.5.1.10]: timed out", "server", []],
  ["SoftBounce", "smtp;550 5.1.1 user unknown", "no_mailbox", []],
  ["DnsError", "The domain has no MX record", "no_domain", []],
  ["SpamNotification", "smtp;550 5.1.1 refused", "content", []],
  ["DMARCPolicy", "smtp;550 5.1.1 refused", "sender", []],
  ["Blocked", "smtp;550 5.7.1 Service unavailable; client host blocked", "sender", []],
  ["HardBounce", "smtp;550 5.1.1 <gone@other.example> user unknown", null, []],
])("Postmark's %s with %s: %s", async (Type, Details, refusal, reasons) => {
  const { id } = await queued();
  expect(await recordPostmark(postmark(id, { Type, Details }))).toBe(1);
  expect(await db.select().from(message)).toMatchObject([{ refusal }]);
  expect((await db.select().from(suppression)).map(({ reason }) => reason)).toEqual(reasons);
});

test.each([
  ["Permanent", "General", "550 5.1.1 user unknown", dana, "no_mailbox", ["hard-bounce"]],
  ["Permanent", "NoEmail", undefined, dana, "no_mailbox", ["hard-bounce"]],
  ["Permanent", "MessageTooLarge", undefined, dana, "too_large", []],
  ["Permanent", "ContentRejected", undefined, dana, "content", []],
  ["Permanent", "General", "550 5.7.1 rejected because of SPF", dana, "sender", []],
  ["Transient", "MailboxFull", undefined, dana, "mailbox_full", []],
  ["Transient", "General", "550 5.1.1 user unknown", dana, "no_mailbox", []],
  [
    "Undetermined",
    "Undetermined",
    "550 5.4.1 Recipient address rejected: Access denied.",
    dana,
    "no_mailbox",
    ["hard-bounce"],
  ],
  ["Undetermined", "Undetermined", undefined, dana, "unknown", []],
  ["Permanent", "General", "550 5.1.1 user unknown", "gone@other.example", null, []],
])(
  "SES's %s %s with %s for %s: %s",
  async (bounceType, bounceSubType, diagnosticCode, emailAddress, refusal, reasons) => {
    const { id } = await queued();
    const recipient = { emailAddress, ...(diagnosticCode && { diagnosticCode: `smtp; ${diagnosticCode}` }) };
    const bounce = { bounceType, bounceSubType, bouncedRecipients: [recipient] };
    expect(await recordSes({ notificationType: "Bounce", bounce, mail: sesMail(id) })).toBe(1);
    expect(await db.select().from(message)).toMatchObject([{ refusal }]);
    expect((await db.select().from(suppression)).map(({ reason }) => reason)).toEqual(reasons);
  },
);

test("complaints and deliveries of Postmark are recorded; its automatic replies are not bounces", async () => {
  const { id } = await queued();
  expect(await recordPostmark(postmark(id, { Type: "AutoResponder" }))).toBe(0);
  expect(await recordPostmark(postmark(id, { RecordType: "Delivery", Type: undefined }))).toBe(1);
  expect(await recordPostmark(postmark(id, { RecordType: "SpamComplaint", Type: "SpamComplaint" }))).toBe(1);
  expect(await recordPostmark(postmark(id, { RecordType: "Open" }))).toBe(0);
  expect(await recordPostmark(postmark("nonsense"))).toBe(0);
  expect(await recordPostmark(postmark(id, { Metadata: null }))).toBe(0);
});

test("a mail that Postmark received is a reply", async () => {
  const { id } = await queued();
  const inbound = {
    MessageID: "73e6d360-66eb-11e1-8e72-a8904824019b",
    FromFull: { Email: dana },
    ToFull: [{ Email: "someone@else.example" }],
    OriginalRecipient: replyAddressOf(id),
    Subject: "Re: A question",
    TextBody: "",
    HtmlBody: "<p>Yes.</p><blockquote>Thursday?</blockquote>",
    Headers: [{ Name: "Message-ID", Value: "<1@northfield.example>" }],
    Attachments: [{ Name: "bomb.zip", Content: "UEsDBA==", ContentLength: 4 }],
  };
  expect(await recordPostmark(inbound)).toBe(1);
  expect(await recordPostmark(inbound)).toBe(0);
  expect(await db.select().from(mailReply)).toMatchObject([{ kind: "reply", text: "Yes.", isFromRecipient: true }]);
  for (const body of [null, [], {}, { ...inbound, Headers: "x" }, { RecordType: {} }])
    expect(await readPostmark(Buffer.from(JSON.stringify(body)))).toEqual({ ok: false, reason: { kind: "malformed" } });
});

test("Postmark authenticates with the password in its URL", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  expect(isPostmark(basic("postmark:the-secret-of-this"), "the-secret-of-this")).toBe(true);
  for (const wrong of [
    undefined,
    "",
    "Basic ",
    basic("postmark"),
    basic("postmark:"),
    basic("x:the-secret"),
    "Bearer the-secret-of-this",
  ])
    expect(isPostmark(wrong, "the-secret-of-this")).toBe(false);
});
