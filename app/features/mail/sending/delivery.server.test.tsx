import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer, type Mailer } from "#app/platform/mail/mailer.server.ts";
import { type MailServer, type MailServerRules, reply, startMailServer } from "#tests/fakes/mail-server.ts";
import { runFixture } from "#tests/fixtures/child.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { MailFrame, MailText } from "../frame/frame.tsx";
import { type MailDraft, messageIdOf, queueMail } from "../mail.server.ts";
import { countMessages } from "../messages/counts.server.ts";
import { eventLabel, mailStateOf } from "../messages/mail-states.ts";
import { message, messageEvent } from "../tables.server.ts";
import { deliverDueMail } from "./delivery.server.ts";
import { claimDueMail, recordOutcomes } from "./outbox.server.ts";

const { db, ctx, connection } = useDatabase();
const open: { close: () => unknown }[] = [];

beforeEach(() => {
  useSettings({ SITE_URL: "https://gtmarc.example", MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
});
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function serve(rules: MailServerRules = {}): Promise<{ server: MailServer; mailer: Mailer }> {
  const server = await startMailServer(rules);
  const mailer = createMailer({ SMTP_URL: server.url, DATA_DIR: "unused", MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
  open.push(server, mailer);
  return { server, mailer };
}

const queue = (to = "dana@northfield.example", changes: Partial<MailDraft> = {}) =>
  queueMail(ctx, {
    kind: "test",
    to,
    subject: "Grüße from the drawing office",
    body: (
      <MailFrame preview="Preview" title="Title">
        <MailText>The code is 407219.</MailText>
      </MailFrame>
    ),
    ...changes,
  });

const rowOf = async (id: string) => (await db.select().from(message).where(eq(message.id, id)))[0]!;
const historyOf = async (id: string) =>
  (
    await db.select().from(messageEvent).where(eq(messageEvent.message, id)).orderBy(messageEvent.at, messageEvent.id)
  ).map((event) => event.name);
const later = (minutes: number): Ctx => ({ ...ctx, now: new Date(testNow.getTime() + minutes * minuteMs) });
const noMessages = { queued: 0, sending: 0, sent: 0, failed: 0, suppressed: 0, cancelled: 0 };
const none = { sent: 0, retried: 0, failed: 0, suppressed: 0, more: false };

test("a due mail arrives once, complete, and is never sent again", async () => {
  const { server, mailer } = await serve();
  const { id } = await queue("dana@northfield.example", {
    replyTo: "team@gtmarc.example",
    headers: { "List-Unsubscribe": "<https://gtmarc.example/unsubscribe/abc>" },
    attachments: [{ filename: "call.ics", contentType: "text/calendar; charset=utf-8", content: "BEGIN:VCALENDAR" }],
  });
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, sent: 1 });
  expect(await deliverDueMail(later(10_000), { mailer })).toEqual(none);

  expect(server.received).toHaveLength(1);
  const [mail] = server.received;
  expect(mail).toMatchObject({
    from: { name: "GTMarc", address: "hello@gtmarc.example" },
    to: [{ address: "dana@northfield.example" }],
    replyTo: [{ address: "team@gtmarc.example" }],
    subject: "Grüße from the drawing office",
    messageId: messageIdOf(id),
    date: testNow.toISOString(),
  });
  expect(mail!.text).toContain("The code is 407219.");
  expect(mail!.html).toContain("<h1");
  expect(mail!.attachments).toMatchObject([{ filename: "call.ics", mimeType: "text/calendar" }]);
  const headers = Object.fromEntries(mail!.headers.map(({ key, value }) => [key, value]));
  expect(headers).toMatchObject({
    "auto-submitted": "auto-generated",
    "list-unsubscribe": "<https://gtmarc.example/unsubscribe/abc>",
  });
  expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 1, lockedUntil: null, lastError: null });
  expect((await rowOf(id)).providerResponse).toMatch(/^250 /);
  expect((await rowOf(id)).text).toContain("407219");
  expect(await historyOf(id)).toEqual(["queued", "sent"]);
});

test("a mail that is not due is not sent", async () => {
  const { server, mailer } = await serve();
  await queueMail(later(5), { kind: "test", to: "dana@northfield.example", subject: "Later", body: <p>later</p> });
  expect(await deliverDueMail(ctx, { mailer })).toEqual(none);
  expect(server.received).toEqual([]);
});

