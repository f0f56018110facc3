import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { booking } from "#app/features/booking/tables.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { mergeProspects } from "#app/features/pipeline/merging/merging.server.ts";
import { writeNote } from "#app/features/pipeline/notes/notes.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { createApiToken, revokeApiToken } from "#app/features/security/tokens/api-tokens.server.ts";
import { type ApiScope, apiScopes } from "#app/lib/api-scopes.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { danasCall, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { v1Endpoints } from "./v1.server.ts";

const { db, ctx } = useDatabase();
useBookingFixture(ctx);
const call = callsOf(v1Endpoints);
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

type List = { items: Record<string, unknown>[]; next: string | null };

async function reader(...scopes: ApiScope[]) {
  const { id, token } = value(await createApiToken(ctx, { name: "Warehouse", scopes }));
  const get = (path: string) =>
    call(asAnonymous(ctx), path, undefined, { method: "GET", headers: { authorization: `Bearer ${token}` } });
  const list = async (path: string) => {
    const answer = await get(path);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as List;
  };
  return { id, get, list };
}
const add = async (email: string) => value(await createProspect(admin, { email, name: "Dana Reyes" })).id;

const paths: Record<string, ApiScope> = {
  "/v1/prospects": "read:prospects",
  "/v1/prospects/018f0000-0000-7000-8000-000000000001/timeline": "read:prospects",
  "/v1/bookings": "read:bookings",
  "/v1/analyses": "read:analyses",
};

test.each(Object.entries(paths))("%s needs a token with %s", async (path, scope) => {
  const without = await call(admin, path, undefined, { method: "GET" });
  expect([without.status, without.headers.get("www-authenticate")]).toEqual([401, 'Bearer realm="GTMarc"']);
  const other = await reader(...apiScopes.filter((one) => one !== scope));
  expect(await other.get(path)).toMatchObject({ status: 403, body: { error: { code: "no_scope" } } });
  const right = await reader(scope);
  expect([200, 404]).toContain((await right.get(path)).status);
  value(await revokeApiToken(ctx, { id: right.id }));
  expect((await right.get(path)).status).toBe(401);
});

test("prospects have the fields of the contract and are filtered by address and stage", async () => {
  const id = await add("dana@northfield.example");
  await add("max@elsewhere.example");
  await db
    .update(prospect)
    .set({ valueCents: 1_250_050, ownerId: admin.actor.userId, stage: "qualified" })
    .where(eq(prospect.id, id));
  const { list, get } = await reader("read:prospects");
  const dana = {
    id,
    email: "dana@northfield.example",
    ...{ name: "Dana Reyes", firstName: "Dana", lastName: "Reyes" },
    ...{ company: null, phone: null },
    stage: "qualified",
    score: expect.any(Number),
    valueUsd: 12_500.5,
    owner: admin.actor.email,
    lastActivityAt: ctx.now.toISOString(),
  };
  expect(await list("/v1/prospects?email=Dana%40Northfield.example&stage=&cursor=")).toEqual({
    items: [dana],
    next: null,
  });
  expect((await list("/v1/prospects?stage=qualified")).items).toEqual([dana]);
  expect((await list("/v1/prospects?email=&stage=won")).items).toEqual([]);
  expect((await list("/v1/prospects")).items).toHaveLength(2);
  expect((await get("/v1/prospects?stage=unknown")).status).toBe(422);
  expect((await list("/v1/prospects?cursor=unreadable")).items).toHaveLength(2);
});

test("pages follow each other without gaps or repeats while prospects are added", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 105; number += 1) ids.push(await add(`person-${number}@northfield.example`));
  const { list } = await reader("read:prospects");
  const first = await list("/v1/prospects");
  await add("late@northfield.example");
  const second = await list(`/v1/prospects?cursor=${first.next}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.reverse());
  expect([first.items.length, second.next]).toEqual([100, null]);
});

test("a timeline is read page by page; unknown and merged prospects are not found", async () => {
  const id = await add("dana@northfield.example");
  for (let number = 0; number < 31; number += 1)
    value(await writeNote(admin, { prospectId: id, body: `Note ${number}` }));
  const { list, get } = await reader("read:prospects");
  const first = await list(`/v1/prospects/${id}/timeline`);
  const second = await list(`/v1/prospects/${id}/timeline?cursor=${first.next}`);
  const notes = [...first.items, ...second.items].filter(({ type }) => type === "note");
  expect(new Set(notes.map(({ text }) => text)).size).toBe(31);
  expect(Object.keys(first.items[0]!).sort()).toEqual(["at", "text", "type"]);
  expect(second.next).toBeNull();

  const kept = await add("dana.reyes@northfield.example");
  value(await mergeProspects(admin, { keptId: kept, mergedId: id }));
  expect((await get(`/v1/prospects/${id}/timeline`)).status).toBe(404);
  expect((await get("/v1/prospects/x/timeline")).status).toBe(404);
  expect((await list("/v1/prospects?email=dana%40northfield.example")).items).toMatchObject([{ id: kept }]);
});

test("bookings contain visitor, event type and time", async () => {
  value(await bookCall(asAnonymous(ctx), danasCall()));
  const { list } = await reader("read:bookings");
  const { items } = await list("/v1/bookings");
  expect(items).toMatchObject([
    {
      eventType: "strategy-session",
      host: "calls@gtmarc.example",
      startsAt: tuesdayAtTen,
      state: "upcoming",
      createdAt: ctx.now.toISOString(),
    },
  ]);
  expect((await list(`/v1/bookings?email=${encodeURIComponent(String(items[0]!["email"]))}`)).items).toHaveLength(1);
  expect((await list("/v1/bookings?email=max%40elsewhere.example")).items).toEqual([]);
});

test("bookings and analyses have pages of 100 without gaps or repeats", async () => {
  value(await bookCall(asAnonymous(ctx), danasCall()));
  const blueprintId = await finishedBlueprint(await wizardMember(ctx));
  const [call] = await db.select().from(booking);
  const [first] = await db.select().from(analysis);
  const ids = { bookings: [call!.id], analyses: [first!.id] };
  for (let n = 2; n <= 105; n += 1) {
    const [bookingId, analysisId] = [newId(), newId()];
    const unique = { uid: bookingId, manageTokenHash: bookingId, idempotencyKeyHash: null, requestHash: null };
    const cancelled = { status: "cancelled" as const, canceledAt: ctx.now };
    await db.insert(booking).values({ ...call!, ...unique, ...cancelled, id: bookingId });
    await db.insert(analysis).values({ ...first!, id: analysisId, blueprintId, revision: n });
    ids.bookings.unshift(bookingId);
    ids.analyses.unshift(analysisId);
  }
  for (const name of ["bookings", "analyses"] as const) {
    const { list } = await reader(`read:${name}`);
    const page = await list(`/v1/${name}`);
    const rest = await list(`/v1/${name}?cursor=${page.next}`);
    expect([page.items.length, rest.items.length, rest.next]).toEqual([100, 5, null]);
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(ids[name]);
  }
});

test("analyses give the figures of each revision", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member);
  const { list } = await reader("read:analyses");
  expect((await list("/v1/analyses")).items).toMatchObject([
    {
      blueprintId,
      revision: 1,
      email: member.actor.email,
      hoursSavedPerWeek: expect.any(Number),
      annualValueUsd: expect.any(Number),
      implementationCostUsd: expect.any(Number),
      recommendation: expect.any(String),
    },
  ]);
});
