import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { mailEvents, mailReplied } from "#app/features/mail/events.ts";
import { messageIdOf } from "#app/features/mail/mail.server.ts";
import { getMessage } from "#app/features/mail/messages/messages.server.ts";
import { readInboundMail } from "#app/features/mail/receiving/inbound-mail.server.ts";
import { maxForwarded, recordReply } from "#app/features/mail/receiving/replies.server.ts";
import { replyAddressOf } from "#app/features/mail/receiving/reply-address.server.ts";
import { readTimeline } from "#app/features/pipeline/notes/timeline.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { readProspect } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { recordOutcome } from "../steps/mail-outcomes.server.ts";
import { advanceDue } from "../steps/worker.server.ts";
import { enrol, listEnrollments } from "./enrollments.server.ts";
import { forwardSequenceReply } from "./replies.server.ts";

const { ctx, pool } = useDatabase();
const dana = "dana@northfield.example";
beforeEach(() => {
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
    ...{ MAIL_FROM: "hello@gtmarc.example", MAIL_REPLY_ADDRESS: "reply@in.gtmarc.example" },
  });
  forgetListeners();
  onEvent(mailReplied, forwardSequenceReply);
});

const rows = async (query: string) => (await pool.query(query)).rows;
const forwarded = () =>
  rows("select to_address as to, subject, reply_to, text from message where kind = 'reply-forwarded' order by id");
const tasks = () => rows("select title, due_on::text, assignee_id from prospect_task order by id");

async function mailed(definition = oneMail): Promise<{ id: string; messageId: string }> {
  const { id } = await runningSequence(ctx, definition);
  value(await createProspect(ctx, { email: dana }));
  await pool.query("update prospect set name = 'Dana Whitlock'");
  value(await enrol(ctx, { id, email: dana }));
  await advanceDue(ctx);
  const [sent] = await rows("select id, reply_to from message");
  expect(sent.reply_to).toBe(replyAddressOf(sent.id));
  return { id, messageId: sent.id };
}

let received = 0;
async function reply(headers: Record<string, string>, body = "Yes, Thursday works.\r\n\r\nDana") {
  received += 1;
  const all = { From: `Dana W. <${dana}>`, Subject: "Re: Hello", "Message-ID": `<${received}@x.example>`, ...headers };
  const head = Object.entries(all).map(([name, text]) => `${name}: ${text}`);
  const mail = await readInboundMail(new TextEncoder().encode(`${head.join("\r\n")}\r\n\r\n${body}`));
  return mail.kind === "reply" ? recordReply(ctx, mail.reply) : mail;
}

test("a reply goes to CONTACT_EMAIL with the prospect as Reply-To, and becomes one task for today", async () => {
  const { messageId } = await mailed();
  const to = { To: replyAddressOf(messageId)! };
  await reply(to);
  await reply(to, `<script>alert(1)</script> ${"long ".repeat(3000)}`);
  const [first, second] = await forwarded();
  expect(first).toMatchObject({
    ...{ to: "desk@gtmarc.example", reply_to: dana, subject: "Reply from Dana W.: Re: Hello" },
    text: expect.stringContaining("Yes, Thursday works."),
  });
  expect(second.text.length).toBeLessThan(7000);
  const [{ html }] = await rows("select html from message where kind = 'reply-forwarded' order by id desc limit 1");
  expect(html).not.toContain("<script>alert");
  const [task, ...others] = await tasks();
  expect(task).toMatchObject({ title: "Reply to Dana Whitlock", due_on: "2026-03-02", assignee_id: null });
  expect(others).toEqual([]);
  const [{ prospect_id: prospectId }] = await rows("select prospect_id from prospect_task");
  const admin = await asAdmin(ctx);
  expect(value(await readProspect(admin, prospectId)).tasks).toMatchObject([{ mailId: messageId }]);
  const found = { id: prospectId, addresses: [dana] };
  const timeline = async () =>
    value(await readTimeline(admin, found, { kind: "mail", before: null })).items.filter(
      ({ type }) => type === "mail.replied",
    );
  registerConsumers({ consumers: [], events: mailEvents });
  const replies = await rows("select id from mail_reply order by id desc");
  expect(await timeline()).toMatchObject(replies.map(({ id }) => ({ href: `/admin/mail/${messageId}#reply-${id}` })));
  await pool.query("delete from message");
  expect((await timeline()).map(({ href }) => href)).toEqual([undefined, undefined]);
  expect(value(await readProspect(admin, prospectId)).tasks).toMatchObject([{ mailId: null }]);
});

test("the preview of a forwarded reply is cut between characters", async () => {
  const { messageId } = await mailed();
  await reply(
    { To: replyAddressOf(messageId)!, "Content-Type": "text/plain; charset=utf-8" },
    `${"x".repeat(119)}🚀 yes`,
  );
  const [{ html }] = await rows("select html from message where kind = 'reply-forwarded'");
  expect(html).toContain("🚀 yes");
  expect(html).not.toContain("\ufffd");
});

