import { eq, sql } from "drizzle-orm";
import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { booking, busyFeed, host } from "#app/features/booking/tables.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { event, eventDeadLetter } from "#app/features/events/tables.server.ts";
import { completeKickoff } from "#app/features/full-blueprint/drawing/architect.server.ts";
import { readBlueprintFigures } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { unlockByAdmin } from "#app/features/full-blueprint/unlock.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { mailReply, message } from "#app/features/mail/tables.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { readFigures } from "#app/features/pipeline/prospects/figures.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { addTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import { resumeEndpoint } from "#app/features/webhooks/endpoints/endpoint-commands.server.ts";
import { webhookEndpoint } from "#app/features/webhooks/tables.server.ts";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { readAdminCounts } from "#app/shell/admin/counts.server.ts";
import type { Today } from "#app/shell/admin/today.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { openPage } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { problemsIn } from "./side-panels.tsx";
import { loader } from "./today.tsx";

const { ctx, db } = useDatabase();
useBookingFixture(ctx);
const call = callsOf(apiEndpoints as unknown as Parameters<typeof callsOf>[0]);
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  useInvoicesOnly();
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

const value = <Value>(result: Result<Value, { kind: string }>): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};
const open = async (who = admin, path = "/admin") => (await openPage(loader, who, path)) as Today;
const day = (days: number) => utcDate(later(ctx, { days }).now);

test("an empty database has an empty day", async () => {
  expect(await open()).toMatchObject({
    calls: [],
    tasks: { items: [], total: 0, late: 0, everyone: 0 },
    replies: { items: [], total: 0 },
    requests: { items: [], total: 0 },
    analyses: { items: [], total: 0 },
    callsToConfirm: { items: [], total: 0 },
    blueprints: { items: [], total: 0 },
    payments: { items: [], total: 0 },
    mail: { items: [], total: 0 },
    ourRefusals: null,
    calendars: [],
    endpoints: [],
    undelivered: [],
    queues: [],
  });
});

test("a call appears on its day in the zone of its host, with its prospect, until it is canceled", async () => {
  // 22:30 on March 3 in New York, 03:30 on March 4 in UTC.
  value(await bookCall(asAnonymous(ctx), danasCall()));
  await db.update(booking).set({
    during: { start: new Date("2026-03-04T03:30:00Z"), end: new Date("2026-03-04T04:00:00Z") },
    blocked: { start: new Date("2026-03-04T03:30:00Z"), end: new Date("2026-03-04T04:00:00Z") },
  });
  const { email } = (await db.select().from(booking))[0]!;
  const { id } = value(await createProspect(admin, { email, company: "Northfield" }));
  const at = (now: string) => ({ ...admin, now: new Date(now) });
  expect((await open(at("2026-03-02T23:00:00Z"))).calls).toEqual([]);
  expect((await open(at("2026-03-03T06:00:00Z"))).calls).toMatchObject([
    { state: "upcoming", email, prospect: { id, company: "Northfield" } },
  ]);
  expect((await open(at("2026-03-04T03:40:00Z"))).calls).toMatchObject([{ state: "running" }]);
  expect((await open(at("2026-03-04T04:59:00Z"))).calls).toMatchObject([{ state: "over" }]);
  expect((await open(at("2026-03-04T05:01:00Z"))).calls).toEqual([]);
  await db.update(booking).set({ status: "cancelled", canceledAt: ctx.now });
  expect((await open(at("2026-03-03T06:00:00Z"))).calls).toEqual([]);
});

test("calls that wait for a host are listed until they are decided or their time is over", async () => {
  await offerKickoff(admin, { needsConfirmation: true });
  value(await bookCall(asAnonymous(ctx), { ...danasCall(), eventType: "kickoff" }));
  const [{ id, awaitsUntil }] = (await db.select().from(booking)) as [typeof booking.$inferSelect];
  expect((await open()).callsToConfirm).toMatchObject({
    total: 1,
    items: [{ id, title: "Kickoff", name: "Dana Reyes", until: awaitsUntil }],
  });
  expect((await open({ ...admin, now: awaitsUntil! })).callsToConfirm.total).toBe(0);
  const decided = await call(admin, `/api/admin/bookings/${id}/decision`, { decision: "confirm", reason: "" });
  expect(decided.status).toBe(200);
  expect((await open()).callsToConfirm.total).toBe(0);
});

