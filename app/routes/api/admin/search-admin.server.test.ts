import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { payment } from "#app/features/billing/tables.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { addEventType, addHost } from "#app/features/booking/hosts/hosts.server.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { message, messageSearch } from "#app/features/mail/tables.server.ts";
import { newsletterIssue } from "#app/features/newsletter/tables.server.ts";
import { mergeProspects } from "#app/features/pipeline/merging/merging.server.ts";
import { followedEvents } from "#app/features/pipeline/projection/facts.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { searchFold } from "#app/lib/search/search-fold.ts";
import { newId } from "#app/lib/uuid.ts";
import { loader as pageLoader } from "#app/routes/admin/search/search.tsx";
import { searchRecords } from "#app/shell/admin/search/search.server.ts";
import type { SearchGroup, SearchKind } from "#app/shell/admin/search/search-groups.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { danasCall, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { paymentFixtures, useInvoicesOnly } from "#tests/fixtures/payments.ts";
import { callRefusesStrangers, openPage } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { searchAdminEndpoints } from "./search-admin.server.ts";

const { ctx, db, pool } = useDatabase();
useBookingFixture(ctx);
const call = callsOf(searchAdminEndpoints);
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  useInvoicesOnly();
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

const ask = (q: string, who = admin) =>
  call(who, `/admin/search?q=${encodeURIComponent(q)}`, undefined, { method: "GET" });
const groups = async (q: string) => {
  const { status, body } = await ask(q);
  expect(status).toBe(200);
  return (body as { groups: SearchGroup[] }).groups;
};
const titles = async (q: string, kind: SearchKind) =>
  (await groups(q)).find((group) => group.kind === kind)?.hits.map(({ title }) => title) ?? [];
const add = async (email: string, company: string | null = null, name: string | null = null) =>
  value(await createProspect(admin, { email, ...(company ? { company } : {}), ...(name ? { name } : {}) })).id;
async function mailTo(toAddress: string, subject: string) {
  const id = newId();
  await db.insert(message).values({
    ...{ id, kind: "test", toAddress, subject, html: "", text: "Secret body", createdAt: ctx.now },
    ...{ messageId: `<${id}@gtmarc.example>`, status: "sent", sentAt: ctx.now },
  });
  await db.insert(messageSearch).values({ message: id, text: searchFold(`${toAddress} ${subject}`) });
}

test("the search refuses strangers, and its queries return nothing for them", async () => {
  await add("dana@northfield.example", "Northfield");
  await callRefusesStrangers(ctx, searchAdminEndpoints, "/admin/search?q=northfield", { method: "GET" });
  for (const who of [
    asAnonymous(ctx),
    await as(ctx, "user@elsewhere.example"),
    await asAdmin(ctx, "a@b.example", "aal1"),
  ])
    expect(await searchRecords(who, "northfield")).toEqual([]);
});

test("people and companies are found by parts of name, company and address, in any order and case", async () => {
  const id = await add("dana@northfield.example", "Northfield Analytics", "Dana Whitlock");
  await add("kim@halden.example", "Halden Freight");
  for (const q of ["northfield", "NORTH", "whitlock dana", "na@north", "an no", "alytics"])
    expect(await titles(q, "prospect"), q).toEqual(["Northfield Analytics"]);
  expect((await groups("northfield"))[0]).toEqual({
    kind: "prospect",
    hits: [
      {
        title: "Northfield Analytics",
        detail: "Dana Whitlock, dana@northfield.example, Lead",
        href: `/admin/prospect-pipeline/${id}`,
      },
    ],
  });
});

test("typos are tolerated when nothing matches exactly", async () => {
  await add("dana@northfield.example", "Northfield Analytics", "Dana Whitlock");
  await add("kim@halden.example", "Halden Freight");
  for (const q of ["nortfield", "northfeild", "nothfield", "northfieldd", "witlock", "nortfield analitics"])
    expect(await titles(q, "prospect"), q).toEqual(["Northfield Analytics"]);
  await add("sam@nortfield.example", "Nortfield");
  expect(await titles("nortfield", "prospect")).toEqual(["Nortfield"]);
  expect(await titles("vermilion", "prospect")).toEqual([]);
});

test("a number finds its invoice alone, and an address finds no others of the same ending", async () => {
  const member = await wizardMember(ctx);
  const [first, second] = [
    await paymentFixtures(ctx).invoiced(member, await finishedBlueprint(member)),
    await paymentFixtures(ctx).invoiced(member, await finishedBlueprint(member)),
  ];
  expect(first.number).not.toBe(second.number);
  expect(await titles(first.number, "document")).toEqual([first.number]);
  expect(await titles(first.number.replace(/\d{4}$/, "9999"), "document")).toEqual([]);
  value(await bookCall(asAnonymous(ctx), danasCall()));
  await add("dana@northfield.example", "Northfield Analytics", "Dana Whitlock");
  for (const kind of ["call", "prospect"] as const) {
    expect(await titles("lefevre.example", kind), kind).toEqual([]);
    expect(await titles("info@lefevre.example", kind), kind).toEqual([]);
    expect(await titles("dana@nortfield.example", kind), kind).toHaveLength(1);
  }
});

test("a merged prospect is found once", async () => {
  const keptId = await add("dana@northfield.example", "Northfield");
  const mergedId = await add("d.whitlock@northfield.example", "Northfield");
  value(await mergeProspects(admin, { keptId, mergedId }));
  expect((await groups("northfield"))[0]?.hits).toHaveLength(1);
});