test("an answer below a long quote is forwarded; the rest of the quote is on the page of the mail", async () => {
  const { messageId } = await mailed();
  const quote = Array.from({ length: 200 }, (_, at) => `> ${at} ${"of a long quote ".repeat(3)}`).join("\r\n");
  await reply(
    { To: replyAddressOf(messageId)! },
    `On 3/2/26 10:00, GTMarc wrote:\r\n${quote}\r\n\r\nYes, Thursday works.`,
  );
  const [{ text }] = await forwarded();
  expect(text).toContain("> […]");
  expect(text).toContain("Yes, Thursday works.");
  expect(text).toContain(`https://gtmarc.example/admin/mail/${messageId}`);
  const [{ text: stored }] = await rows("select text from mail_reply");
  expect(stored).toContain("> 199 of a long quote");
});

const list = { Precedence: "list", "Mailing-list": "list hello@gtmarc.example", "List-ID": "<hello.gtmarc.example>" };

const [hello] = oneMail.steps;
const twoMails = {
  ...oneMail,
  steps: [hello!, { ...hello!, key: "again", delay: { amount: 1, unit: "business_days" as const } }],
};

test.each([
  ["an answer through a group address", list, 1],
  ["an automatic reply through a group address", { ...list, "Auto-Submitted": "auto-replied" }, 2],
])("after %s the next mail is sent or not", async (_what, headers, mails) => {
  const { messageId } = await mailed(twoMails);
  await reply({ ...headers, To: replyAddressOf(messageId)! }, "Please stop writing, we have signed with someone else.");
  expect(await forwarded()).toHaveLength(mails === 1 ? 1 : 0);
  await advanceDue({ ...ctx, now: new Date("2026-03-05T16:00:00Z") });
  expect(await rows("select 1 from message where kind = 'sequence-mail'")).toHaveLength(mails);
});

test("the answer to an invitation is noted on the mail: no task, not forwarded", async () => {
  const { messageId } = await mailed();
  const calendar =
    "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nBEGIN:VEVENT\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:d@x.example\r\nEND:VEVENT";
  const parts = `--b\r\nContent-Type: text/plain\r\n\r\nDana has accepted.\r\n--b\r\nContent-Type: text/calendar; method=REPLY\r\n\r\n${calendar}\r\n--b--\r\n`;
  const type = { "Content-Type": 'multipart/alternative; boundary="b"', Subject: "Accepted: A call" };
  expect(await reply({ ...type, To: replyAddressOf(messageId)! }, parts)).toEqual({ kind: "calendar", noted: 1 });
  expect([await forwarded(), await tasks()]).toEqual([[], []]);
  const page = value(await getMessage(await asAdmin(ctx), messageId));
  expect(page?.replies).toMatchObject([{ kind: "calendar", reason: "An invitation was accepted." }]);
  expect(page?.history.map(({ name }) => name)).not.toContain("auto_replied");
});

test("a reply goes to the owner of the prospect", async () => {
  const { messageId } = await mailed();
  const admin = await asAdmin(ctx);
  if (admin.actor.kind !== "user") throw new Error("No admin.");
  await pool.query("update prospect set owner_id = $1", [admin.actor.userId]);
  await reply({ To: replyAddressOf(messageId)! });
  expect(await forwarded()).toMatchObject([{ to: admin.actor.email }]);
  expect(await tasks()).toMatchObject([{ assignee_id: admin.actor.userId }]);
});

test("an absence notice is not forwarded; a reply that reached another mailbox only creates a task", async () => {
  const { messageId } = await mailed();
  await reply({ To: replyAddressOf(messageId)!, "Auto-Submitted": "auto-replied" });
  expect(await tasks()).toEqual([]);
  await reply({ To: "hello@gtmarc.example", "In-Reply-To": messageIdOf(messageId) });
  expect(await forwarded()).toEqual([]);
  expect(await tasks()).toHaveLength(1);
});

test("only the first replies to one mail are forwarded", async () => {
  const { messageId } = await mailed();
  for (let sent = 0; sent < maxForwarded + 3; sent += 1) await reply({ To: replyAddressOf(messageId)! });
  expect(await forwarded()).toHaveLength(maxForwarded);
});

test("people who replied can be listed", async () => {
  const { id, messageId } = await mailed();
  expect(value(await listEnrollments(ctx, { id, hasReplied: true })).rows).toEqual([]);
  const event = { name: "mail.replied", payload: { messageId }, occurredAt: ctx.now };
  await recordOutcome(ctx, event as unknown as Parameters<typeof recordOutcome>[1]);
  expect(value(await listEnrollments(ctx, { id, hasReplied: true })).rows).toMatchObject([{ email: dana }]);
});

test("a reply of demo data is not forwarded", async () => {
  const { messageId } = await mailed();
  await pool.query("update message set to_address = 'dana@northfield-demo.example' where id = $1", [messageId]);
  await reply({ To: replyAddressOf(messageId)!, From: "dana@northfield-demo.example" });
  expect(await forwarded()).toEqual([]);
  expect(await tasks()).toEqual([]);
});