test("marking a call in place changes its state", async () => {
  value(await bookCall(asAnonymous(ctx), danasCall()));
  const { id, during } = (await db.select().from(booking))[0]!;
  const during10 = { ...admin, now: new Date(during.start.getTime() + 600_000) };
  const marked = await call(during10, `/api/admin/bookings/${id}/outcome`, { outcome: "no-show" }, { method: "PUT" });
  expect(marked.status).toBe(200);
  expect((await open(during10)).calls).toMatchObject([{ id, state: "no-show" }]);
});

test("due tasks are those of today and before: own and unassigned ones, everyone's on request, never done ones", async () => {
  const other = await asAdmin(ctx, "other@gtmarc.example");
  const { id: prospectId } = value(await createProspect(admin, { email: "dana@northfield.example" }));
  const add = async (title: string, dueOn: string | null, assigneeId: string | null) =>
    value(await addTask(later(admin, { days: -9 }), { prospectId, title, dueOn, assigneeId })).id;
  await add("Own, today", day(0), admin.actor.userId);
  const late = await add("Own, late", day(-2), admin.actor.userId);
  await add("No one's", day(0), null);
  await add("Of the other", day(-9), other.actor.userId);
  await add("Tomorrow", day(1), admin.actor.userId);
  await add("Some day", null, admin.actor.userId);
  const titles = ({ tasks }: Today) => tasks.items.map(({ title }) => title);
  const mine = await open();
  expect(titles(mine)).toEqual(["Own, late", "Own, today", "No one's"]);
  expect(mine.tasks).toMatchObject({ total: 3, late: 1, everyone: 4 });
  expect(mine.tasks.items[0]).toEqual({
    ...{ id: late, title: "Own, late", dueOn: day(-2), assigneeId: admin.actor.userId },
    ...{ mailId: null, prospectId, prospectName: "dana@northfield.example" },
  });
  const everyone = await open(admin, "/admin?tasks=everyone");
  expect(titles(everyone)).toEqual(["Of the other", "Own, late", "Own, today", "No one's"]);

  const done = await call(admin, `/api/admin/prospect-tasks/${late}/done`, { isDone: true }, { method: "PUT" });
  expect(done.status).toBe(200);
  expect(titles(await open())).toEqual(["Own, today", "No one's"]);
});

test("a task names the person, also beside a colleague at the same company", async () => {
  const names = async (input: Parameters<typeof createProspect>[1]) => {
    const { id: prospectId } = value(await createProspect(admin, input));
    const task = { prospectId, title: "Call back", dueOn: day(0), assigneeId: null };
    value(await addTask(admin, task));
    return (await open()).tasks.items.find((one) => one.prospectId === prospectId)!.prospectName;
  };
  const company = "Northfield";
  expect(await names({ email: "dana@northfield.example", name: "Dana Okafor", company })).toBe(
    "Dana Okafor, Northfield",
  );
  expect(await names({ email: "sam@northfield.example", company })).toBe("sam@northfield.example, Northfield");
});

test("a list is limited and counts the rest", async () => {
  const { id: prospectId } = value(await createProspect(admin, { email: "dana@northfield.example" }));
  for (let number = 1; number <= 8; number += 1) {
    const before = later(admin, { days: -9 });
    value(await addTask(before, { prospectId, title: `Task ${number}`, dueOn: day(-number), assigneeId: null }));
  }
  const { tasks } = await open();
  expect([tasks.items.length, tasks.total, tasks.late]).toEqual([6, 8, 8]);
});

