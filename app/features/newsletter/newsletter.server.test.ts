import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { profile, user as userTable } from "#app/features/accounts/tables.server.ts";
import { demoRow } from "#app/features/demo/tables.server.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { claimDueMail } from "#app/features/mail/sending/outbox.server.ts";
import { fillBody, getBody } from "#app/features/mail/sending/shared-bodies.server.ts";
import { message, messageEvent, suppression } from "#app/features/mail/tables.server.ts";
import { readNames } from "#app/features/security/audit/audit-names.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { nameIssues } from "./audit-names.server.ts";
import { getIssue, listIssues, previewIssue, readAudience } from "./issues/issue-figures.server.ts";
import { beginDueIssues, feedIssue } from "./issues/issue-sending.server.ts";
import {
  cancelIssue,
  createIssue,
  deleteIssue,
  pauseIssue,
  resumeIssue,
  saveIssue,
  sendIssue,
  sendTest,
  unscheduleIssue,
} from "./issues/issues.server.ts";
import type { IssueDraft } from "./newsletter-terms.ts";
import { searchIssues } from "./search.server.ts";
import { leaveToken } from "./subscribers/leave-link.server.ts";
import { choosePreferences, unsubscribeNewsletter } from "./subscribers/leaving.server.ts";
import { newsletterIssue, newsletterRecipient, newsletterSubscriber } from "./tables.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => {
  forgetListeners();
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
});

const text: Omit<IssueDraft, "version"> = {
  subject: "Lead to CRM, drawn",
  preview: "Three hours a week, and what it took.",
  body: "## The drawing\n\nIt returned **three hours** a week. [See it](/automation-grid/S-01)",
  topic: "drawings",
  audience: "everybody",
  perMinute: 600,
};

async function addSubscribers(count: number, changes: Partial<typeof newsletterSubscriber.$inferInsert> = {}) {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: newId(),
    email: `reader${n}@northfield.example`,
    source: "popup",
    isConsumerDomain: false,
    consentedAt: ctx.now,
    consentText: "yes",
    ...changes,
  }));
  return db.insert(newsletterSubscriber).values(rows).returning();
}

async function written(changes: Partial<IssueDraft> = {}) {
  const admin = await asAdmin(ctx, `admin-${newId()}@gtmarc.example`);
  const made = await createIssue(admin);
  if (!made.ok) throw new Error(made.reason.kind);
  const saved = await saveIssue(admin, { ...text, ...changes, id: made.value.id, version: 1 });
  if (!saved.ok) throw new Error(saved.reason.kind);
  return { admin, id: made.value.id, version: saved.value.version };
}

async function started(count: number, changes: Partial<IssueDraft> = {}) {
  await addSubscribers(count);
  const issue = await written(changes);
  expect(await sendIssue(issue.admin, { ...issue, at: null })).toEqual({ ok: true, value: { status: "sending" } });
  return issue;
}

const recipients = () => db.$count(newsletterRecipient);
const queued = async () => (await db.select().from(message).orderBy(message.id)).map((mail) => mail.toAddress);
const statusOf = async (id: string) =>
  (await db.select().from(newsletterIssue).where(eq(newsletterIssue.id, id)))[0]!.status;
const seconds = (from: Ctx, count: number) => later(from, { seconds: count });

test("an issue is saved by version; saving over an older version is refused", async () => {
  const { admin, id, version } = await written();
  expect(version).toBe(2);
  expect(await saveIssue(admin, { ...text, id, version: 1 })).toEqual({ ok: false, reason: { kind: "stale" } });
  const read = await getIssue(admin, id);
  expect(read).toMatchObject({ ok: true, value: { issue: { ...text, status: "draft" }, audience: 0, figures: null } });
  expect(await deleteIssue(admin, id)).toMatchObject({ ok: true });
  expect(await getIssue(admin, id)).toEqual({ ok: true, value: null });
});

test("search and audit log name the variables of a subject", async () => {
  const admin = await asAdmin(ctx);
  const made = await createIssue(admin);
  if (!made.ok) throw new Error(made.reason.kind);
  const { id } = made.value;
  await saveIssue(admin, {
    ...text,
    id,
    version: 1,
    subject: "{{ first_name|there }}, drawn for {{company|your firm}}",
  });
  const shown = "[First name], drawn for [Company]";
  expect(await searchIssues(admin, { words: ["drawn"], size: 5 })).toMatchObject([{ id, subject: shown }]);
  const names = await readNames(ctx, [{ kind: "issue", names: nameIssues, ids: [id] }]);
  expect(names.get("issue")?.get(id)).toBe(shown);
  await deleteIssue(admin, id);
  const entries = await db.select({ detail: auditEntry.detail }).from(auditEntry);
  expect(entries).toContainEqual({ detail: { title: shown } });
});

