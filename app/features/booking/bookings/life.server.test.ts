import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { onEvent } from "#app/features/events/events.server.ts";
import { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findCall } from "../availability/calendar.server.ts";
import { bookingHeld } from "../events.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { eventType } from "../tables.server.ts";
import { bookCall } from "./booking.server.ts";
import { closePastCalls } from "./outcome.server.ts";
import { sendReminders } from "./reminders.server.ts";
import { cancelCall, moveCall } from "./reschedule.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const thursday = "2026-03-05T15:00:00.000Z";

const booked = async (changes = {}, at: Ctx = visitor) => {
  const result = await bookCall(at, danasCall(changes));
  if (!result.ok) throw new Error(result.reason.kind);
  return { ...result.value, token: tokenOf(result.value.manageUrl) };
};
const at = (instant: string) => ({ ...ctx, now: new Date(instant) });
const reminders = async () => (await fixture.mails()).filter((mail) => mail.startsWith("call-reminder"));

let took: unknown[] = [];
beforeEach(() => {
  took = [];
  onEvent(bookingHeld, async (_, event) => void took.push(event));
});

test("each reminder is sent once, a day and an hour before, however many processes run", async () => {
  await booked({ start: thursday });
  expect(await sendReminders(at("2026-03-04T14:59:00Z"))).toBe(0);
  const five = Array.from({ length: 5 }, () => sendReminders(at("2026-03-04T15:00:30Z")));
  expect((await Promise.all(five)).reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await sendReminders(at("2026-03-05T14:00:30Z"))).toBe(1);
  expect(await sendReminders(at("2026-03-05T14:30:00Z"))).toBe(0);
  expect(await reminders()).toEqual([
    "call-reminder-day dana@northfield.example",
    "call-reminder-hour dana@northfield.example",
  ]);
  const mail = await fixture.mail("call-reminder-day");
  expect(mail.subject).toBe("Tomorrow: Strategy session, Thu, Mar 5, 2026, 4:00 PM (Europe/Vienna)");
  expect(mail).toMatchObject({ secret: true });
});

test("a call that was just booked or moved gets no immediate reminder; a moved call gets new reminders", async () => {
  // Twenty hours ahead: the confirmation has just been sent.
  const { token } = await booked(
    { start: "2026-03-03T15:00:00Z" },
    { ...visitor, now: new Date("2026-03-02T19:00:00Z") },
  );
  expect(await sendReminders(at("2026-03-02T19:05:00Z"))).toBe(0);
  await moveCall({ ...visitor, now: new Date("2026-03-02T20:00:00Z") }, { token, start: new Date(thursday) });
  expect(await sendReminders(at("2026-03-04T15:01:00Z"))).toBe(1);
  await moveCall(
    { ...visitor, now: new Date("2026-03-04T16:00:00Z") },
    { token, start: new Date("2026-03-09T15:00:00Z") },
  );
  expect(await sendReminders(at("2026-03-05T14:01:00Z"))).toBe(0);
  expect(await sendReminders(at("2026-03-08T15:01:00Z"))).toBe(1);
  expect(await reminders()).toHaveLength(2);
});

test("there is no reminder for a canceled call, or for a reminder missed while the server was down", async () => {
  const { token } = await booked({ start: thursday });
  await booked({ start: "2026-03-06T15:00:00Z", email: "sam@northfield.example" });
  await cancelCall(visitor, { token });
  // Five hours before the call is too late for the first reminder.
  expect(await sendReminders(at("2026-03-06T10:00:00Z"))).toBe(0);
  expect(await reminders()).toEqual([]);
});

test("a call counts as held after its end, once, and the event contains the visitor", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  await booked({}, dana);
  const { token } = await booked({ start: thursday, email: "sam@northfield.example" });
  await cancelCall(visitor, { token });
  expect(await closePastCalls(at("2026-03-03T15:44:59Z"))).toBe(0);
  const runs = Array.from({ length: 5 }, () => closePastCalls(at("2026-03-03T15:45:00Z")));
  expect((await Promise.all(runs)).reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await closePastCalls(at("2026-03-20T15:45:00Z"))).toBe(0);
  expect(took).toEqual([
    expect.objectContaining({
      bookingId: (await fixture.bookings())[0]?.id,
      eventType: "strategy-session",
      email: "dana@northfield.example",
      userId: dana.actor.userId,
    }),
  ]);
});