test("a temporarily refused mail (4xx) is retried after one minute, then five, and arrives", async () => {
  let refusals = 2;
  const { server, mailer } = await serve({
    onRecipient() {
      if (refusals-- > 0) throw reply(451, "4.7.1 Greylisted, try again later");
    },
  });
  const { id } = await queue();
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, retried: 1 });
  expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 1, lockedUntil: null });
  expect((await rowOf(id)).lastError).toContain("Greylisted");
  expect(await deliverDueMail(later(0.9), { mailer })).toEqual(none);
  expect(await deliverDueMail(later(1.1), { mailer })).toEqual({ ...none, retried: 1 });
  expect(await deliverDueMail(later(5), { mailer })).toEqual(none);
  expect(await deliverDueMail(later(6.5), { mailer })).toEqual({ ...none, sent: 1 });
  expect(server.received).toHaveLength(1);
  expect(await historyOf(id)).toEqual(["queued", "retried", "retried", "sent"]);
});

test("a connection that breaks in the middle of a mail leads to a retry with the same Message-ID", async () => {
  let drops = 1;
  const { server, mailer } = await serve({ onData: () => (drops-- > 0 ? "drop" : "take") });
  const { id } = await queue();
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, retried: 1 });
  expect(await deliverDueMail(later(2), { mailer })).toEqual({ ...none, sent: 1 });
  expect(server.received.map((mail) => mail.messageId)).toEqual([messageIdOf(id)]);
});

test("an unreachable mail server leads to a retry", async () => {
  const { server, mailer } = await serve();
  await server.close();
  const { id } = await queue();
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, retried: 1 });
  expect(await mailer.check()).toMatch(/ECONNREFUSED|connect/i);
  expect(await rowOf(id)).toMatchObject({ status: "queued", attempts: 1 });
});

test("a refused login concerns our settings, not the mail: it is retried until they are fixed", async () => {
  const { server } = await serve({ login: { user: "gtmarc", password: "right" } });
  const mailerWith = (password: string) => {
    const SMTP_URL = server.url.replace("//", `//gtmarc:${password}@`);
    const mailer = createMailer({ SMTP_URL, DATA_DIR: "unused", MAIL_FROM: "hello@gtmarc.example" });
    open.push(mailer);
    return mailer;
  };
  const { id } = await queue();
  expect(await deliverDueMail(ctx, { mailer: mailerWith("wrong") })).toEqual({ ...none, retried: 1 });
  expect((await rowOf(id)).lastError).toContain("Wrong user or password");
  expect(await mailerWith("wrong").check()).toContain("Wrong user or password");
  expect(await mailerWith("right").check()).toBeNull();
  expect(await deliverDueMail(later(2), { mailer: mailerWith("right") })).toEqual({ ...none, sent: 1 });
});

test("a permanently refused mail (5xx) fails at once; the others are sent", async () => {
  const { server, mailer } = await serve({
    onRecipient(address) {
      if (address.startsWith("gone")) throw reply(550, "5.1.1 <gone@northfield.example>: no such user");
    },
    onData: () => (server.received.length === 0 ? reply(554, "5.7.1 Looks like spam") : "take"),
  });
  const { id } = await queue("gone@northfield.example", { secret: true });
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, failed: 1 });
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: "failed", html: "", text: "", lockedUntil: null });
  expect(row.lastError).toContain("no such user");
  expect(row.lastError).not.toContain("gone@northfield.example");
  expect(await historyOf(id)).toEqual(["queued", "failed"]);

  await queue("spam@northfield.example");
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, failed: 1 });
  expect(await deliverDueMail(later(10_000), { mailer })).toEqual(none);
  expect(await countMessages(ctx)).toEqual({ ...noMessages, failed: 2 });
});

test("a mail that is refused for two days fails", async () => {
  const { mailer } = await serve({
    onRecipient() {
      throw reply(450, "4.2.1 Mailbox busy");
    },
  });
  const { id } = await queue();
  let minutes = 0;
  for (let attempt = 1; attempt < 10; attempt += 1) {
    expect(await deliverDueMail(later(minutes), { mailer })).toEqual({ ...none, retried: 1 });
    minutes = ((await rowOf(id)).nextAttemptAt!.getTime() - testNow.getTime()) / minuteMs + 0.001;
  }
  expect(minutes / 60 / 24).toBeCloseTo(2, 0);
  expect(await deliverDueMail(later(minutes), { mailer })).toEqual({ ...none, failed: 1 });
  expect(await rowOf(id)).toMatchObject({ status: "failed", attempts: 10 });
});

