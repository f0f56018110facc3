import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { funnelEvent } from "../app/features/analytics/tables.server.ts";
import { startPayment } from "../app/features/billing/billing.server.ts";
import { findPaymentState } from "../app/features/billing/records.server.ts";
import { findStanding } from "../app/features/blueprint/full-blueprint.server.ts";
import { bookCall } from "../app/features/booking/booking.server.ts";
import { closePastCalls, markCall } from "../app/features/booking/outcome.server.ts";
import { booking } from "../app/features/booking/tables.server.ts";
import { newId } from "../app/lib/uuid.ts";
import { publish } from "../app/platform/events.server.ts";
import { asAdmin, later } from "../tests/fixtures/actors.ts";
import { danasCall, useBookingDesk } from "../tests/fixtures/booking-desk.ts";
import { finishedBlueprint, wizardMember } from "../tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "../tests/setup/test-database.ts";
import { registerReactions } from "./reactions.ts";

const { db, ctx } = useDatabase();
useBookingDesk(ctx);
beforeEach(() => registerReactions());

async function bookedByDana() {
  const dana = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(dana);
  const call = await bookCall(dana, { ...danasCall(), eventType: "blueprint-unlock-call" });
  if (!call.ok) throw new Error(call.reason);
  const [row] = await db.select().from(booking);
  return { dana, blueprintId, bookingId: row!.id, after: later(ctx, { days: 2 }) };
}

test("a call whose end has passed unlocks the full blueprint, and takes back the invoice that was open for it", async () => {
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

test("a call that was missed after all locks it again", async () => {
  const { dana, blueprintId, bookingId, after } = await bookedByDana();
  const admin = { ...(await asAdmin(ctx)), now: after.now };
  await closePastCalls(after);
  expect(await markCall(admin, { bookingId, outcome: "no-show" })).toEqual({ ok: true, value: undefined });
  expect(await findStanding(dana, blueprintId)).toBeNull();
});

test("money that came is the last step of the funnel, and belongs to who owed it", async () => {
  const dana = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(dana);
  const { userId } = dana.actor;
  const admin = await asAdmin(ctx);
  await publish(admin, "payment.received", { paymentId: newId(), userId, blueprintId, amountCents: 49_900 });
  const [step, ...others] = await db.select().from(funnelEvent).where(eq(funnelEvent.stage, "unlock"));
  expect(step).toMatchObject({ substage: "paid", value: 499, userId, blueprintId });
  expect(others).toEqual([]);
});
