import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { payment } from "#app/features/billing/tables.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { booking } from "#app/features/booking/tables.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliveryJob, dispatchEventJob } from "#app/features/events/dispatch.server.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { event, eventReceipt } from "#app/features/events/tables.server.ts";
import { readTimeline } from "#app/features/pipeline/notes/timeline.server.ts";
import { readProspect } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import type { Stage } from "#app/features/pipeline/prospects/stages.ts";
import { prospect, prospectStageChange } from "#app/features/pipeline/tables.server.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { systemContext } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import { connectConsumers, consumers } from "#server/consumers.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { codeNow, dana, digitsIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { billTo, invoiceSettings } from "#tests/fixtures/payments.ts";
import { type Reply, visitorsOf } from "#tests/fixtures/visitor.ts";
import { fullName, northfield, dana as person } from "../../../db/world.ts";

/*
 * From the first visit to the paid invoice, using only requests that browsers send. The prospect results from delivered events
 * alone: no test step writes to the pipeline.
 */

const { site, db, queued } = useAccountSite({ jobs: jobDefinitions });
const visit = visitorsOf({ db, settings: site.settings, api: apiEndpoints });
type Visitor = ReturnType<typeof visit>;

beforeEach(async () => {
  useSettings(invoiceSettings);
  registerListeners();
  connectConsumers();
  clock("2026-03-02T15:00:00Z");
  await ensureDefaultHost(now());
});
afterEach(() => {
  forgetListeners();
  registerConsumers({ consumers: [], events: [] });
});

const clock = (instant: string) => vi.useFakeTimers({ toFake: ["Date"], now: new Date(instant) });
const now = () => systemContext(db);

/** Returns the body of a successful reply; throws the body of any other. */
async function done<Body = unknown>(reply: Promise<Reply>): Promise<Body> {
  const { status, body } = await reply;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as Body;
}

const jobs = [dispatchEventJob, ...consumers.map(({ name }) => deliveryJob(name))];
const finished = new Set<string>();

const waiting = async () =>
  (
    await Promise.all(
      jobs.map(async (job) =>
        (await queued(job.name)).map((payload) => ({ job, payload, key: `${job.name} ${JSON.stringify(payload)}` })),
      ),
    )
  )
    .flat()
    .filter(({ key }) => !finished.has(key));

/** Runs the queued jobs, and those that they add, once each. */
async function deliverEvents(): Promise<void> {
  for (let runs = await waiting(); runs.length > 0; runs = await waiting())
    for (const { job, payload, key } of runs) {
      finished.add(key);
      await job.run(now(), job.payload.parse(payload) as never);
    }
}

/** Delivers every event and expects exactly one prospect, in this stage. Returns its row and score. */
async function expectStage(stage: Stage) {
  await deliverEvents();
  const [row, ...others] = await db.select().from(prospect);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ email: dana, stage });
  const { addresses, score } = value(await readProspect({ ...now(), now: row!.scoredAt }, row!.id));
  expect(addresses).toEqual([dana]);
  expect(row!.score).toBe(score.total);
  return { row: row!, score };
}

async function signedInAdmin(): Promise<{ admin: Visitor; adminId: string }> {
  const email = "admin@gtmarc.example";
  const adminId = await site.admin(email);
  const admin = visit("198.51.100.20");
  await done(site.signIn(email, admin));
  await done(site.sendCode(await codeNow(), admin));
  return { admin, adminId };
}

const requestAccess = (visitor: Visitor) =>
  visitor.post("/api/functions/request-access-code", {
    email: dana,
    company_name: northfield.name,
    company_website: "https://northfield.example",
    role: person.role,
  });

async function approveAccess(admin: Visitor) {
  const [request] = await db.select().from(accessRequest).where(eq(accessRequest.email, dana));
  await done(admin.post(`/api/admin/access-requests/${request!.id}/approval`));
}

