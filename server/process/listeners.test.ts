import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { accessGranted, accessRequested } from "#app/features/access/events.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { paymentReceived, paymentRefunded } from "#app/features/billing/events.ts";
import { findPaymentState } from "#app/features/billing/payments/records.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { closePastCalls, markCall } from "#app/features/booking/bookings/outcome.server.ts";
import { booking } from "#app/features/booking/tables.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { findStanding } from "#app/features/full-blueprint/full-blueprint.server.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { invoiceSettings } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { connectConsumers, consumers } from "../consumers.ts";
import { registerListeners } from "./listeners.ts";

const { db, ctx } = useDatabase({ jobs: [...eventJobs(consumers), deliverMailJob] });
useBookingFixture(ctx);
beforeEach(() => {
  useSettings(invoiceSettings);
  registerListeners();
});
afterEach(() => registerConsumers({ consumers: [], events: [] }));

async function bookedByDana() {
  const dana = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(dana);
  const call = await bookCall(dana, { ...danasCall(), eventType: "blueprint-unlock-call" });
  if (!call.ok) throw new Error(call.reason.kind);
  const [row] = await db.select().from(booking);
  return { dana, blueprintId, bookingId: row!.id, after: later(ctx, { days: 2 }) };
}

test("a call that has ended unlocks the full blueprint, and cancels its open invoice", async () => {
  const { dana, blueprintId, after } = await bookedByDana();
  await startPayment(dana, { blueprintId });
  await closePastCalls(ctx);
  expect(await findStanding(dana, blueprintId)).toBeNull();
  await closePastCalls(after);
  await closePastCalls(after);
  expect(await findStanding(dana, blueprintId)).toMatchObject({
    method: "call",
    stage: "requested",
    kickoffAt: after.now,
  });
  expect(await findPaymentState(dana, blueprintId)).toBeNull();
});

test("a call that was held before the analysis unlocks it when it is finished", async () => {
  const dana = await wizardMember(ctx);
  const call = await bookCall(dana, { ...danasCall(), eventType: "blueprint-unlock-call" });
  if (!call.ok) throw new Error(call.reason.kind);
  await closePastCalls(later(ctx, { days: 2 }));
  const blueprintId = await finishedBlueprint(later(dana, { days: 3 }));
  expect(await findStanding(dana, blueprintId)).toMatchObject({ method: "call" });
});

test("correcting a call to missed locks the full blueprint again", async () => {
  const { dana, blueprintId, bookingId, after } = await bookedByDana();
  const admin = { ...(await asAdmin(ctx)), now: after.now };
  await closePastCalls(after);
  expect(await markCall(admin, { bookingId, outcome: "no-show" })).toEqual({ ok: true, value: undefined });
  expect(await findStanding(dana, blueprintId)).toBeNull();
});

test("a booked call becomes a step of 2,500 USD of its client, once", async () => {
  connectConsumers();
  const { dana } = await bookedByDana();
  await runDueJobs(db, eventJobs(consumers), []);
  const [step, ...others] = await db.select().from(funnelEvent).where(eq(funnelEvent.stage, "booking"));
  expect(step).toMatchObject({ substage: "scheduled", value: 2500, userId: dana.actor.userId });
  expect(others).toEqual([]);
  await replayEvents(ctx, { consumer: "analytics" });
  expect(await db.select().from(funnelEvent).where(eq(funnelEvent.stage, "booking"))).toEqual([step]);
});

test("a payment becomes the last step of the funnel, for the client who owed it, once", async () => {
  connectConsumers();
  const dana = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(dana);
  const { userId, email } = dana.actor;
  const paid = { paymentId: newId(), userId, email, blueprintId, method: "invoice" as const, amountCents: 49_900 };
  const eventId = await inTransaction(await asAdmin(ctx), (tx) => publish(tx, paymentReceived, paid));
  await runDueJobs(db, eventJobs(consumers), []);
  const [step, ...others] = await db.select().from(funnelEvent).where(eq(funnelEvent.stage, "unlock"));
  expect(step).toMatchObject({ id: eventId, substage: "paid", value: 499, userId, blueprintId });
  expect(others).toEqual([]);

  await replayEvents(ctx, { consumer: "analytics" });
  expect(await db.select().from(funnelEvent).where(eq(funnelEvent.stage, "unlock"))).toEqual([step]);
});

test("requests, accepted codes, analyses and money that returns become steps of the funnel", async () => {
  connectConsumers();
  const dana = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(dana);
  const { userId, email } = dana.actor;
  const asked = { requestId: newId(), email, companyName: "", companyWebsite: null, role: null, industry: null };
  const returned = { refundedCents: 10_000, disputedCents: 20_000 };
  const payment = { paymentId: newId(), userId, email, blueprintId, method: "stripe" as const, ...returned };
  await inTransaction(dana, async (tx) => {
    await publish(tx, accessRequested, asked);
    await publish(tx, accessGranted, { userId, email });
    await publish(tx, paymentRefunded, payment);
  });
  await runDueJobs(db, eventJobs(consumers), []);
  const steps = await db.select().from(funnelEvent);
  const found = steps.map(({ stage, substage, userId: of }) => `${stage}.${substage} ${of}`);
  for (const step of ["access.requested null", `access.code_accepted ${userId}`, `analysis.generated ${userId}`])
    expect(found).toContain(step);
  expect(steps.find(({ substage }) => substage === "refunded")).toMatchObject({ value: 300, userId, blueprintId });
});
