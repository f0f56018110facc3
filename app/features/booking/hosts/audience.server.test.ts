import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findMonth } from "../availability/calendar.server.ts";
import { holdSlot } from "../availability/holds.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { bookingLink } from "../tables.server.ts";
import { listBookingLinks, makeBookingLink, revokeBookingLink } from "./audience.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

const call = (index: number, changes: object = {}) => ({
  ...danasCall({ email: `p${index}@northfield.example` }),
  ...{ eventType: "kickoff", start: new Date(Date.UTC(2026, 2, 3 + (index % 4), 15 + (index % 5))) },
  ...changes,
});
const refused = (kind: string) => ({ ok: false, reason: { kind } });

async function linkFor(label: string) {
  const eventTypeId = await offerKickoff(admin, { audience: "link" });
  const made = await makeBookingLink(admin, { eventTypeId, label });
  if (!made.ok) throw new Error(made.reason.kind);
  return { eventTypeId, ...made.value, link: new URL(made.value.url).searchParams.get("link")! };
}
const states = async (eventTypeId: string) => {
  const links = await listBookingLinks(admin, eventTypeId);
  return (links.ok ? links.value : []).map(({ label, state }) => ({ label, state }));
};

test("a link books one call, once, and shows its state to admins", async () => {
  const { eventTypeId, link, url } = await linkFor("Northfield");
  expect(url).toBe(`https://gtmarc.example/schedule/kickoff?link=${link}`);
  expect(await states(eventTypeId)).toEqual([{ label: "Northfield", state: "open" }]);
  expect(await bookCall(visitor, call(1))).toEqual(refused("link_needed"));
  expect(await bookCall(visitor, call(1, { link: "x" }))).toEqual(refused("link_needed"));
  expect(await holdSlot(visitor, { eventType: "kickoff", start: call(1).start })).toEqual(refused("link_needed"));
  expect(await bookCall(visitor, call(1, { link }))).toMatchObject({ ok: true });
  expect(await states(eventTypeId)).toEqual([{ label: "Northfield", state: "used" }]);
  expect(await bookCall(visitor, call(2, { link }))).toEqual(refused("link_used"));
  const [row] = await db.select().from(bookingLink);
  expect(row).toMatchObject({ bookingId: (await fixture.bookings())[0]?.id });
  expect(JSON.stringify(row)).not.toContain(link);
});

test("of fifty simultaneous bookings at twenty times with one link, one wins", async () => {
  const { link } = await linkFor("Northfield");
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => bookCall(visitor, call(index, { link }))));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await fixture.bookings()).toHaveLength(1);
});

test("a taken time does not use the link up", async () => {
  const { link } = await linkFor("Northfield");
  await bookCall(visitor, { ...call(1), eventType: "strategy-session" });
  expect(await bookCall(visitor, call(1, { link }))).toEqual(refused("taken"));
  expect(await bookCall(visitor, call(2, { link }))).toMatchObject({ ok: true });
});

test("a revoked link, and a link of another event type, book nothing", async () => {
  const { eventTypeId, id, link } = await linkFor("Northfield");
  expect(await revokeBookingLink(admin, { linkId: id })).toMatchObject({ ok: true });
  expect(await bookCall(visitor, call(1, { link }))).toEqual(refused("link_used"));
  expect(await states(eventTypeId)).toEqual([{ label: "Northfield", state: "revoked" }]);
  expect(await revokeBookingLink(admin, { linkId: id })).toEqual(refused("not_found"));
  const used = await makeBookingLink(admin, { eventTypeId, label: "" });
  if (!used.ok) throw new Error(used.reason.kind);
  await bookCall(visitor, call(1, { link: new URL(used.value.url).searchParams.get("link")! }));
  expect(await revokeBookingLink(admin, { linkId: used.value.id })).toEqual(refused("not_found"));
});

test("clients book when they are signed in; others learn how", async () => {
  await offerKickoff(admin, { audience: "clients" });
  const dana = await wizardMember(ctx);
  expect(await bookCall(visitor, call(1))).toEqual(refused("sign_in_needed"));
  expect(await bookCall(dana, call(1))).toEqual(refused("clients_only"));
  const shown = () => findMonth(dana, { eventType: "kickoff", month: null });
  expect(await shown()).toMatchObject({ value: { bar: "clients_only" } });
  const { email, userId } = dana.actor;
  const at = ctx.now.toISOString();
  await db.execute(sql`insert into prospect (id, email, user_id, stage, stage_since, scored_at, created_at)
    values (${newId()}, ${email}, ${userId}, 'won', ${at}, ${at}, ${at})`);
  expect(await shown()).toMatchObject({ value: { bar: null } });
  expect(await bookCall(dana, call(1))).toMatchObject({ ok: true });
  await db.execute(sql`update prospect set stage = 'lost'`);
  expect(await bookCall(dana, call(2))).toEqual(refused("clients_only"));
});

test("visitors and admins without that area neither make nor see links", async () => {
  const { eventTypeId, id } = await linkFor("Northfield");
  expect(await makeBookingLink(visitor, { eventTypeId, label: "" })).toEqual(refused("not_admin"));
  expect(await revokeBookingLink(visitor, { linkId: id })).toEqual(refused("not_admin"));
  expect(await listBookingLinks(visitor, eventTypeId)).toEqual(refused("not_admin"));
});