async function createAccount(visitor: Visitor) {
  await done(site.signUp(dana, visitor));
  await done(visitor.post("/api/auth/verify-email", { code: digitsIn(await site.mailText("verify-email")) }));
}

async function redeemCode(visitor: Visitor) {
  const [code] = /\b\w{4}-\w{4}-\w{4}\b/.exec(await site.mailText("access-code")) ?? [];
  expect(await done(visitor.post("/api/functions/validate-access-code", { code }))).toMatchObject({ valid: true });
}

/** Fills in the three steps of the wizard. Returns the blueprint's id. */
async function fillWizard(visitor: Visitor): Promise<string> {
  const { company, stack, processes } = vectors["V1 SaaS 45 people"].input;
  const { id, version } = await done<{ id: string; version: number }>(
    visitor.post("/api/blueprints", { mode: "guided" }),
  );
  const steps = [
    { inputs: { company }, about: { companyName: northfield.name }, step: "tech-stack" },
    { inputs: { stack }, step: "processes" },
    { inputs: { processes }, step: "processes" },
  ];
  for (const [index, saving] of steps.entries())
    await done(visitor.put(`/api/blueprints/${id}`, { version: version + index, ...saving }));
  return id;
}

/** Computes the analysis. Returns its yearly value in cents. */
async function analyze(visitor: Visitor, blueprintId: string): Promise<number> {
  const { annualValue } = await done<{ annualValue: number }>(visitor.post(`/api/blueprints/${blueprintId}/analysis`));
  return Math.round(annualValue * 100);
}

async function bookUnlockCall(visitor: Visitor, blueprintId: string, start: string) {
  const { redirect } = await done<{ redirect: string }>(
    visitor.post(`/api/blueprints/${blueprintId}/unlock`, { method: "call" }),
  );
  const { pathname, searchParams } = new URL(redirect, site.settings.SITE_URL);
  await done(
    visitor.post(pathname.replace("/schedule/", "/api/booking/"), {
      ...{ start, name: fullName(person), email: searchParams.get("email"), timezone: "America/New_York" },
    }),
  );
}

async function markCallHeld(admin: Visitor) {
  const [call] = await db.select().from(booking).where(eq(booking.email, dana));
  await done(admin.put(`/api/admin/bookings/${call!.id}/outcome`, { outcome: "held" }));
}

async function publishFullBlueprint(admin: Visitor, architectId: string, blueprintId: string) {
  const adminSide = `/api/admin/blueprints/${blueprintId}`;
  await done(admin.put(`${adminSide}/architect`, { from: null, architectId }));
  const body = "New leads are assigned within five minutes.";
  const section = { id: "lead-routing", title: "Lead routing", body, diagram: "", automation: null };
  const content = { summary: "Three automations, built in this order.", sections: [section], tasks: [] };
  const { version } = await done<{ version: number }>(admin.put(`${adminSide}/drawings`, { version: 1, content }));
  await done(admin.post(`${adminSide}/review`));
  await done(admin.post(`${adminSide}/versions`, { version, note: "First version." }));
}

async function requestInvoice(visitor: Visitor, blueprintId: string) {
  const answer = await done(visitor.post(`/api/blueprints/${blueprintId}/unlock`, { method: "payment", billTo }));
  expect(answer).toMatchObject({ status: "invoice_requested" });
}

async function markInvoicePaid(admin: Visitor) {
  const [invoice] = await db.select().from(payment).where(eq(payment.email, dana));
  await done(admin.post(`/api/admin/payments/${invoice!.id}/receipt`, { reference: "Wire 4711" }));
}

const isMail = (line: string) => line.startsWith("mail: ");

/** The timeline, oldest first, as "event: text". */
async function timeline(id: string): Promise<string[]> {
  const { items, next } = value(await readTimeline(now(), { id, addresses: [dana] }, { kind: null, before: null }));
  expect(next).toBeNull();
  expect(new Set(items.map((item) => `${item.type} ${item.id}`)).size).toBe(items.length);
  return items.map(({ type, text }) => `${type}: ${text}`).reverse();
}

