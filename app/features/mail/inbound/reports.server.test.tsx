import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { ana, cases, dsn, file, plain } from "#tests/fixtures/delivery-reports/cases.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { messageIdOf, queueMail } from "../mail.server.ts";
import { getMessage } from "../messages/messages.server.ts";
import { recordNotification } from "../receiving/bounces.server.ts";
import { readInboundMail } from "../receiving/inbound-mail.server.ts";
import { signedId } from "../receiving/own-ids.server.ts";
import { replyAddressOf } from "../receiving/reply-address.server.ts";
import { drawReport, reportDrawer } from "../receiving/unread-reports.server.ts";
import { drawAttachments, registerDrawer } from "../sending/drawn-attachments.server.ts";
import { claimDueMail, recordOutcomes } from "../sending/outbox.server.ts";
import { mailOriginal, message, messageEvent, suppression } from "../tables.server.ts";

const { db, ctx } = useDatabase();

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
  await claimDueMail(ctx, 100, new Date(ctx.now.getTime() + hourMs));
  await recordOutcomes(ctx, [{ id, attempt: 1, status: "sent", event: "sent", at: ctx.now, detail: "250 OK" }]);
  return id;
}

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
  const [original] = await db.select().from(mailOriginal);
  expect(original).toMatchObject({ message: id, readAs: "report" });
  const page = await getMessage(await asAdmin(ctx), id);
  expect(page).toMatchObject({ value: { replies: [], reports: [{ id: original!.id, at: ctx.now }] } });
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