test("blueprints, calls, invoices, mail, issues, hosts and event types are found with their pages", async () => {
  const member = await wizardMember(ctx);
  const blueprintId = await finishedBlueprint(member, "Kestrel Logistics");
  const { number } = await paymentFixtures(ctx).invoiced(member, blueprintId);
  value(await bookCall(asAnonymous(ctx), danasCall()));
  await mailTo("robin@kestrel.example", "Your analysis is ready");
  const [issue] = await db
    .insert(newsletterIssue)
    .values({ subject: "Kestrel: a case in numbers", createdAt: ctx.now, updatedAt: ctx.now })
    .returning();
  const hrefs = async (q: string) => (await groups(q)).flatMap(({ hits }) => hits.map(({ href }) => href));
  expect(await hrefs("kestrl logistics")).toContain(`/admin/blueprint/${blueprintId}`);
  expect(await hrefs("kestrel")).toEqual(
    expect.arrayContaining([`/admin/blueprint/${blueprintId}`, `/admin/newsletter/${issue!.id}`]),
  );
  expect(await hrefs(number.toLowerCase())).toContain(`/invoices/${number}.pdf`);
  expect(await titles("dana", "call")).toHaveLength(1);
  expect(await titles("analysis is ready", "mail")).toEqual(["Your analysis is ready"]);
  expect(await titles("robin@kes", "mail")).toEqual(["Your analysis is ready"]);
  expect(await hrefs("strategy sesion")).toContain("/admin/calendar/event-types/strategy-session");
});

test.each([
  ["Müller & Söhne, Łódź", ["Muller", "Mueller", "MÜLLER", "müller", "Lodz", "łódź", "sohne lodz"]],
  ["Muller, Lodz", ["Müller", "Łódź", "łodz muller"]],
  ["Straße O’Brien", ["strasse", "O'Brien", "obrien"]],
])("invoices, hosts and event types of %s are found in other spellings", async (name, spellings) => {
  const member = await wizardMember(ctx);
  const { number, paymentId } = await paymentFixtures(ctx).invoiced(member, await finishedBlueprint(member));
  await db.update(payment).set({ companyName: name }).where(eq(payment.id, paymentId));
  const rules = { timezone: "America/New_York", meetingUrl: null, observesHolidays: true, active: true };
  value(await addHost(admin, { name, email: "x@gtmarc.example", ...rules }));
  const copyOf = await offerKickoff(admin);
  value(await addEventType(admin, { title: name, slug: "x", copyOf }));
  for (const q of spellings) {
    expect(await titles(q, "document"), q).toEqual([number]);
    const setup = (await groups(q)).find(({ kind }) => kind === "setup")?.hits ?? [];
    expect(setup.map(({ title, detail }) => `${detail} ${title}`).sort(), q).toEqual([
      `Event type ${name}`,
      `Host ${name}`,
    ]);
  }
});

test("the body of a mail is not searched, and words of two letters find no mail", async () => {
  await mailTo("robin@kestrel.example", "Hello");
  expect(await titles("secret body", "mail")).toEqual([]);
  expect(await titles("he", "mail")).toEqual([]);
});

test("wildcards, quotes and backslashes are ordinary characters", async () => {
  await add("dana@northfield.example", "100% Analytics");
  await add("kim@halden.example", "Halden_Freight");
  await add("sam@quote.example", "O'Neil \\ Sons");
  expect(await titles("100%", "prospect")).toEqual(["100% Analytics"]);
  expect(await titles("halden_f", "prospect")).toEqual(["Halden_Freight"]);
  expect(await titles("o'neil \\", "prospect")).toEqual(["O'Neil \\ Sons"]);
  for (const q of ["%%%", "___", "%_", "\\\\\\", "' or 1=1 --", "*:*", "<script>", "🦅🦅🦅"])
    expect(await titles(q, "prospect"), q).toEqual([]);
});

test("unreadable and overlong text is rejected by the endpoint and shortened by the page", async () => {
  await add("dana@northfield.example", "Northfield");
  expect((await ask("north\0field")).status).toBe(422);
  expect((await ask("a".repeat(101))).status).toBe(422);
  expect((await ask("a".repeat(100))).status).toBe(200);
  expect((await ask(Array.from({ length: 33 }, () => "ab").join(" "))).status).toBe(200);
  const page = (q: string) => openPage(pageLoader, admin, `/admin/search?q=${q}`);
  expect(await page("north%00field")).toMatchObject({ query: "north field", groups: [{ kind: "prospect" }] });
  expect(await page(`northfield${"%20".repeat(200)}`)).toMatchObject({ groups: [{ kind: "prospect" }] });
  expect(await page("a".repeat(5000))).toMatchObject({ query: "a".repeat(100), groups: [] });
});

test("a search is one concurrent query per feature, with at most five hits each; less than two letters run no query", async () => {
  for (let number = 1; number <= 7; number += 1) await add(`dana${number}@northfield.example`, `Northfield ${number}`);
  const sent: unknown[] = [];
  const query = pool.query.bind(pool);
  pool.query = ((...args: Parameters<typeof query>) => {
    sent.push(args[0]);
    return query(...args);
  }) as typeof pool.query;
  expect(await searchRecords(admin, "n")).toEqual([]);
  expect(await searchRecords(admin, "   ")).toEqual([]);
  expect(sent).toHaveLength(0);
  const [found] = await searchRecords(admin, "northfield");
  pool.query = query;
  expect(found?.hits).toHaveLength(5);
  expect(sent).toHaveLength(7);
});