test("only an admin with a verified second factor can use these commands", async () => {
  const { id } = await written();
  const aal1 = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  for (const stranger of [asAnonymous(ctx), aal1]) {
    const refused = { ok: false, reason: { kind: "not_admin" } };
    expect(await createIssue(stranger)).toEqual(refused);
    expect(await saveIssue(stranger, { ...text, id, version: 2 })).toEqual(refused);
    expect(await sendIssue(stranger, { id, version: 2, at: null })).toEqual(refused);
    expect(await sendTest(stranger, { id, to: "dana@northfield.example" })).toEqual(refused);
    for (const act of [deleteIssue, pauseIssue, resumeIssue, cancelIssue, unscheduleIssue, getIssue, previewIssue])
      expect(await act(stranger, id)).toEqual(refused);
    expect(await listIssues(stranger)).toEqual(refused);
    expect(await readAudience(stranger, { topic: "drawings", audience: "everybody" })).toEqual(refused);
  }
});

test("the audience is interested in the topic, past its pause, subscribed and not suppressed", async () => {
  const [left, resting, rested, choosy, dead, consumer] = await addSubscribers(7);
  await unsubscribeNewsletter(ctx, { token: left!.unsubscribeKey, by: "page" });
  const set = (id: string, changes: Partial<typeof newsletterSubscriber.$inferInsert>) =>
    db.update(newsletterSubscriber).set(changes).where(eq(newsletterSubscriber.id, id));
  await set(resting!.id, { frequency: "quarterly", lastIssueAt: new Date(ctx.now.getTime() - 30 * dayMs) });
  await set(rested!.id, { frequency: "quarterly", lastIssueAt: new Date(ctx.now.getTime() - 90 * dayMs) });
  await choosePreferences(ctx, { token: choosy!.unsubscribeKey, topics: ["training"], frequency: "every" });
  await suppress(ctx, { address: dead!.email, scope: "lists", reason: "hard-bounce" });
  await set(consumer!.id, { isConsumerDomain: true });
  const admin = await asAdmin(ctx);
  const audience = async (topic: IssueDraft["topic"], audience: IssueDraft["audience"]) =>
    readAudience(admin, { topic, audience });
  expect(await audience("drawings", "everybody")).toEqual({ ok: true, value: { audience: 3, demoLeftOut: 0 } });
  expect(await audience("training", "everybody")).toEqual({ ok: true, value: { audience: 4, demoLeftOut: 0 } });
  expect(await audience("drawings", "own-domain")).toEqual({ ok: true, value: { audience: 2, demoLeftOut: 0 } });
  expect(await audience("drawings", "consumer")).toEqual({ ok: true, value: { audience: 1, demoLeftOut: 0 } });
});

test("an incomplete issue, one without recipients or one with a past date is not sent", async () => {
  const { admin, id } = await written({ preview: " " });
  const send = (version: number, at: Date | null = null) => sendIssue(admin, { id, version, at });
  expect(await send(2)).toEqual({ ok: false, reason: { kind: "incomplete" } });
  expect(await sendTest(admin, { id, to: "dana@northfield.example" })).toEqual({
    ok: false,
    reason: { kind: "incomplete" },
  });
  await saveIssue(admin, { ...text, id, version: 2 });
  expect(await send(3)).toEqual({ ok: false, reason: { kind: "no_audience" } });
  await addSubscribers(1);
  expect(await send(3, new Date(ctx.now.getTime() - 1))).toEqual({ ok: false, reason: { kind: "in_the_past" } });
  expect(await send(3, new Date(ctx.now.getTime() + 400 * dayMs))).toEqual({
    ok: false,
    reason: { kind: "in_the_past" },
  });
  expect(await send(2)).toEqual({ ok: false, reason: { kind: "stale" } });
  expect(await queued()).toEqual([]);
});

test("a test goes to one address, is marked, and does not affect recipients", async () => {
  const { admin, id } = await written();
  expect(await sendTest(admin, { id, to: "dana@northfield.example" })).toMatchObject({ ok: true });
  const [mail] = await db.select().from(message);
  expect(mail).toMatchObject({ toAddress: "dana@northfield.example", subject: "[Test] Lead to CRM, drawn" });
  expect(fillBody(await getBody(ctx, mail!.body!), mail!.fill!).text).toContain("three hours");
  expect(await recipients()).toBe(0);
});