test("replies to answer are listed above late tasks, newest first, with the page of their mail", async () => {
  const { id: prospectId } = value(
    await createProspect(admin, { email: "anna@northfield.example", name: "Anna Groß" }),
  );
  const mailTo = async (to: string) =>
    (await queueMail(ctx, { kind: "step", to, subject: "S", body: createElement("p") })).id;
  const [mailId, mailToBen] = [await mailTo("anna@northfield.example"), await mailTo("ben@northfield.example")];
  const add = async (title: string, days: number, origin?: "reply", originId?: string) =>
    value(
      await addTask(later(admin, { days: -9 }), {
        ...{ prospectId, title, dueOn: day(days), assigneeId: null },
        ...(origin ? { origin, originId } : {}),
      }),
    );
  for (let number = 1; number <= 8; number += 1) await add(`Task ${number}`, -number);
  await add("Reply to Kim", -1, "reply", newId());
  await add("Reply to Ben", -1, "reply", mailToBen);
  await add("Reply to Anna Groß", 0, "reply", mailId);
  const { tasks, replies } = await open();
  expect([tasks.total, replies.total]).toEqual([8, 3]);
  expect(replies.items).toMatchObject([
    { title: "Reply to Anna Groß", mailId },
    { title: "Reply to Ben", mailId: mailToBen },
    { title: "Reply to Kim", mailId: null },
  ]);
  const page = await pageText(admin, "/admin");
  expect(page).toContain("Replies to answer 3");
  expect(page.indexOf("Reply to Anna Groß")).toBeLessThan(page.indexOf("Task 8"));

  const receive = (kind: "reply" | "out_of_office", days: number) =>
    db.insert(mailReply).values({
      ...{ message: mailToBen, inboundKey: `${kind}-${days}`, kind, reason: kind === "reply" ? null : "vacation" },
      ...{ isFromRecipient: true, matchedBy: "address", subject: "Re: S", text: "Yes", at: later(ctx, { days }).now },
    });
  const order = async () => (await open()).replies.items.map(({ title }) => title);
  await receive("reply", -10);
  await receive("out_of_office", -1);
  expect(await order()).toEqual(["Reply to Anna Groß", "Reply to Kim", "Reply to Ben"]);
  await receive("reply", -8);
  expect(await order()).toEqual(["Reply to Ben", "Reply to Anna Groß", "Reply to Kim"]);
});

test("requests that only an admin can decide come first, and a decided one disappears", async () => {
  await requestAccess(ctx, { email: "sam@northfield.example", company_name: "Northfield" });
  await requestAccess(later(ctx, { hours: 1 }), { email: "kim@gmail.com", company_name: "Kestrel" });
  const { requests } = await open();
  expect(requests.items.map(({ email, dueAt }) => [email, dueAt === null])).toEqual([
    ["kim@gmail.com", true],
    ["sam@northfield.example", false],
  ]);
  const approved = await call(admin, `/api/admin/access-requests/${requests.items[0]!.id}/approval`, {});
  expect(approved.status).toBe(200);
  expect((await open()).requests).toMatchObject({ items: [{ email: "sam@northfield.example" }], total: 1 });
  expect(await db.select().from(accessRequest).where(eq(accessRequest.status, "approved"))).toHaveLength(1);
});

test("a first analysis of the last seven days appears with figures, blueprint and prospect", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member, "Northfield");
  const { id: prospectId } = value(await createProspect(admin, { email: member.actor.email }));
  await db.update(prospect).set({ userId: member.actor.userId }).where(eq(prospect.id, prospectId));
  const { analyses } = await open();
  expect(analyses).toMatchObject({ total: 1, items: [{ blueprintId, companyName: "Northfield", prospectId }] });
  const inPipeline = async (query: string) => {
    const filters = readProspectFilters(new URLSearchParams(query), "", "UTC");
    return value(await readFigures(admin, filters)).newAnalyses;
  };
  expect([await inPipeline(""), await inPipeline("owner=none"), await inPipeline("stage=won")]).toEqual([1, 1, 0]);
  expect(analyses.items[0]!.hoursSavedPerWeek).toBeGreaterThan(0);
  expect(analyses.items[0]!.annualValue).toBeGreaterThan(0);
  expect((await open(later(admin, { days: 8 }))).analyses).toEqual({ items: [], total: 0 });
});

