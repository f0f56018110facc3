import { and, eq, ne } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { storedVisits, storeHits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import { deriveSessions, deriveVisits } from "../visits/visits.server.ts";
import {
  countPayment,
  forgetDerivedSteps,
  recordAcceptedCode,
  recordAccessRequest,
  recordAnalysis,
  recordBookedCall,
} from "./derived-steps.server.ts";
import { reportFunnelEvent } from "./funnel.server.ts";

const { db, ctx } = useDatabase();
beforeAll(() => createPartitions(ctx, new Date("2026-02-01"), new Date("2026-05-01")));

const blueprintId = newId();
const at = (minute: number) => new Date(Date.parse("2026-03-02T20:00:00Z") + minute * minuteMs);

async function visitWith(substage: string) {
  const key = newId();
  const [session] = await db
    .insert(analyticsSession)
    .values({ key, client: 1n, firstAt: at(0), device: 1 })
    .returning({ id: analyticsSession.id });
  const hit = { kind: hitKinds.page_view, sessionId: session!.id };
  await storeHits(db, [
    { ...hit, at: at(0) },
    { ...hit, at: at(6) },
  ]);
  await db.insert(funnelEvent).values({
    ...{ id: newId(), stage: "unlock", substage, occurredAt: at(5) },
    ...{ sessionKey: key, blueprintId },
  });
  await deriveSessions(ctx, [session!.id]);
  return key;
}

const visits = async () => {
  await deriveVisits(ctx);
  return (await storedVisits(db)).map(({ views, valueUsd }) => ({ views, valueUsd }));
};

test.each(["invoice_requested", "payment_started"])(
  "a payment counts once, as revenue of the visit with %s",
  async (step) => {
    await visitWith(step);
    const paid = { blueprintId, amountCents: 49_900 };
    for (let turn = 0; turn < 2; turn += 1) await countPayment(ctx, paid);
    expect(await visits()).toEqual([{ views: 2, valueUsd: 499 }]);
  },
);

test("a payment without a known visit adds nothing", async () => {
  await visitWith("invoice_requested");
  await countPayment(ctx, { blueprintId: newId(), amountCents: 49_900 });
  await countPayment(ctx, { blueprintId: null, amountCents: 49_900 });
  expect(await visits()).toEqual([{ views: 2, valueUsd: 0 }]);
});

const steps = async () =>
  (await db.select().from(funnelEvent)).flatMap(({ stage, substage, value, sessionKey, userId, companyId }) =>
    stage === "booking" ? [{ substage, value, sessionKey, userId, companyId }] : [],
  );
const email = "dana@northfield.example";
const call = (minute: number) => ({ id: newId(), at: at(minute), userId: null, companyId: null, email });
type Call = ReturnType<typeof call>;
/** Goals of the only session, oldest first. */
const goals = async () => {
  const [session] = await db.select().from(analyticsSession);
  await visitStore().deliver(ctx);
  const hits = await visitStore().latestHits(ctx, session!.id, 100);
  return hits.toReversed().flatMap(({ kind, name, value }) => (kind === hitKinds.conversion ? [{ name, value }] : []));
};

const formIn = (sessionKey: string, minute: number) =>
  db.insert(analyticsIdentity).values({ sessionKey, email, at: at(minute) });
const reportIn = (sessionKey: string, minute: number, userId: string) =>
  db.insert(funnelEvent).values({
    ...{ id: newId(), stage: "unlock", substage: "viewed", occurredAt: at(minute) },
    ...{ sessionId: "s1", sessionKey, userId },
  });

test("a request, an accepted code and an analysis are goals of the visit that led to them, once each", async () => {
  const sessionKey = await visitWith("viewed");
  const [userId, companyId, analyzed] = [newId(), newId(), newId()];
  await formIn(sessionKey, 2);
  await reportIn(sessionKey, 1, userId);
  const [request, code, analysis] = [2, 3, 4].map(call) as [Call, Call, Call];
  for (let turn = 0; turn < 2; turn += 1) {
    await recordAccessRequest(ctx, request);
    await recordAcceptedCode(ctx, { ...code, userId, companyId });
    const more = { userId, companyId, blueprintId: analyzed, annualValueCents: 7_030_000 };
    await recordAnalysis(ctx, { ...analysis, ...more });
  }
  const stored = await db.select().from(funnelEvent).where(ne(funnelEvent.stage, "unlock"));
  const of = { sessionKey, userId, companyId, blueprintId: null, value: null };
  expect(stored).toMatchObject([
    { ...of, stage: "access", substage: "requested", userId: null, companyId: null },
    { ...of, stage: "access", substage: "code_accepted" },
    { ...of, stage: "analysis", substage: "generated", blueprintId: analyzed, value: 70_300 },
  ]);
  expect(await goals()).toEqual([
    { name: "access.requested", value: null },
    { name: "access.code_accepted", value: null },
    { name: "analysis.generated", value: 70_300 },
  ]);
  expect(await visits()).toEqual([{ views: 2, valueUsd: 0 }]);
  await forgetDerivedSteps(ctx);
  expect(await db.$count(funnelEvent, ne(funnelEvent.stage, "unlock"))).toBe(0);
});

test("a booked call is one step of 2,500 USD, and one goal of the visit that booked it", async () => {
  const sessionKey = await visitWith("viewed");
  await formIn(sessionKey, 7);
  const booked = { ...call(7), email: "Dana@Northfield.example " };
  for (let turn = 0; turn < 2; turn += 1) await recordBookedCall(ctx, booked);
  expect(await steps()).toEqual([{ substage: "scheduled", value: 2500, sessionKey, userId: null, companyId: null }]);
  expect(await goals()).toEqual([{ name: "booking.scheduled", value: 2500 }]);
  expect(await visits()).toEqual([{ views: 2, valueUsd: 0 }]);
  await forgetDerivedSteps(ctx);
  expect(await steps()).toEqual([]);
});

test("a page cannot report steps that follow from events of the product", async () => {
  for (const [stage, substage] of [
    ["access", "requested"],
    ["Access", "Code_accepted"],
    ["analysis", "generated"],
    ["analysis.generated", null],
    ["analysis", "viewed"],
  ] as const)
    await reportFunnelEvent(
      asAnonymous(ctx),
      { stage, substage, session_id: "1772463600000-1" },
      { isPrivate: false, address: "203.0.113.9", owned: { companyId: null, blueprintId: null }, acceptsCalls: true },
    );
  const stored = await db.select({ stage: funnelEvent.stage, substage: funnelEvent.substage }).from(funnelEvent);
  expect(stored).toEqual([{ stage: "analysis", substage: "viewed" }]);
});

test("a page cannot report steps with money, however they are spelled; an operator's own steps are kept", async () => {
  const report = (stage: string, substage?: string) =>
    reportFunnelEvent(
      asAnonymous(ctx),
      { stage, substage, value: 9e6, session_id: "1772463600000-1" },
      { isPrivate: false, address: "203.0.113.9", owned: { companyId: null, blueprintId: null }, acceptsCalls: false },
    );
  await report("booking", "scheduled");
  await report("Booking", " scheduled");
  await report("unlock.paid");
  await report("unlock", "refunded\u200B");
  await report("unlock", "refunded\uFE0F");
  expect(await db.$count(funnelEvent)).toBe(0);
  await report("booking", "moved");
  expect(await db.$count(funnelEvent)).toBe(1);
});

test("a call booked without scripts is a step of its person or company, and starts no visit", async () => {
  const sessionKey = await visitWith("viewed");
  const [userId, companyId, other] = [newId(), newId(), newId()];
  await reportIn(sessionKey, 7, userId);
  await recordBookedCall(ctx, { ...call(90), userId, companyId });
  await recordBookedCall(ctx, { ...call(9), userId: other, companyId });
  expect(await steps()).toEqual([
    { substage: "scheduled", value: 2500, sessionKey, userId, companyId },
    { substage: "scheduled", value: 2500, sessionKey: null, userId: other, companyId },
  ]);
  expect(await goals()).toEqual([]);
  expect(await visits()).toEqual([{ views: 2, valueUsd: 0 }]);
});

test("a stranger who typed a person's email in a form learns nothing of what the person does later", async () => {
  const stranger = await visitWith("viewed");
  await formIn(stranger, 1);
  const userId = newId();
  await recordAccessRequest(ctx, call(2));
  await recordAcceptedCode(ctx, { ...call(3), userId });
  await recordAnalysis(ctx, { ...call(4), userId, blueprintId: newId(), annualValueCents: 100 });
  await recordBookedCall(ctx, call(5));
  await recordBookedCall(ctx, { ...call(6), userId });
  expect(await db.$count(funnelEvent, and(eq(funnelEvent.sessionKey, stranger), ne(funnelEvent.stage, "unlock")))).toBe(
    0,
  );
  expect(await goals()).toEqual([]);
});
