import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { createMailer, type Mailer } from "#app/platform/mail/mailer.server.ts";
import { type MailServer, type MailServerRules, reply, startMailServer } from "#tests/fakes/mail-server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mailBounced } from "../events.ts";
import { queueMail } from "../mail.server.ts";
import { deliverDueMail } from "../sending/delivery.server.ts";
import { message, suppression } from "../tables.server.ts";

/* What refusals while sending mean for the recipient. */

const { db, ctx } = useDatabase();
const open: { close: () => unknown }[] = [];

beforeEach(() => {
  forgetListeners();
  useSettings({ SITE_URL: "https://gtmarc.example", MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
});
afterEach(async () => {
  for (const part of open.splice(0).reverse()) await part.close();
});

async function serve(rules: MailServerRules): Promise<{ server: MailServer; mailer: Mailer }> {
  const server = await startMailServer(rules);
  const mailer = createMailer({ SMTP_URL: server.url, DATA_DIR: "unused", MAIL_FROM: "GTMarc <hello@gtmarc.example>" });
  open.push(server, mailer);
  return { server, mailer };
}

const queue = () =>
  queueMail(ctx, { kind: "test", to: "dana@northfield.example", subject: "A subject", body: <p>Hello</p> });
const rowOf = async (id: string) => (await db.select().from(message).where(eq(message.id, id)))[0]!;
const later = (minutes: number): Ctx => ({ ...ctx, now: new Date(ctx.now.getTime() + minutes * minuteMs) });
const none = { sent: 0, retried: 0, failed: 0, suppressed: 0, more: false };

test("three refusals in a row end the lists for the address; each publishes an event", async () => {
  const heard: { isFinal: boolean; cause?: string | undefined }[] = [];
  onEvent(mailBounced, async (_, { isFinal, cause }) => void heard.push({ isFinal, cause }));
  const { mailer } = await serve({
    onRecipient() {
      throw reply(550, "No reason");
    },
  });
  for (let n = 0; n < 3; n += 1) {
    expect(await db.select().from(suppression)).toEqual([]);
    await queue();
    expect(await deliverDueMail(later(n), { mailer })).toEqual({ ...none, failed: 1 });
  }
  expect(heard).toEqual([false, false, true].map((isFinal) => ({ isFinal, cause: "unknown" })));
  expect(await db.select().from(suppression)).toMatchObject([
    { address: "dana@northfield.example", scope: "lists", reason: "soft-bounces" },
  ]);
});

test.each([
  ["550 5.4.1 Recipient address rejected: Access denied.", "no_mailbox", 1],
  ["554 5.0.0 This user does not have an account", "no_mailbox", 1],
  ["550 5.7.1 rejected because of SPF", "sender", 0],
  ["554 5.7.1 Relay access denied", "sender", 0],
  ["550 5.4.5 Daily user sending quota exceeded", "sender", 0],
])("%s while sending: %s, also when it is repeated", async (response, refusal, stopped) => {
  const { mailer } = await serve({
    onRecipient() {
      throw reply(Number(response.slice(0, 3)), response.slice(4));
    },
  });
  const ids: string[] = [];
  for (let n = 0; n < 4; n += 1) {
    ids.push((await queue()).id);
    await deliverDueMail(later(n), { mailer });
  }
  for (const id of ids) expect(await rowOf(id)).toMatchObject({ status: "failed", trouble: "failed", refusal });
  expect(await db.select().from(suppression)).toHaveLength(stopped);
});

test("a refused sender and a broken connection say nothing about the recipient", async () => {
  const { server, mailer } = await serve({
    onSender() {
      throw reply(550, "5.1.1 User unknown");
    },
  });
  const { id } = await queue();
  await deliverDueMail(ctx, { mailer });
  expect(await rowOf(id)).toMatchObject({ status: "failed", refusal: "sender" });
  await server.close();
  const { id: other } = await queue();
  await deliverDueMail(later(1), { mailer });
  expect(await rowOf(other)).toMatchObject({ status: "queued", refusal: null });
  expect(await db.select().from(suppression)).toEqual([]);
});

test("refusals because of us do not count, and a delivery in between resets the count", async () => {
  const responses = ["550 No", "550 5.7.1 Looks like spam", "550 No", "take", "550 No", "550 No", "550 No"];
  const { mailer } = await serve({
    onRecipient() {
      const response = responses.shift()!;
      if (response !== "take") throw reply(550, response.slice(4));
    },
  });
  for (let n = 0; n < 6; n += 1) {
    await queue();
    await deliverDueMail(later(n), { mailer });
  }
  expect(await db.select().from(suppression)).toEqual([]);
  await queue();
  await deliverDueMail(later(6), { mailer });
  expect(await db.select().from(suppression)).toMatchObject([{ reason: "soft-bounces" }]);
});
