import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { startPayment } from "#app/features/billing/billing.server.ts";
import { listOwnCalls } from "#app/features/booking/agenda/own-calls.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { blueprintEndpoints } from "#app/routes/api/blueprint/blueprint.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { billTo, invoiceSettings } from "#tests/fixtures/payments.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readThings } from "./things.server.ts";

const { ctx, db } = useDatabase();
useBookingFixture(ctx);
const call = callsOf(blueprintEndpoints);

test("the overview lists the user's blueprints, calls and invoices", async () => {
  useSettings(invoiceSettings);
  const dana = await wizardMember(ctx);
  const done = await finishedBlueprint(dana);
  const draft = await draftBlueprint(dana, "Second Firm");
  await bookCall(dana, danasCall());
  await startPayment(dana, { blueprintId: done, billTo });
  const things = await readThings(dana);
  expect(things.hasAccess).toBe(true);
  expect(things.blueprints.map(({ id, latest }) => [id, latest?.revision ?? null])).toEqual(
    expect.arrayContaining([
      [done, 1],
      [draft, null],
    ]),
  );
  expect(things.calls).toMatchObject([{ state: "upcoming", href: expect.stringMatching(/^\/booking\/[\w-]{43}$/) }]);
  expect(things.documents).toHaveLength(1);
});

test("a blueprint shows the next call booked from it until the call has ended", async () => {
  const dana = await wizardMember(ctx);
  const done = await finishedBlueprint(dana);
  const draft = await draftBlueprint(dana, "Second Firm");
  await bookCall(dana, { ...danasCall(), blueprint: done });
  const callsOfBlueprints = async (at: typeof dana) =>
    Object.fromEntries((await readThings(at)).blueprints.map(({ id, call: booked }) => [id, booked]));
  expect(await callsOfBlueprints(dana)).toMatchObject({
    [done]: { kind: "strategy-session", href: expect.stringMatching(/^\/booking\/[\w-]{43}$/) },
    [draft]: null,
  });
  expect(await callsOfBlueprints(later(dana, { days: 3 }))).toEqual({ [done]: null, [draft]: null });
});

test("a user's overview shows no data of other users", async () => {
  const dana = await wizardMember(ctx);
  await finishedBlueprint(dana);
  await bookCall(dana, danasCall());
  const stranger = await wizardMember(ctx, "otto@elsewhere.example");
  expect(await readThings(stranger)).toMatchObject({
    blueprints: [],
    calls: [],
    documents: [],
    access: { state: "has_access" },
  });
});

test("a call booked without an account is listed by the verified address; canceled and past ones stay", async () => {
  await bookCall(asAnonymous(ctx), danasCall());
  const dana = await wizardMember(ctx);
  expect(await listOwnCalls(dana)).toMatchObject([{ state: "upcoming" }]);
  expect(await listOwnCalls(later(dana, { days: 3 }))).toMatchObject([{ state: "over" }]);
});

test("without access the overview shows the state of the request and no blueprints", async () => {
  const person = await as(ctx, "new@elsewhere.example");
  expect(await readThings(person)).toMatchObject({ hasAccess: false, access: null, blueprints: [] });
});

test("the owner renames a blueprint; an empty name shows the company's again; other users cannot", async () => {
  const dana = await wizardMember(ctx);
  const id = await draftBlueprint(dana);
  const rename = (at: Parameters<typeof call>[0], name: unknown, from = "") =>
    call(at, `/blueprints/${id}/name`, { name, from }, { method: "PUT" });
  expect((await rename(dana, " Q3 plan ")).status).toBe(200);
  expect((await readThings(dana)).blueprints).toMatchObject([{ name: "Q3 plan" }]);
  expect((await rename(dana, "x".repeat(81))).status).toBe(422);
  expect((await rename(await wizardMember(ctx, "otto@elsewhere.example"), "Mine")).status).toBe(404);
  expect((await rename(await as(ctx, "new@elsewhere.example"), "Mine")).status).toBe(403);
  expect((await rename(asAnonymous(ctx), "Mine")).status).toBe(401);
  const [row] = await db.select().from(blueprint).where(eq(blueprint.id, id));
  expect(row).toMatchObject({ name: "Q3 plan", version: 2 });
  expect((await rename(dana, "", "Q3 plan")).status).toBe(200);
  expect((await readThings(dana)).blueprints).toMatchObject([{ name: "" }]);
});