test("full blueprints without an architect or after their date appear, and can be assigned in place", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member, "Northfield");
  value(await unlockByAdmin(admin, blueprintId));
  /** The count in the navigation and the figures of the blueprints page. */
  const elsewhere = async (who = admin) => {
    const { unassigned, late } = value(await readBlueprintFigures(who));
    return [(await readAdminCounts(who)).blueprints, unassigned, late];
  };
  const { blueprints } = await open();
  expect(blueprints).toMatchObject({
    ...{ total: 1, unassigned: 1, late: 0 },
    items: [{ blueprintId, companyName: "Northfield", architect: null, targetAt: null, daysLate: null }],
  });
  expect(await elsewhere()).toEqual([1, 1, 0]);
  expect(await pageText(admin, "/admin")).toContain("Clients waiting 1 1 without an architect");
  const path = `/api/admin/blueprints/${blueprintId}/architect`;
  const assigned = await call(admin, path, { from: null, architectId: admin.actor.userId }, { method: "PUT" });
  expect(assigned.status).toBe(204);
  expect((await open()).blueprints.total).toBe(0);
  expect(await elsewhere()).toEqual([0, 0, 0]);
  value(await completeKickoff(admin, blueprintId));
  expect((await open(later(admin, { days: 13 }))).blueprints.total).toBe(0);
  const afterwards = later(admin, { days: 20 });
  expect((await open(afterwards)).blueprints).toMatchObject({
    ...{ total: 1, unassigned: 0, late: 1 },
    items: [{ blueprintId, architect: "admin", daysLate: expect.any(Number) }],
  });
  expect(await elsewhere(afterwards)).toEqual([1, 0, 1]);
});

test("a client who paid and has no kickoff is late after five business days, and first on the page", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member, "Northfield");
  const { paymentId } = await paymentFixtures(ctx).invoiced(member, blueprintId);
  await call(admin, `/api/admin/payments/${paymentId}/receipt`, { reference: "Wire 12" });
  const path = `/api/admin/blueprints/${blueprintId}/architect`;
  await call(admin, path, { from: null, architectId: admin.actor.userId }, { method: "PUT" });
  value(await createProspect(admin, { email: "sam@other.example" }));
  expect((await open(later(admin, { days: 4 }))).blueprints.total).toBe(0);
  const afterwards = later(admin, { days: 40 });
  expect((await open(afterwards)).blueprints).toMatchObject({
    ...{ total: 1, unassigned: 0, late: 1 },
    items: [{ blueprintId, targetAt: null, paidAt: ctx.now, daysLate: 33 }],
  });
  const page = await pageText(afterwards, "/admin");
  expect(page).toContain("33 days late");
  expect(page).toContain("no kickoff yet");
  const order = ["Clients who wait for their blueprint", "Set up your firm", "No calls today"];
  const places = order.map((title) => page.indexOf(title));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});

test("of waiting clients the latest paid one is first, before an unpaid one that waits longer, and above replies", async () => {
  const member = await wizardMember(ctx);
  const unlocked = async (companyName: string, days: number, method: "payment" | "call") => {
    const blueprintId = await finishedBlueprint(member, companyName);
    value(await unlockByAdmin(admin, blueprintId));
    await db
      .update(unlock)
      .set({ method, unlockedAt: later(ctx, { days: -days }).now })
      .where(eq(unlock.blueprintId, blueprintId));
  };
  // In the order of their requests, which is not the order of their lateness.
  await unlocked("Newly paid", 2, "payment");
  await unlocked("Late", 12, "payment");
  await unlocked("Unpaid", 60, "call");
  await unlocked("Latest", 40, "payment");
  await unlocked("Later", 20, "payment");
  const { blueprints } = await open();
  expect(blueprints.items.map(({ companyName }) => companyName)).toEqual([
    ...["Latest", "Later", "Late"],
    ...["Unpaid", "Newly paid"],
  ]);
  const { id: prospectId } = value(await createProspect(admin, { email: "anna@northfield.example" }));
  value(
    await addTask(admin, {
      ...{ prospectId, title: "Reply to Anna", dueOn: day(0), assigneeId: null },
      ...{ origin: "reply", originId: newId() },
    }),
  );
  const page = await pageText(admin, "/admin");
  expect(page.indexOf("Reply to Anna")).toBeGreaterThan(page.indexOf("Latest"));
});