test("after a crash during sending, the mail is sent again when its lease ends, with the same Message-ID", async () => {
  const { server, mailer } = await serve();
  const { id } = await queue();
  const leaseEndsAt = new Date(testNow.getTime() + 300_000);
  expect((await claimDueMail(ctx, 10, leaseEndsAt)).mails).toMatchObject([{ id, attempts: 1 }]);

  expect(await deliverDueMail(later(4.9), { mailer })).toEqual(none);
  expect(server.received).toEqual([]);
  expect(await deliverDueMail(later(5.1), { mailer })).toEqual({ ...none, sent: 1 });
  expect(server.received).toMatchObject([{ messageId: messageIdOf(id), date: testNow.toISOString() }]);
  expect(await rowOf(id)).toMatchObject({ status: "sent", attempts: 2 });
  expect(await historyOf(id)).toEqual(["queued", "retried", "sent"]);
});

test("a process killed while sending 200 mails loses none and repeats only those without a recorded outcome", async () => {
  const { server, mailer } = await serve({ onData: () => ({ slow: 5 }) });
  const ids: string[] = [];
  for (let n = 0; n < 200; n += 1) ids.push((await queue(`person${n}@northfield.example`)).id);
  const worker = runFixture("mail-worker.ts", [JSON.stringify(connection), server.url, testNow.toISOString()]);
  await expect.poll(() => server.received.length, { interval: 5 }).toBeGreaterThan(80);
  await worker.kill();
  // The server still reads data from the dead worker's sockets.
  await expect.poll(() => server.busy(), { interval: 5 }).toBe(0);
  const taken = server.received.length;
  expect(taken).toBeLessThan(200);
  const noted = await db.$count(message, eq(message.status, "sent"));

  expect(await deliverDueMail(later(6), { mailer })).toEqual({ ...none, sent: 200 - noted });
  const arrived = server.received.map((mail) => mail.messageId);
  expect(new Set(arrived)).toEqual(new Set(ids.map((id) => messageIdOf(id))));
  expect(arrived.length - 200).toBeLessThanOrEqual(taken - noted);
  expect(noted).toBeGreaterThan(0);
});

test("a failure reported by a worker that lost its lease does not affect the current owner", async () => {
  const { id } = await queue();
  await claimDueMail(ctx, 10, new Date(testNow.getTime() + 300_000));
  await claimDueMail(later(6), 10, new Date(testNow.getTime() + 900_000));
  const outdated = { id, attempt: 1, at: later(7).now, detail: "connection lost" } as const;
  await recordOutcomes(ctx, [{ ...outdated, status: "queued", event: "retried", nextAttemptAt: later(8).now }]);
  expect(await rowOf(id)).toMatchObject({ status: "sending", attempts: 2 });
  await recordOutcomes(ctx, [{ ...outdated, status: "sent", event: "sent", detail: "250 OK" }]);
  expect(await rowOf(id)).toMatchObject({ status: "sent" });
});

test("a mail that kills every process that sends it fails eventually", async () => {
  const { server, mailer } = await serve();
  const { id } = await queue();
  for (let crash = 0; crash < 10; crash += 1)
    await claimDueMail(later(crash * 6), 10, new Date(testNow.getTime() + (crash * 6 + 5) * minuteMs));
  expect(await deliverDueMail(later(120), { mailer })).toEqual({ ...none, failed: 1 });
  expect(server.received).toEqual([]);
  expect((await rowOf(id)).lastError).toContain("process ended");
});

test("three simultaneous workers send each of 120 mails exactly once", async () => {
  const { server, mailer } = await serve({ onData: () => ({ slow: 2 }) });
  const addresses = Array.from({ length: 120 }, (_, n) => `person${n}@northfield.example`);
  for (const address of addresses) await queue(address);
  const results = await Promise.all([1, 2, 3].map(() => deliverDueMail(ctx, { mailer, batch: 10 })));
  expect(results.reduce((sum, result) => sum + result.sent, 0)).toBe(120);
  expect(server.recipients().sort()).toEqual(addresses.sort());
  expect(await db.$count(messageEvent, eq(messageEvent.name, "sent"))).toBe(120);
  expect(await countMessages(ctx)).toEqual({ ...noMessages, sent: 120 });
});