test("a test to a suppressed address is refused, because it would not arrive", async () => {
  const { admin, id } = await written();
  await suppress(ctx, { address: "dana@northfield.example", scope: "newsletter", reason: "unsubscribed" });
  await suppress(ctx, { address: "ben@northfield.example", scope: "lists", reason: "hard-bounce" });
  for (const to of ["Dana@northfield.example", "ben@northfield.example"])
    expect(await sendTest(admin, { id, to })).toEqual({ ok: false, reason: { kind: "off_the_list" } });
  expect(await queued()).toEqual([]);
});

test("every recipient gets one mail with their own unsubscribe link, at the issue's rate", async () => {
  const { id, admin } = await started(120);
  expect(await recipients()).toBe(120);
  expect(await feedIssue(ctx, id)).toEqual({ fed: 50, skipped: 0, done: false });
  expect(await feedIssue(seconds(ctx, 1), id)).toEqual({ fed: 10, skipped: 0, done: false });
  expect(await feedIssue(seconds(ctx, 61), id)).toEqual({ fed: 60, skipped: 0, done: false });
  expect(new Set(await queued()).size).toBe(120);
  const { mails } = await claimDueMail(seconds(ctx, 70), 1000, later(ctx, { hours: 1 }).now);
  const [subscriber] = await db.select().from(newsletterSubscriber).where(eq(newsletterSubscriber.email, mails[0]!.to));
  const url = `https://gtmarc.example/unsubscribe/${leaveToken({ unsubscribeKey: subscriber!.unsubscribeKey, issue: id })}`;
  expect(mails[0]!.html).toContain(url);
  expect(mails[0]!.html).toContain(mails[0]!.to);
  expect(mails[0]!.text).toContain(url);
  expect(mails[0]!.html).toContain("utm_source=newsletter");
  expect(mails[0]!.headers).toMatchObject({
    "List-Unsubscribe": expect.stringMatching(/^<https:\/\/gtmarc\.example\/unsubscribe\/[0-9a-f.]+>, <mailto:desk@/),
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    "List-Id": "GTMarc newsletter <newsletter.gtmarc.example>",
  });
  expect(mails[0]!.headers["List-Unsubscribe"]).toContain(url);
  expect(await getIssue(admin, id)).toMatchObject({
    ok: true,
    value: { figures: { recipients: 120, toFeed: 0, sending: 120, waiting: 0, sent: 0 } },
  });
});

test("an issue is sent once all of its mails are out, and stays sent", async () => {
  const { id } = await started(3);
  await feedIssue(ctx, id);
  await db.update(message).set({ status: "sent", nextAttemptAt: null, sentAt: ctx.now });
  expect(await feedIssue(seconds(ctx, 5), id)).toEqual({ fed: 0, skipped: 0, done: true });
  expect(await statusOf(id)).toBe("sent");
  expect(await feedIssue(seconds(ctx, 10), id)).toEqual({ fed: 0, skipped: 0, done: true });
});

test("four concurrent runs never send anyone two mails", async () => {
  const { id } = await started(400, { perMinute: 60_000 });
  await Promise.all([1, 2, 3, 4].map(() => feedIssue(ctx, id)));
  const addresses = await queued();
  expect(addresses).toHaveLength(400);
  expect(new Set(addresses).size).toBe(400);
});

test("a person who unsubscribes after the start gets nothing, before and after queueing", async () => {
  const { id } = await started(3);
  const [first, second, third] = await db.select().from(newsletterSubscriber).orderBy(newsletterSubscriber.id);
  await unsubscribeNewsletter(ctx, { token: first!.unsubscribeKey, by: "page" });
  expect(await feedIssue(ctx, id)).toMatchObject({ fed: 2, skipped: 1 });
  await unsubscribeNewsletter(ctx, {
    token: leaveToken({ unsubscribeKey: second!.unsubscribeKey, issue: id }),
    by: "one-click",
  });
  const { mails, suppressed } = await claimDueMail(seconds(ctx, 1), 10, later(ctx, { hours: 1 }).now);
  expect(mails.map(({ to }) => to)).toEqual([third!.email]);
  expect(suppressed).toBe(1);
  const stopped = await db.select().from(message).where(eq(message.status, "suppressed"));
  expect(stopped).toMatchObject([
    { toAddress: second!.email, trouble: "suppressed", nextAttemptAt: null, attempts: 0 },
  ]);
  expect(await db.select().from(messageEvent).where(eq(messageEvent.name, "suppressed"))).toHaveLength(1);
  const admin = await asAdmin(ctx);
  expect(await getIssue(admin, id)).toMatchObject({
    value: { figures: { recipients: 3, skipped: 1, suppressed: 1, unsubscribed: 1 } },
  });
});

