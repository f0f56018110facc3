import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mailBounced } from "../events.ts";
import { messageIdOf, queueMail } from "../mail.server.ts";
import { getMessage, listMessages, retryMessage } from "../messages/messages.server.ts";
import { suppress } from "../refusals/suppression.server.ts";
import { addSuppression, liftSuppression, listSuppressions } from "../refusals/suppressions.server.ts";
import { claimDueMail, recordOutcomes } from "../sending/outbox.server.ts";
import { message, messageEvent, suppression } from "../tables.server.ts";
import { recordComplaint, recordNotification } from "./bounces.server.ts";
import { readInboundMail } from "./inbound-mail.server.ts";
import { signedId } from "./own-ids.server.ts";

const { db, ctx } = useDatabase();
const dana = "dana@northfield.example";

beforeEach(() => {
  forgetListeners();
  useSettings({ SITE_URL: "https://gtmarc.example", MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
});

const hour = later(ctx, { hours: 1 }).now;
const leave = { "List-Unsubscribe": "<https://gtmarc.example/unsubscribe/x>" };

async function sent(changes: { list?: "newsletter"; secret?: boolean; at?: Ctx; outcome?: "failed" } = {}) {
  const { list, secret, at = ctx, outcome } = changes;
  const draft = { kind: "test", to: dana, subject: "A subject", body: <p>Hello</p> };
  const { id } = await queueMail(at, { ...draft, ...(list && { list, headers: leave }), ...(secret && { secret }) });
  await claimDueMail(at, 100, hour);
  const event = outcome ?? "sent";
  await recordOutcomes(at, [{ id, attempt: 1, status: event, event, at: at.now, detail: "250 OK" }]);
  return id;
}

const report = (id: string, { action = "failed", status = "5.1.1", text = "550 no such user" } = {}) =>
  new TextEncoder().encode(
    [
      "From: MAILER-DAEMON@mx.example",
      "To: hello@gtmarc.example",
      "Subject: Undelivered Mail Returned to Sender",
      "MIME-Version: 1.0",
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "This is the mail system.",
      "--b",
      "Content-Type: message/delivery-status",
      "",
      "Reporting-MTA: dns; mx.example",
      `Original-Envelope-Id: ${signedId(id)}`,
      "",
      `Final-Recipient: rfc822; ${dana}`,
      `Action: ${action}`,
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${text}`,
      " <dana@northfield.example>",
      "",
      "--b",
      "Content-Type: text/rfc822-headers",
      "",
      `Message-ID: ${messageIdOf(id)}`,
      "Subject: A subject",
      "",
      "--b--",
      "",
    ].join("\r\n"),
  );

async function bounce(id: string, how: Parameters<typeof report>[1] = {}, at = ctx) {
  const mail = await readInboundMail(report(id, how));
  if (mail.kind !== "notification") throw new Error(mail.kind);
  return recordNotification(at, mail);
}

const troubleOf = async (id: string) => (await db.select().from(message).where(eq(message.id, id)))[0]!.trouble;
const history = async (id: string) =>
  (
    await db.select().from(messageEvent).where(eq(messageEvent.message, id)).orderBy(messageEvent.at, messageEvent.id)
  ).map(({ name }) => name);

test("a dead mailbox is recorded once, ends every list, and does not stop mail outside of lists", async () => {
  const heard: unknown[] = [];
  onEvent(mailBounced, async (_, payload) => void heard.push(payload));
  const id = await sent({ list: "newsletter" });
  expect(await bounce(id)).toEqual({ noted: 1 });
  expect(await bounce(id)).toEqual({ noted: 0 });
  expect(await troubleOf(id)).toBe("bounced");
  expect(await history(id)).toEqual(["queued", "sent", "bounced"]);
  const [stop] = await db.select().from(suppression);
  expect(stop).toMatchObject({ address: dana, scope: "lists", reason: "hard-bounce" });
  expect(stop!.detail).toContain("5.1.1");
  expect(stop!.detail).not.toContain(dana);
  expect(heard).toEqual([
    {
      messageId: id,
      email: dana,
      kind: "test",
      isFinal: true,
      bounce: "hard",
      cause: "no_mailbox",
      reason: expect.stringMatching(/^550 no such user|5\.1\.1/),
    },
  ]);

  await queueMail(ctx, { kind: "code", to: dana, subject: "Your code", body: <p>1</p>, secret: true });
  await queueMail(ctx, {
    kind: "issue",
    to: dana,
    subject: "An issue",
    body: <p>1</p>,
    list: "newsletter",
    headers: leave,
  });
  const { mails, suppressed } = await claimDueMail(ctx, 10, hour);
  expect(mails.map(({ kind }) => kind)).toEqual(["code"]);
  expect(suppressed).toBe(1);
});

test("three soft bounces in a row end the lists; a delivery in between resets the count", async () => {
  const full = { status: "5.2.2", text: "552 mailbox full" };
  const at = (days: number) => later(ctx, { days });
  await bounce(await sent({ at: at(1) }), full, at(1));
  await sent({ at: at(2) });
  await bounce(await sent({ at: at(3) }), full, at(3));
  await bounce(await sent({ at: at(4) }), full, at(4));
  expect(await db.select().from(suppression)).toEqual([]);
  await bounce(await sent({ at: at(5) }), full, at(5));
  expect(await db.select().from(suppression)).toMatchObject([{ reason: "soft-bounces", scope: "lists" }]);
});

test("a delay and a delivery are history without trouble; a report about an unsent mail is ignored", async () => {
  const id = await sent();
  expect(await bounce(id, { action: "delayed", status: "4.4.1" })).toEqual({ noted: 1 });
  expect(await bounce(id, { action: "delivered", status: "2.0.0" })).toEqual({ noted: 1 });
  expect(await history(id)).toEqual(["queued", "sent", "delayed", "delivered"]);
  expect(await troubleOf(id)).toBeNull();
  expect(await bounce("0199f000-0000-7000-8000-000000000000")).toEqual({ noted: 0 });
  expect(await db.select().from(suppression)).toEqual([]);
});

test("a complaint ends every list and is never lifted automatically", async () => {
  const id = await sent({ list: "newsletter" });
  const raw = new TextDecoder()
    .decode(report(id))
    .replace("report-type=delivery-status", "report-type=feedback-report")
    .replace("message/delivery-status", "message/feedback-report")
    .replace("Reporting-MTA: dns; mx.example", "Feedback-Type: abuse\r\nUser-Agent: SomeProvider/1");
  const mail = await readInboundMail(new TextEncoder().encode(raw));
  expect(mail).toMatchObject({ kind: "complaint", messageIds: [id] });
  if (mail.kind === "complaint") expect(await recordComplaint(ctx, mail)).toEqual({ noted: 1 });
  expect(await recordComplaint(ctx, { messageIds: [id] })).toEqual({ noted: 0 });
  expect(await db.select().from(suppression)).toMatchObject([{ scope: "lists", reason: "complaint" }]);
});

test("a report with a mail's id but without its MAC is ignored", async () => {
  const id = await sent({ list: "newsletter" });
  const forge = (raw: string) => raw.replaceAll(signedId(id), id).replaceAll(signedId(id).slice(-20), "0".repeat(20));
  const bare = new TextDecoder().decode(report(id));
  for (const raw of [forge(bare), bare.replaceAll(signedId(id).slice(-20), "0".repeat(20))]) {
    const mail = await readInboundMail(new TextEncoder().encode(raw));
    expect(mail).toMatchObject({ kind: "notification", messageIds: [] });
    if (mail.kind === "notification") expect(await recordNotification(ctx, mail)).toEqual({ noted: 0 });
  }
  expect(await db.select().from(suppression)).toEqual([]);
});

test("a mail program's unsubscribe mail is recognized; everything else, including nonsense, is other", async () => {
  const read = (raw: string) => readInboundMail(new TextEncoder().encode(raw));
  expect(await read(`Subject: unsubscribe ${"a".repeat(32)}\r\n\r\n`)).toMatchObject({
    kind: "unsubscribe",
    token: "a".repeat(32),
  });
  expect(await read("Subject: Re: unsubscribe me please\r\n\r\nhello")).toMatchObject({ kind: "other" });
  expect(await read("\u0000\u0001")).toMatchObject({ kind: "other" });
  expect(await read("")).toMatchObject({ kind: "other" });
});

test("an address that the mail server reports as nonexistent is removed from the lists when the mail is refused", async () => {
  const { id } = await queueMail(ctx, { kind: "test", to: dana, subject: "S", body: <p>1</p> });
  await claimDueMail(ctx, 1, hour);
  const refusal = { id, attempt: 1, status: "failed", event: "failed", at: ctx.now, detail: "550 5.1.1 none" } as const;
  await recordOutcomes(ctx, [{ ...refusal, refusal: { cause: "no_mailbox", kind: "hard" } }]);
  expect(await db.select().from(suppression)).toMatchObject([{ address: dana, scope: "lists", reason: "hard-bounce" }]);
});

test("admins find mails by state, address and page, without the bodies of secret mails", async () => {
  const admin = await asAdmin(ctx);
  const failed = await sent({ outcome: "failed" });
  const secret = await sent({ secret: true });
  const list = async (query: Parameters<typeof listMessages>[1]) => {
    const page = await listMessages(admin, query);
    return page.ok ? page.value.rows.map(({ id }) => id) : page.reason.kind;
  };
  expect(await list({ filter: "all" })).toEqual([secret, failed]);
  expect(await list({ filter: "failed" })).toEqual([failed]);
  expect(await list({ filter: "sent", search: "NORTHFIELD" })).toEqual([secret]);
  expect(await list({ filter: "all", search: "100%" })).toEqual([]);
  expect(await list({ filter: "all", after: secret })).toEqual([failed]);
  expect(await list({ filter: "all", before: failed })).toEqual([secret]);
  expect(await getMessage(admin, secret)).toMatchObject({ ok: true, value: { text: null, hasHtml: false } });
  expect(await getMessage(admin, "nonsense")).toEqual({ ok: true, value: null });
  expect(await listMessages(ctx, { filter: "all" })).toMatchObject({ ok: true });
  expect(await listMessages({ ...ctx, actor: { kind: "anonymous" } }, { filter: "all" })).toEqual({
    ok: false,
    reason: { kind: "not_admin" },
  });
});

test("only a failed mail can be retried, unless its body was removed or its recipient has unsubscribed", async () => {
  const admin = await asAdmin(ctx);
  const failed = await sent({ outcome: "failed" });
  expect(await retryMessage(admin, failed)).toEqual({ ok: true, value: null });
  expect(await retryMessage(admin, failed)).toEqual({ ok: false, reason: { kind: "not_failed" } });
  expect((await claimDueMail(ctx, 5, hour)).mails).toMatchObject([{ id: failed, attempts: 1 }]);
  expect(await history(failed)).toEqual(["queued", "failed", "requeued"]);
  const secret = await sent({ outcome: "failed", secret: true });
  expect(await retryMessage(admin, secret)).toEqual({ ok: false, reason: { kind: "body_gone" } });
  const issue = await sent({ outcome: "failed", list: "newsletter" });
  await suppress(ctx, { address: dana, scope: "newsletter", reason: "unsubscribed" });
  expect(await retryMessage(admin, issue)).toEqual({ ok: false, reason: { kind: "suppressed" } });
  expect(await retryMessage(admin, "nonsense")).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("an admin adds and lifts suppressions; other users may not", async () => {
  const admin = await asAdmin(ctx);
  expect(await addSuppression(admin, { address: dana, detail: "asked by telephone" })).toMatchObject({ ok: true });
  const lines = await listSuppressions(admin, { search: "northfield" });
  if (!lines.ok) throw new Error(lines.reason.kind);
  expect(lines.value.rows).toMatchObject([{ address: dana, scope: "lists", reason: "admin" }]);
  const id = lines.value.rows[0]!.id;
  const stranger = { ...ctx, actor: { kind: "anonymous" } } as const;
  expect(await liftSuppression(stranger, id)).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await addSuppression(stranger, { address: dana })).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await liftSuppression(admin, id)).toMatchObject({ ok: true });
  expect(await liftSuppression(admin, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
});