/** Replays the log for the pipeline and expects the same rows and no new events. */
async function expectReplayChangesNothing() {
  const stored = async () => ({
    prospects: await db.select().from(prospect),
    changes: await db.select().from(prospectStageChange).orderBy(asc(prospectStageChange.eventId)),
    events: await db.$count(event),
    receipts: await db.$count(eventReceipt, eq(eventReceipt.consumer, "pipeline")),
  });
  const before = await stored();
  const replayed = value(await replayEvents(now(), { consumer: "pipeline" }));
  expect(replayed).toEqual({ delivered: before.receipts, failed: 0 });
  expect(await stored()).toEqual(before);
}

test("a visitor becomes a client: one prospect moves from lead to won", async () => {
  const visitor = visit();
  const { admin, adminId } = await signedInAdmin();
  await done(requestAccess(visitor));
  const lead = await expectStage("lead");
  expect(lead.row).toMatchObject({
    ...{ source: "access_request", company: northfield.name, role: person.role, domain: "northfield.example" },
    ...{ valueCents: null, paidCents: 0, userId: null },
  });
  expect(lead.score.value).toEqual({ points: 0, max: 30, reasons: [] });

  clock("2026-03-02T16:00:00Z");
  await approveAccess(admin);
  await expectStage("lead");

  clock("2026-03-02T17:00:00Z");
  await createAccount(visitor);
  await redeemCode(visitor);
  expect((await expectStage("lead")).row.userId).not.toBeNull();

  clock("2026-03-03T15:00:00Z");
  const blueprintId = await fillWizard(visitor);
  await expectStage("lead");
  const annualValueCents = await analyze(visitor, blueprintId);
  const analyzed = await expectStage("new_analysis");
  expect(annualValueCents).toBeGreaterThan(0);
  expect(analyzed.row).toMatchObject({
    ...{ valueCents: annualValueCents, employees: northfield.employees, industry: northfield.industry },
  });
  const dollars = Math.round(annualValueCents / 100).toLocaleString("en-US");
  expect(analyzed.score.value.reasons).toMatchObject([{ label: `Yearly value of $${dollars} for the client` }]);
  expect(analyzed.score.fit.reasons.map(({ label }) => label)).toContain("45 people: in the target range of 10 to 200");
  expect(analyzed.row.score).toBeGreaterThan(lead.row.score);

  clock("2026-03-03T16:00:00Z");
  await bookUnlockCall(visitor, blueprintId, "2026-03-05T15:00:00Z");
  const booked = await expectStage("call_booked");
  expect(booked.row.name).toBe(fullName(person));
  expect(booked.row.score).toBeGreaterThan(analyzed.row.score);

  clock("2026-03-05T15:40:00Z");
  await markCallHeld(admin);
  const held = await expectStage("proposal");

  clock("2026-03-06T15:00:00Z");
  await publishFullBlueprint(admin, adminId, blueprintId);
  // The firm published, so the client's last activity is still the call.
  expect((await expectStage("proposal")).row.lastActivityAt).toEqual(held.row.lastActivityAt);

  // The call unlocked the first blueprint without payment. The client pays for a second one.
  clock("2026-03-06T17:00:00Z");
  const settled = visitor.post(`/api/blueprints/${blueprintId}/unlock`, { method: "payment" });
  expect(await done(settled)).toEqual({ status: "unlocked" });
  const { id: secondId } = await done<{ id: string }>(visitor.post(`/api/blueprints/${blueprintId}/duplicates`));
  await analyze(visitor, secondId);
  await requestInvoice(visitor, secondId);
  await expectStage("proposal");
  clock("2026-03-06T18:00:00Z");
  await markInvoicePaid(admin);
  const won = await expectStage("won");
  expect(won.row).toMatchObject({ paidCents: 499_00, valueCents: annualValueCents, createdAt: lead.row.createdAt });
  expect(won.row.id).toBe(lead.row.id);

  const lines = await timeline(won.row.id);
  expect(lines.filter(isMail)).toEqual(
    [
      "We have your GTMarc access request",
      "Your GTMarc access code",
      "Verify your email for GTMarc",
      "Booked: Blueprint unlock call, Thu, Mar 5, 2026, 10:00 AM (Eastern Time)",
      "Your full blueprint is unlocked",
      "GTMarc is your full blueprint’s architect",
      "Your full blueprint is here",
      "Invoice INV-2026-0001 for your full blueprint",
      "Your full blueprint is unlocked",
      "Receipt for $499.00, invoice INV-2026-0001",
    ].map((subject) => `mail: Queued: ${subject}`),
  );
  expect(lines.filter((line) => !isMail(line))).toEqual([
    "access.requested: Requested access for Northfield Analytics.",
    "stage: Entered the pipeline in Lead.",
    "access.decided: Access approved.",
    "account.created: Created an account.",
    "account.verified: Verified the email address.",
    "account.signed_in: Signed in.",
    "access.granted: Redeemed an access code.",
    "analysis.created: Generated an analysis for Northfield Analytics.",
    "stage: Moved from Lead to New analysis.",
    "booking.made: Booked a blueprint unlock call for Mar 5, 2026, 10:00 AM EST.",
    "stage: Moved from New analysis to Call booked.",
    "booking.held: The blueprint unlock call took place.",
    "stage: Moved from Call booked to Proposal.",
    "full_blueprint.unlocked: Unlocked the full blueprint (call).",
    "full_blueprint.published: Version 1 of the full blueprint was published.",
    "analysis.created: Generated an analysis for Northfield Analytics.",
    "payment.received: Paid $499.00 by invoice.",
    "stage: Moved from Proposal to Won.",
    "full_blueprint.unlocked: Unlocked the full blueprint (payment).",
  ]);
  await expectReplayChangesNothing();
});