test("pausing withdraws unsent mail; it is sent once after resuming", async () => {
  const { id, admin } = await started(60);
  await feedIssue(ctx, id);
  const { mails } = await claimDueMail(ctx, 20, later(ctx, { hours: 1 }).now);
  expect(mails).toHaveLength(20);
  expect(await pauseIssue(admin, id)).toEqual({ ok: true, value: { takenBack: 30 } });
  expect(await queued()).toHaveLength(20);
  expect(await feedIssue(seconds(ctx, 30), id)).toMatchObject({ fed: 0 });
  expect(await pauseIssue(admin, id)).toEqual({ ok: false, reason: { kind: "not_running" } });
  expect(await resumeIssue(admin, id)).toMatchObject({ ok: true });
  await feedIssue(seconds(ctx, 40), id);
  const addresses = await queued();
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addresses).toHaveLength(60);
});

test("a canceled issue sends nothing more and cannot be resumed", async () => {
  const { id, admin } = await started(10);
  await feedIssue(ctx, id);
  expect(await cancelIssue(admin, id)).toMatchObject({ ok: true });
  expect((await claimDueMail(seconds(ctx, 1), 50, later(ctx, { hours: 1 }).now)).mails).toEqual([]);
  expect(await resumeIssue(admin, id)).toEqual({ ok: false, reason: { kind: "not_paused" } });
  expect(await cancelIssue(admin, id)).toEqual({ ok: false, reason: { kind: "already_over" } });
  expect(await getIssue(admin, id)).toMatchObject({ value: { figures: { cancelled: 10, sent: 0 } } });
});

test("a scheduled issue starts once at its time, and can become a draft again before", async () => {
  await addSubscribers(5);
  const issue = await written();
  const at = later(ctx, { hours: 2 }).now;
  expect(await sendIssue(issue.admin, { ...issue, at })).toEqual({ ok: true, value: { status: "scheduled" } });
  expect(await saveIssue(issue.admin, { ...text, ...issue })).toEqual({ ok: false, reason: { kind: "not_a_draft" } });
  expect(await beginDueIssues(later(ctx, { hours: 1 }))).toEqual([]);
  expect(await unscheduleIssue(issue.admin, issue.id)).toMatchObject({ ok: true });
  expect(await statusOf(issue.id)).toBe("draft");
  await sendIssue(issue.admin, { ...issue, version: issue.version + 1, at });
  const due = later(ctx, { hours: 2, seconds: 1 });
  await Promise.all([beginDueIssues(due), beginDueIssues(due)]);
  expect(await statusOf(issue.id)).toBe("sending");
  expect(await recipients()).toBe(5);
  expect(await db.select({ act: auditEntry.act }).from(auditEntry)).toEqual(
    expect.arrayContaining([{ act: "newsletter.scheduled" }, { act: "newsletter.unscheduled" }]),
  );
});

test("the list shows each issue's sent mails, bounces and unsubscribes", async () => {
  const { id, admin } = await started(4);
  await feedIssue(ctx, id);
  const [one] = await db.select().from(newsletterSubscriber);
  await unsubscribeNewsletter(ctx, {
    token: leaveToken({ unsubscribeKey: one!.unsubscribeKey, issue: id }),
    by: "page",
  });
  await db.update(message).set({ trouble: "bounced" }).where(eq(message.toAddress, "reader2@northfield.example"));
  expect(await listIssues(admin)).toMatchObject({
    ok: true,
    value: {
      issues: { rows: [{ id, status: "sending", recipients: 4, fed: 4, bounced: 1, unsubscribed: 1 }], next: null },
      subscribers: { subscribed: 3, left: 1, leftThisMonth: 1, joinedThisMonth: 3 },
    },
  });
  expect(await db.select().from(suppression)).toMatchObject([{ scope: "newsletter", reason: "unsubscribed" }]);
});