test("when a listener fails, the call stays open and the event is published in the next run", async () => {
  await booked();
  let fails = true;
  onEvent(bookingHeld, async () => {
    if (fails) throw new Error("unlock failed");
  });
  await expect(closePastCalls(later(ctx, { days: 2 }))).rejects.toThrow("unlock failed");
  expect((await fixture.bookings())[0]).toMatchObject({ outcome: null, tookPlaceAt: null });
  fails = false;
  expect(await closePastCalls(later(ctx, { days: 2 }))).toBe(1);
});

const input = ModelInput.parse({
  company: { employees: 60, revenueBand: "5-10M", industry: "SaaS", focus: "revenue", topOutcome: "speed" },
  stack: [],
  processes: [],
});

test("the host's mail has the brief of a verified user's analysis; the visitor's never does", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const [row] = await db
    .insert(blueprint)
    .values({
      userId: dana.actor.userId,
      mode: "guided",
      companyName: "Northfield Robotics",
      inputs: input,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    .returning();
  await db.insert(analysis).values({
    blueprintId: row!.id,
    revision: 1,
    modelVersion: "1.0",
    inputs: input,
    result: analyze(input),
    createdAt: ctx.now,
  });
  await booked();
  const mail = await fixture.mail("call-booked-host");
  expect(mail.text).toMatch(/brief: northfield robotics/i);
  expect(mail.text).toContain("60 people");
  expect(mail.text).toContain("was not signed in");
  expect(JSON.stringify(await fixture.mail("call-booked"))).not.toMatch(/northfield robotics/i);
  await booked({ start: thursday }, dana);
  expect((await fixture.mail("call-booked-host")).text).not.toContain("was not signed in");
  await booked({ start: "2026-03-06T15:00:00Z", email: "unknown@northfield.example" });
  expect((await fixture.mail("call-booked-host")).text).toContain("There is no finished analysis");
});

test("required questions must be answered, and answers keep the wording of their question", async () => {
  const questions = [
    {
      id: "team",
      label: "How large is your team?",
      kind: "choice" as const,
      required: true,
      options: ["1-10", "11-50"],
    },
    { id: "tool", label: "Which CRM?", kind: "line" as const, required: false, options: [] },
  ];
  await db.update(eventType).set({ questions }).where(eq(eventType.slug, "strategy-session"));
  const ask = (answers: Record<string, string>) => bookCall(visitor, { ...danasCall(), answers });
  expect(await ask({})).toEqual({ ok: false, reason: { kind: "answers_incomplete" } });
  expect(await ask({ team: "1,000" })).toEqual({ ok: false, reason: { kind: "answers_incomplete" } });
  expect(await ask({ team: "11-50", tool: " ", other: "x" })).toMatchObject({ ok: true });
  await db.update(eventType).set({ questions: [] });
  expect((await fixture.bookings())[0]?.answers).toEqual([{ question: "How large is your team?", answer: "11-50" }]);
  expect((await fixture.mail("call-booked-host")).text).toContain("How large is your team?");
  expect((await fixture.mail("call-booked")).text).not.toContain("11-50");
});

test("a person's export has all their calls, and their deletion removes them from the calls", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const { token } = await booked({ start: thursday });
  await booked({ start: "2026-03-06T15:00:00Z", email: "other@example.com" }, dana);
  await booked({ start: "2026-03-09T15:00:00Z", email: "sam@northfield.example" });
  const person = { userId: dana.actor.userId, email: "dana@northfield.example" };
  const held = await exportPersonalData(ctx, person);
  expect(held.bookings.map(({ email }) => email)).toEqual(["dana@northfield.example", "other@example.com"]);
  expect(held.booking_changes).toHaveLength(2);
  expect(JSON.stringify(held)).not.toMatch(/Hash/);
  await forgetPerson(ctx, person);
  const rows = await fixture.bookings();
  expect(rows.map(({ status, email }) => [status, email])).toEqual([
    ["cancelled", "forgotten@gtmarc.invalid"],
    ["cancelled", "forgotten@gtmarc.invalid"],
    ["confirmed", "sam@northfield.example"],
  ]);
  expect(JSON.stringify(rows.slice(0, 2))).not.toMatch(/dana|Dana|Two teams/);
  expect(await findCall(visitor, token)).toBeNull();
  expect((await exportPersonalData(ctx, person)).bookings).toEqual([]);
});