test("eight simultaneous workers claim different mails and never wait for each other", async () => {
  const leaseEndsAt = new Date(testNow.getTime() + 300_000);
  for (let round = 0; round < 5; round += 1) {
    for (let n = 0; n < 16; n += 1) await queue(`person${n}@northfield.example`);
    const shares = await Promise.all(Array.from({ length: 8 }, () => claimDueMail(ctx, 4, leaseEndsAt)));
    const ids = shares.flatMap(({ mails }) => mails.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    await claimDueMail(ctx, 100, leaseEndsAt);
  }
});

test("a lease is extended while its worker is alive, so slow mails are not sent twice", async () => {
  const answered = Promise.withResolvers<void>();
  const { server, mailer } = await serve({ onData: () => ({ slow: answered.promise }) });
  const { id } = await queue();
  const slow = deliverDueMail(ctx, { mailer, leaseSeconds: 0.6 });
  const leaseEnd = async () => (await rowOf(id)).lockedUntil?.getTime() ?? 0;
  await expect.poll(leaseEnd, { interval: 20 }).toBeGreaterThan(testNow.getTime() + 1200);
  expect(await deliverDueMail({ ...ctx, now: new Date(testNow.getTime() + 1100) }, { mailer })).toEqual(none);
  answered.resolve();
  expect(await slow).toEqual({ ...none, sent: 1 });
  expect(server.received).toHaveLength(1);
});

test("mails are sent over at most five connections, kept open between them", async () => {
  const { server, mailer } = await serve({ onData: () => ({ slow: 5 }) });
  for (let n = 0; n < 30; n += 1) await queue(`person${n}@northfield.example`);
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, sent: 30 });
  expect(server.maxConnections()).toBe(5);
});

test("closing the mailer ends a run early and releases mails that were not started, without counting an attempt", async () => {
  const { server, mailer } = await serve({ onData: () => ({ slow: 30 }) });
  for (let n = 0; n < 60; n += 1) await queue(`person${n}@northfield.example`);
  const run = deliverDueMail(ctx, { mailer });
  await expect.poll(() => server.received.length).toBeGreaterThan(4);
  mailer.close();
  const counts = await run;
  expect(counts.more).toBe(true);
  expect(counts.sent).toBe(server.received.length);
  expect(counts.sent).toBeLessThan(60);
  const rows = await db.select().from(message).where(eq(message.status, "queued"));
  expect(rows).toHaveLength(60 - counts.sent);
  expect(rows.filter((row) => row.attempts === 0)).toHaveLength(60 - counts.sent - counts.retried);
});

test("the body of a secret mail is removed once it is sent, and kept while it waits", async () => {
  let refusals = 1;
  const { server, mailer } = await serve({
    onRecipient() {
      if (refusals-- > 0) throw reply(451, "Later");
    },
  });
  const attachments = [{ filename: "code.txt", contentType: "text/plain", content: "407219" }];
  const { id } = await queue("dana@northfield.example", { secret: true, attachments });
  await deliverDueMail(ctx, { mailer });
  expect((await rowOf(id)).text).toContain("407219");
  await deliverDueMail(later(2), { mailer });
  expect(server.received[0]!.text).toContain("407219");
  expect(await rowOf(id)).toMatchObject({ status: "sent", html: "", text: "", attachments: [] });
});

test("mail to demo data counts as sent and is passed to no mail server", async () => {
  const { server, mailer } = await serve();
  const { id } = await queue("dana.whitfield@northfield-demo.example");
  const { id: real } = await queue();
  expect(await deliverDueMail(ctx, { mailer })).toEqual({ ...none, sent: 2 });
  expect(server.received.map(({ to }) => to)).toEqual([
    [expect.objectContaining({ address: "dana@northfield.example" })],
  ]);
  expect(await rowOf(id)).toMatchObject({ status: "sent", providerResponse: "Demo data: not delivered." });
  expect(mailStateOf(await rowOf(id))).toBe("demo");
  expect(mailStateOf({ status: "sent", trouble: null, providerResponse: "written to mailbox/1.eml" })).toBe("filed");
  expect(mailStateOf({ status: "sent", trouble: null, providerResponse: "250 OK" })).toBe("sent");
  expect(mailStateOf({ status: "sent", trouble: "bounced", providerResponse: "250 OK" })).toBe("bounced");
  expect(eventLabel("sent", "Demo data: not delivered.")).toBe("Demo, not sent");
  expect((await rowOf(real)).providerResponse).not.toContain("Demo data");
});
