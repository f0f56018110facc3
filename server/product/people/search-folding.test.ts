import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listRequests } from "#app/features/access/requests/queue.server.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { profile } from "#app/features/accounts/tables.server.ts";
import { findUserIds, listUsers } from "#app/features/accounts/users/user-list.server.ts";
import { listCalls } from "#app/features/booking/agenda/agenda.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { listMessages } from "#app/features/mail/messages/messages.server.ts";
import { addSuppression, listSuppressions } from "#app/features/mail/refusals/suppressions.server.ts";
import { newsletterIssue } from "#app/features/newsletter/tables.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { readProspectFilters } from "#app/features/pipeline/prospects/prospect-list.ts";
import { listProspects } from "#app/features/pipeline/prospects/prospects.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { searchRecords } from "#app/shell/admin/search/search.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/* Every search of the admin area finds text however its accents and signs are written, and its index is used. */

const { ctx, db } = useDatabase();
useBookingFixture(ctx);
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

/** Stored text and ways to type it. */
const spellings: [stored: string, typed: string[]][] = [
  ["Müller Łódź", ["Muller", "MULLER", "müller", "Mueller", "Mu\u0308ller", "Lodz", "łódź lodz muller"]],
  ["Sean O’Brien", ["OBrien", "O'Brien", "o’brien", "Seán"]],
  ["Société Strasse", ["Societe", "SOCIÉTÉ", "Straße", "STRASSE"]],
  ["Mueller Jean-Luc", ["Müller", "jean luc", "Jean‑Luc", "jeanluc"]],
  ["İlhan Çağlar", ["ilhan", "ILHAN", "caglar", "çağlar"]],
  ["Ирина Ёлкина", ["ирина", "ЕЛКИНА"]],
];
const page = { after: null, before: null };
const sort = { key: "requested", direction: "desc" } as const;

const searches: Record<string, { put: (name: string) => Promise<unknown>; count: (typed: string) => Promise<number> }> =
  {
    pipeline: {
      put: async (name) => value(await createProspect(admin, { email: `${newId()}@acme.example`, name })),
      count: async (search) => {
        const filters = readProspectFilters(new URLSearchParams(), search, "UTC");
        const by = { key: "score", direction: "desc" } as const;
        return value(await listProspects(admin, { search, sort: by, ...page, filters })).rows.length;
      },
    },
    users: {
      put: async (name) => {
        const person = await as(ctx, `${newId()}@acme.example`);
        const [firstName, lastName] = name.split(" ");
        const row = { authUserId: person.actor.userId, workEmail: person.actor.email, firstName, lastName };
        await db.insert(profile).values(row);
      },
      count: async (search) => value(await listUsers(admin, { filter: "all", search, ...page })).rows.length,
    },
    "audit log": {
      put: (name) => searches["users"]!.put(name),
      count: async (search) => (await findUserIds(ctx, search)).length,
    },
    "access requests": {
      put: (companyName) =>
        db.insert(accessRequest).values({
          ...{ id: newId(), email: `${newId()}@acme.example`, companyName, isConsumerDomain: false },
          ...{ requestedAt: ctx.now, consentedAt: ctx.now, consentText: "yes", status: "pending" },
        } as typeof accessRequest.$inferInsert),
      count: async (search) => value(await listRequests(admin, { filter: "all", search, sort, ...page })).rows.length,
    },
    mail: {
      put: (subject) =>
        db.transaction((tx) =>
          queueMail({ ...ctx, db: tx }, { kind: "test", to: "dana@acme.example", subject, body: "Hello" as never }),
        ),
      count: async (search) => value(await listMessages(admin, { filter: "all", search, ...page })).rows.length,
    },
  };