test("the issue list and the issue page count the same bounces, without complaints", async () => {
  const { id, admin } = await started(4);
  await feedIssue(ctx, id);
  await db.update(message).set({ trouble: "bounced" }).where(eq(message.toAddress, "reader1@northfield.example"));
  await db.update(message).set({ trouble: "complained" }).where(eq(message.toAddress, "reader2@northfield.example"));
  expect(await getIssue(admin, id)).toMatchObject({ value: { figures: { bounced: 1, complained: 1 } } });
  expect(await listIssues(admin)).toMatchObject({ value: { issues: { rows: [{ id, bounced: 1 }] } } });
});

test("the audience of a draft shows how many demo addresses are excluded; a demo draft includes them", async () => {
  await addSubscribers(1, { email: "dana.whitfield@northfield-demo.example" });
  const { admin, id } = await written();
  const choices = { topic: text.topic, audience: text.audience };
  const none = { ok: true, value: { audience: 0, demoLeftOut: 1 } };
  expect(await readAudience(admin, choices)).toEqual(none);
  expect(await readAudience(admin, { ...choices, id })).toEqual(none);
  expect(await getIssue(admin, id)).toMatchObject({ value: { audience: 0, demoLeftOut: 1 } });
  await db.insert(demoRow).values({ table: "newsletter_issue", key: id, loadedAt: ctx.now });
  expect(await readAudience(admin, { ...choices, id })).toEqual({ ok: true, value: { audience: 1, demoLeftOut: 0 } });
});

test("a real issue skips demo subscribers, and a demo issue goes only to them", async () => {
  await addSubscribers(3);
  await addSubscribers(1, { email: "dana.whitfield@northfield-demo.example" });
  const real = await written();
  const demo = await written();
  await db.insert(demoRow).values({ table: "newsletter_issue", key: demo.id, loadedAt: ctx.now });
  const readersOf = async (id: string) =>
    (
      await db
        .select({ email: newsletterSubscriber.email })
        .from(newsletterRecipient)
        .innerJoin(newsletterSubscriber, eq(newsletterSubscriber.id, newsletterRecipient.subscriber))
        .where(eq(newsletterRecipient.issue, id))
        .orderBy(newsletterSubscriber.email)
    ).map(({ email }) => email);
  for (const { admin, id, version } of [real, demo])
    expect((await sendIssue(admin, { id, version, at: null })).ok).toBe(true);
  expect(await readersOf(real.id)).toEqual([0, 1, 2].map((n) => `reader${n}@northfield.example`));
  expect(await readersOf(demo.id)).toEqual(["dana.whitfield@northfield-demo.example"]);
});

test("a variable is the reader's own value or its fallback, in subject and text; an image keeps its description", async () => {
  const [user] = await db
    .insert(userTable)
    .values({ name: "Dana", email: "reader0@northfield.example", emailVerified: true })
    .returning();
  await db.insert(profile).values({ authUserId: user!.id, firstName: "Dana <3", workEmail: user!.email });
  const { id } = await started(2, {
    subject: "{{first_name|Hello}}, drawn",
    body: "Hi {{first_name|there}}\n\n![The chart](/og/pricing.png)",
  });
  await feedIssue(ctx, id);
  const mails = await db.select().from(message).orderBy(message.toAddress);
  expect(mails.map(({ subject }) => subject)).toEqual(["Dana <3, drawn", "Hello, drawn"]);
  const bodies = await Promise.all(mails.map(async ({ body, fill }) => fillBody(await getBody(ctx, body!), fill!)));
  expect(bodies[0]!.text).toContain("Hi Dana <3");
  expect(bodies[0]!.html).toContain("Hi Dana &lt;3");
  expect(bodies[1]!.text).toContain("Hi there");
  for (const { html, text: plain } of bodies) {
    expect(html).toMatch(/<img[^>]* alt="The chart"[^>]* src="https:\/\/gtmarc.example\/og\/pricing.png"/);
    expect(plain).toContain("[The chart]");
    expect(html + plain).not.toMatch(/\{\{|⟦v|!\[/);
  }
});

test("an issue with an unknown variable or an image without a description is neither sent nor tested", async () => {
  await addSubscribers(1);
  for (const body of ["Hi {{frist_name|there}}", "Hi {{first_name}}", "![](/og/pricing.png)"]) {
    const issue = await written({ body });
    const refused = { ok: false, reason: { kind: "unusable_text" } };
    expect(await sendIssue(issue.admin, { ...issue, at: null })).toEqual(refused);
    expect(await sendTest(issue.admin, { id: issue.id, to: "me@gtmarc.example" })).toEqual(refused);
  }
});