test("a client who pays before the call is won at once and stays won", async () => {
  const visitor = visit();
  const { admin, adminId } = await signedInAdmin();
  await createAccount(visitor);
  await done(requestAccess(visitor));
  await approveAccess(admin);
  await redeemCode(visitor);
  const blueprintId = await fillWizard(visitor);
  await analyze(visitor, blueprintId);
  await bookUnlockCall(visitor, blueprintId, "2026-03-05T15:00:00Z");
  await expectStage("call_booked");

  clock("2026-03-03T15:00:00Z");
  await requestInvoice(visitor, blueprintId);
  await markInvoicePaid(admin);
  const { row } = await expectStage("won");
  clock("2026-03-05T15:40:00Z");
  await markCallHeld(admin);
  await expectStage("won");
  clock("2026-03-06T15:00:00Z");
  await publishFullBlueprint(admin, adminId, blueprintId);
  await expectStage("won");

  expect(row).toMatchObject({ source: "account", paidCents: 499_00 });
  // The steps up to the booking have the same time; the order of the log decides.
  expect((await timeline(row.id)).filter((line) => !isMail(line))).toEqual([
    "account.created: Created an account.",
    "stage: Entered the pipeline in Lead.",
    "account.verified: Verified the email address.",
    "account.signed_in: Signed in.",
    "access.requested: Requested access for Northfield Analytics.",
    "account.profile_changed: Changed the profile.",
    "access.decided: Access approved.",
    "access.granted: Redeemed an access code.",
    "analysis.created: Generated an analysis for Northfield Analytics.",
    "stage: Moved from Lead to New analysis.",
    "booking.made: Booked a blueprint unlock call for Mar 5, 2026, 10:00 AM EST.",
    "stage: Moved from New analysis to Call booked.",
    "payment.received: Paid $499.00 by invoice.",
    "stage: Moved from Call booked to Won.",
    "full_blueprint.unlocked: Unlocked the full blueprint (payment).",
    "booking.held: The blueprint unlock call took place.",
    "full_blueprint.published: Version 1 of the full blueprint was published.",
  ]);
  await expectReplayChangesNothing();
});