test.each(Object.keys(searches))("the search of %s finds every spelling and nothing else", async (name) => {
  const { put, count } = searches[name]!;
  for (const [stored] of spellings) await put(stored);
  for (const [stored, typed] of spellings)
    for (const words of typed) {
      // "Müller" and "Mueller" find each other.
      const expected = /^m(ü|u|u\u0308)e?ller$/iu.test(words) && !/^muller$/i.test(words) ? 2 : 1;
      expect(await count(words), `${stored} by ${words}`).toBe(expected);
    }
  expect(await count("Millar")).toBe(0);
});

test("addresses are found with and without signs, and short words at the start of a word", async () => {
  await addSuppression(admin, { address: "sean.o'brien+x@acme.example" });
  await addSuppression(admin, { address: "lee@müller.example" });
  const found = async (search: string) =>
    value(await listSuppressions(admin, { search, ...page })).rows.map(({ address }) => address.slice(0, 4));
  for (const typed of ["obrien", "O'Brien", "sean.o'brien+x@acme.example", "o’brien", "se"])
    expect(await found(typed), typed).toEqual(["sean"]);
  expect(await found("%")).toEqual([]);
  expect(await found("% obrien _")).toEqual(["sean"]);
  expect(await found("_ean")).toEqual(["sean"]);
  expect(await found("zz")).toEqual([]);
});

test("the global search finds prospects, blueprints, calls and issues in every spelling, and typos", async () => {
  value(await createProspect(admin, { email: "a@acme.example", company: "Société Łódź" }));
  await finishedBlueprint(await wizardMember(ctx), "Société Łódź");
  const call = danasCall();
  value(await bookCall(asAnonymous(ctx), { ...call, name: "Société Łódź" }));
  const stamps = { createdAt: ctx.now, updatedAt: ctx.now };
  await db.insert(newsletterIssue).values({ subject: "Société Łódź", ...stamps });
  for (const typed of ["societe lodz", "SOCIÉTÉ", "Lodz"]) {
    const kinds = (await searchRecords(admin, typed)).map(({ kind }) => kind);
    expect(kinds, typed).toEqual(expect.arrayContaining(["prospect", "blueprint", "call", "issue"]));
  }
  expect((await searchRecords(admin, "sociétté")).map(({ kind }) => kind)).toContain("prospect");
  expect(await searchRecords(admin, "—'—")).toEqual([]);
});

test("calls are found by name in every spelling", async () => {
  value(await bookCall(asAnonymous(ctx), { ...danasCall(), name: "Zoë O’Brien" }));
  const later = { ...admin, now: new Date(ctx.now.getTime() + dayMs) };
  const by = { key: "start", direction: "desc" } as const;
  for (const search of ["zoe", "obrien zoe", "O'BRIEN"])
    expect(
      value(await listCalls(later, { filter: "all", search, sort: by, ...page } as never)).rows,
      search,
    ).toHaveLength(1);
});

test.each([
  [
    "prospect_folded",
    sql`prospect where search_fold(email || ' ' || coalesce(name, '') || ' ' || coalesce(company, ''))`,
  ],
  ["user_folded", sql`"user" where search_fold(email)`],
  ["booking_folded", sql`booking where search_fold(name || ' ' || email)`],
  ["access_request_folded", sql`access_request where search_fold(email || ' ' || company_name)`],
  ["suppression_folded", sql`suppression where search_fold(address)`],
  ["message_search_text", sql`message_search where text`],
  ["blueprint_folded", sql`blueprint where status = 'completed' and deleted_at is null and search_fold(company_name)`],
  [
    "profile_folded",
    sql`profile where search_fold(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(company_name, ''))`,
  ],
])("the index %s serves the search", async (index, from) => {
  const plan = await db.transaction(async (tx) => {
    // A table of a few rows is read as a whole otherwise.
    await tx.execute(sql`set local enable_seqscan = off`);
    return tx.execute<{ "QUERY PLAN": string }>(sql`explain select 1 from ${from} like ${"%muller%"}`);
  });
  expect(JSON.stringify(plan.rows)).toContain(`Bitmap Index Scan on ${index}`);
});