test("an open invoice can be marked as paid in place; a payment in excess is a refund", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member, "Northfield");
  const { number, paymentId } = await paymentFixtures(ctx).invoiced(member, blueprintId);
  expect((await open()).payments).toMatchObject({ total: 1, items: [{ kind: "open-invoice", number, paymentId }] });
  const paid = await call(admin, `/api/admin/payments/${paymentId}/receipt`, { reference: "Wire 12" });
  expect(paid.status).toBe(204);
  expect((await open()).payments.total).toBe(0);
  await db.execute(sql`update payment set surplus = 'already-unlocked', refunded_cents = 100 where id = ${paymentId}`);
  const [refund] = (await open()).payments.items;
  expect(refund).toMatchObject({ kind: "refund-due", number: null, amountCents: 49_800 });
});

test("failed mail, unreadable calendars and undelivered events are problems", async () => {
  const id = newId();
  await db.insert(message).values({
    ...{ id, kind: "test", toAddress: "dana@northfield.example", subject: "Hello", html: "", text: "" },
    ...{ messageId: `<${id}@gtmarc.example>`, status: "failed", trouble: "failed", createdAt: ctx.now },
  });
  const [someHost] = await db.select().from(host);
  await db.insert(busyFeed).values({
    ...{ hostId: someHost!.id, url: "https://calendar.example/a.ics", createdAt: ctx.now },
    problem: "The server did not respond in time.",
  });
  const eventId = newId();
  await db.insert(event).values({
    ...{ id: eventId, name: "kit.downloaded", version: 1, payload: {}, actorKind: "system", occurredAt: ctx.now },
  });
  await db
    .insert(eventDeadLetter)
    .values({ consumer: "pipeline", eventId, error: "retries exhausted", failedAt: ctx.now });
  expect(await open()).toMatchObject({
    mail: { total: 1, items: [{ id, to: "dana@northfield.example", canRetry: true }] },
    calendars: [
      {
        ...{ hostId: someHost!.id, label: "calendar.example/…/a.ics" },
        problem: `The server did not respond in time. Until it can be read, ${someHost!.name} gets no calls.`,
      },
    ],
    undelivered: [{ consumer: "pipeline", count: 1 }],
  });
  const problem = async () => (await open()).calendars[0]!.problem;
  await db.update(host).set({ busyUntilRead: false });
  expect(await problem()).toMatch(/time\. Until it can be read, calls are offered in its busy times\.$/);
  await db.update(busyFeed).set({ readAt: ctx.now });
  expect(await problem()).toMatch(/time\. The last known times still count\.$/);
  expect((await open(later(admin, { days: 8 }))).mail.total).toBe(0);
});

test("a disabled webhook endpoint is a problem until it is resumed; only the host of its address is shown", async () => {
  const endpoint = {
    ...{ url: "https://n8n.northfield.example/webhook/path-is-a-credential", description: "", events: ["*"] },
    ...{ headers: "", headerNames: [], secret: "encrypted", secretCreatedAt: ctx.now, createdAt: ctx.now },
  };
  const [first] = await db
    .insert(webhookEndpoint)
    .values([
      { ...endpoint, status: "disabled", disabledReason: "gone", disabledAt: ctx.now },
      { ...endpoint, status: "paused" },
    ])
    .returning();
  const found = await open();
  expect(found.endpoints).toEqual([
    { id: first!.id, name: "n8n.northfield.example", disabledReason: "gone", disabledAt: ctx.now },
  ]);
  expect(problemsIn(found)).toBe(1);
  value(await resumeEndpoint(admin, { endpointId: first!.id, version: 1 }));
  expect((await open()).endpoints).toEqual([]);
});
