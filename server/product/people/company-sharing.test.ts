import { readdirSync, readFileSync } from "node:fs";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { settleCompany } from "#app/features/accounts/company/companies.server.ts";
import { confirmDomain, releaseDomain } from "#app/features/accounts/company/domain-proof.server.ts";
import {
  acceptInvitation,
  inviteToCompany,
  withdrawInvitation,
} from "#app/features/accounts/company/invitations.server.ts";
import {
  joinUserToCompany,
  leaveCompany,
  releaseDomainOfUser,
  separateUser,
} from "#app/features/accounts/company/membership.server.ts";
import { readOwnCompany } from "#app/features/accounts/company/own-company.server.ts";
import { exportPersonalData, forgetPerson } from "#app/features/accounts/personal-data.server.ts";
import { getProfile } from "#app/features/accounts/profile/profile.server.ts";
import { company, companyInvitation, profile, user } from "#app/features/accounts/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { useCompanies } from "#tests/fixtures/company-people.ts";

const { db, ctx, dns, arrived, names, named, companyOf, idOf, publishRecord, confirmed } = useCompanies();
const grantWizard = ({ actor, now }: SignedInCtx) =>
  db.insert(wizardGrant).values({ userId: actor.userId, grantedAt: now });

test.each([
  "t-online.de",
  "gmx.de",
  "orange.fr",
  "yahoo.de",
  "wp.pl",
  "gmail.com",
  // No list knows these: a provider of tomorrow, a university, a firm, a registry's customers.
  "new-mail.example",
  "students.university.example",
  "northfield.example",
  "bücher.example",
])("a second person at %s gets nothing that the first one typed", async (domain) => {
  const anna = await named(`anna@${domain}`, "Geheim Projekt GmbH");
  const bert = await arrived(`bert@${domain}`);
  expect(await getProfile(bert)).toMatchObject({ companyName: null });
  expect(await idOf(bert)).not.toBe(await idOf(anna));
  await grantWizard(bert);
  const started = await startBlueprint(bert, { mode: "guided" });
  expect(JSON.stringify(started)).not.toContain("Geheim");
  expect(JSON.stringify(await exportPersonalData(bert, bert.actor))).not.toContain("Geheim");
  await names(bert, "Bert AG");
  expect(await getProfile(anna)).toMatchObject({ companyName: "Geheim Projekt GmbH" });
});

test("the website is prefilled for a company's domain and never for a mail provider's", async () => {
  const websites = [];
  for (const email of ["bert@gmx.de", "bert@mail.t-online.de", "bert@acme.uk.com", "bert@northfield.example"]) {
    const person = await arrived(email);
    await grantWizard(person);
    const started = await startBlueprint(person, { mode: "guided" });
    websites.push(started.ok && started.value.about.companyWebsite);
  }
  expect(websites).toEqual(["", "", "https://www.acme.uk.com", "https://www.northfield.example"]);
});

test("a domain confirmed by its record shares the company with its verified addresses, earlier and later ones", async () => {
  const early = await arrived("early@northfield.example");
  const own = await named("own@sub.northfield.example", "My Own Name");
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const later = await arrived("later@northfield.example");
  const elsewhere = await arrived("lee@northfield.example.org");
  expect(await getProfile(early)).toMatchObject({ companyName: "Northfield", companyId: await idOf(owner) });
  expect(await getProfile(later)).toMatchObject({ companyName: "Northfield", companyId: await idOf(owner) });
  expect(await getProfile(own)).toMatchObject({ companyName: "My Own Name", companyId: await idOf(owner) });
  expect(await idOf(elsewhere)).not.toBe(await idOf(owner));
  expect((await companyOf(owner))!.members).toEqual([early, later, own].map(({ actor }) => actor.email).sort());
  expect(await companyOf(later)).toMatchObject({ isOwner: false, joinedBy: "domain", record: null });
});

test("an unverified address does not join when the domain is confirmed", async () => {
  const mallory = await arrived("mallory@northfield.example");
  await db.update(user).set({ emailVerified: false }).where(eq(user.id, mallory.actor.userId));
  const owner = await confirmed("dana@northfield.example", "Northfield");
  expect(await idOf(mallory)).not.toBe(await idOf(owner));
});

test("a domain is not confirmed without its record, by another company's record or while the DNS fails", async () => {
  const owner = await named("dana@northfield.example", "Northfield");
  const kind = async (person = owner) => {
    const result = await confirmDomain(person);
    return result.ok ? "confirmed" : result.reason.kind;
  };
  expect(await kind()).toBe("record_not_found");
  const stranger = await named("lee@northfield.example", "Evil");
  await publishRecord(stranger);
  expect(await kind()).toBe("record_not_found");
  dns().state.isBroken = true;
  expect(await kind()).toBe("dns_unavailable");
  dns().state.isBroken = false;
  await publishRecord(owner);
  expect(await kind()).toBe("confirmed");
  expect(await kind()).toBe("confirmed");
  // The stranger of the domain is in the owner's company now, and does not own it.
  expect(await kind(stranger)).toBe("not_owner");
});

test("a domain that the release before gave to another company, unconfirmed, shares nothing and can be confirmed", async () => {
  const [old] = await db.insert(company).values({ name: "Old", domain: "northfield.example" }).returning();
  const early = await arrived("early@northfield.example");
  await db.update(profile).set({ companyId: old!.id }).where(eq(profile.authUserId, early.actor.userId));
  expect(await getProfile(await arrived("lee@northfield.example"))).toMatchObject({ companyName: null });
  const owner = await confirmed("dana@northfield.example", "Northfield");
  expect(await idOf(await arrived("new@northfield.example"))).toBe(await idOf(owner));
});

test("mail providers cannot be confirmed, and a new address moves the confirmation", async () => {
  const anna = await named("anna@t-online.de", "Anna");
  expect((await companyOf(anna))!.record).toBeNull();
  expect(await confirmDomain(anna)).toMatchObject({ ok: false, reason: { kind: "no_domain" } });
  const moved = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  const later = { ...moved, actor: { ...moved.actor, email: "dana@elsewhere.example" } };
  await db.update(user).set({ email: later.actor.email }).where(eq(user.id, later.actor.userId));
  expect(await confirmDomain(later)).toMatchObject({ ok: false, reason: { kind: "record_not_found" } });
  await releaseDomain(later);
  await publishRecord(later);
  expect(await confirmDomain(later)).toMatchObject({ ok: true });
  expect(await idOf(lee)).not.toBe(await idOf(later));
  expect(await idOf(await arrived("new@northfield.example"))).not.toBe(await idOf(later));
  expect(await idOf(await arrived("new@elsewhere.example"))).toBe(await idOf(later));
});

test("two owners who confirm one domain at once end up in one company", async () => {
  const people = [await named("a@northfield.example", "A"), await named("b@northfield.example", "B")];
  const records = [];
  for (const person of people) records.push((await companyOf(person))!.record!);
  dns().records.set(
    records[0]!.name,
    records.map(({ value }) => value),
  );
  await Promise.all(people.map((person) => confirmDomain(person)));
  expect(await db.select().from(company)).toHaveLength(1);
  expect(await idOf(people[0]!)).toBe(await idOf(people[1]!));
});

test("checks of a domain are limited", async () => {
  const owner = await named("dana@northfield.example", "Northfield");
  let refused = 0;
  for (let round = 0; round < 25; round += 1) {
    const result = await confirmDomain(owner);
    if (!result.ok && result.reason.kind === "too_many") refused += 1;
  }
  expect(refused).toBe(5);
});

test("an address that leaves the domain leaves the company, with its own text; invited people stay", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  const guest = await arrived("guest@elsewhere.example");
  await inviteToCompany(owner, { email: guest.actor.email });
  await acceptInvitation(guest, (await readOwnCompany(guest)).invitations[0]!.id);
  for (const [person, email] of [
    [lee, "lee@other.example"],
    [guest, "guest@other.example"],
  ] as const) {
    await db.update(user).set({ email }).where(eq(user.id, person.actor.userId));
    await db.transaction((tx) => settleCompany({ ...ctx, db: tx }, { userId: person.actor.userId, email }));
  }
  expect(await idOf(lee)).not.toBe(await idOf(owner));
  expect(await idOf(guest)).toBe(await idOf(owner));
});

test("ending the sharing by domain separates who came by it, and only them", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  const admin = await asAdmin(ctx, "admin@gtmarc.example");
  const joined = await arrived("joined@elsewhere.example");
  await joinUserToCompany(admin, { userId: joined.actor.userId, memberEmail: owner.actor.email });
  expect(await releaseDomain(lee)).toMatchObject({ ok: false });
  expect(await releaseDomain(owner)).toMatchObject({ ok: true });
  expect(await idOf(lee)).not.toBe(await idOf(owner));
  expect(await idOf(joined)).toBe(await idOf(owner));
  expect(await idOf(await arrived("new@northfield.example"))).not.toBe(await idOf(owner));
});

test("an invitation is accepted only by its address, once, before it expires", async () => {
  const owner = await named("dana@northfield.example", "Northfield");
  const lee = await named("lee@elsewhere.example", "Lee Ltd");
  const stranger = await arrived("stranger@elsewhere.example");
  expect(await inviteToCompany(owner, { email: owner.actor.email })).toMatchObject({ reason: { kind: "own_address" } });
  expect(await inviteToCompany(owner, { email: lee.actor.email })).toMatchObject({ ok: true });
  expect(await inviteToCompany(owner, { email: lee.actor.email })).toMatchObject({ ok: true });
  const [invitation] = await db.select().from(companyInvitation);
  expect(await db.$count(companyInvitation)).toBe(1);
  const [mail] = await db.select().from(message).where(eq(message.kind, "company-invitation"));
  expect(mail).toMatchObject({ toAddress: lee.actor.email });
  expect(mail!.text).not.toContain("Northfield");
  expect(await acceptInvitation(stranger, invitation!.id)).toMatchObject({ ok: false });
  expect(await withdrawInvitation(stranger, invitation!.id)).toMatchObject({ ok: false });
  const late = { ...lee, now: new Date(lee.now.getTime() + 31 * dayMs) };
  expect((await readOwnCompany(late)).invitations).toEqual([]);
  expect(await acceptInvitation(late, invitation!.id)).toMatchObject({ ok: false });
  expect(await acceptInvitation(lee, invitation!.id)).toMatchObject({ ok: true });
  expect(await acceptInvitation(lee, invitation!.id)).toMatchObject({ ok: false });
  expect(await getProfile(lee)).toMatchObject({ companyId: await idOf(owner), companyName: "Lee Ltd" });
  // A member who was invited cannot rename the company for the others.
  await names(lee, "Renamed");
  expect((await companyOf(owner))!.name).toBe("Northfield");
  await leaveCompany(lee);
  expect(await idOf(lee)).not.toBe(await idOf(owner));
  expect(await getProfile(lee)).toMatchObject({ companyName: "Renamed" });
});

test("two invitations accepted at the same moment end in one company, and leave nothing of the other", async () => {
  const [dana, otto] = [await named("dana@t-online.de", "Northfield"), await named("otto@gmx.de", "Otto")];
  const lee = await named("lee@web.de", "Lee");
  for (const from of [dana, otto]) await inviteToCompany(from, { email: lee.actor.email });
  const own = await idOf(lee);
  const { invitations } = await readOwnCompany(lee);
  const accepted = await Promise.all(invitations.map(({ id }) => acceptInvitation(lee, id)));
  expect(accepted).toMatchObject([{ ok: true }, { ok: true }]);
  expect([await idOf(dana), await idOf(otto)]).toContain(await idOf(lee));
  expect(await db.$count(company, eq(company.id, own!))).toBe(0);
  expect((await readOwnCompany(lee)).invitations).toEqual([]);
  // The one that was left: its owner leaves no empty company behind.
  expect(await db.$count(company)).toBe(2);
});

test("an invitation is withdrawn by a member and declined by the invited person; without a company there is none", async () => {
  const owner = await named("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@elsewhere.example");
  for (const by of [owner, lee]) {
    await inviteToCompany(owner, { email: lee.actor.email });
    const [invitation] = await db.select().from(companyInvitation);
    expect(await withdrawInvitation(by, invitation!.id)).toMatchObject({ ok: true });
    expect((await readOwnCompany(lee)).invitations).toEqual([]);
  }
  const none = await arrived("bert@gmx.de");
  expect(await inviteToCompany(none, { email: lee.actor.email })).toMatchObject({ reason: { kind: "no_company" } });
  expect(await acceptInvitation(lee, "no-id")).toMatchObject({ ok: false });
  expect(await withdrawInvitation(lee, newId())).toMatchObject({ ok: false });
});

test("who left a company cannot return by an invitation from before, to the own or to another address", async () => {
  const owner = await named("owner@northfield.example", "Northfield");
  const eve = await arrived("eve@gmail.com");
  const second = await arrived("eve.second@gmail.com");
  await inviteToCompany(owner, { email: eve.actor.email });
  await acceptInvitation(eve, (await readOwnCompany(eve)).invitations[0]!.id);
  expect(await idOf(eve)).toBe(await idOf(owner));
  await inviteToCompany(eve, { email: second.actor.email });
  await inviteToCompany(owner, { email: "dana@else.example" });
  await inviteToCompany(owner, { email: eve.actor.email });
  expect(await separateUser(await asAdmin(ctx), { userId: eve.actor.userId })).toMatchObject({ ok: true });
  for (const person of [eve, second]) expect((await readOwnCompany(person)).invitations).toEqual([]);
  expect((await companyOf(owner))?.invited).toMatchObject([{ email: "dana@else.example" }]);
});

test("an admin joins and separates users, with an audit entry; others cannot", async () => {
  const admin = await asAdmin(ctx, "admin@gtmarc.example");
  const anna = await named("anna@t-online.de", "Anna GmbH");
  const bert = await arrived("bert@t-online.de");
  const both = { userId: bert.actor.userId, memberEmail: "Anna@T-Online.de" };
  for (const stranger of [anna, bert]) {
    expect(await joinUserToCompany(stranger, both)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await separateUser(stranger, both)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await releaseDomainOfUser(stranger, both)).toMatchObject({ reason: { kind: "not_admin" } });
  }
  expect(await joinUserToCompany(admin, both)).toMatchObject({ ok: true });
  expect(await joinUserToCompany(admin, both)).toMatchObject({ ok: true });
  expect(await getProfile(bert)).toMatchObject({ companyId: await idOf(anna), companyName: "Anna GmbH" });
  const refusal = async (userId: string, memberEmail: string) => {
    const result = await joinUserToCompany(admin, { userId, memberEmail });
    return result.ok ? "joined" : result.reason.kind;
  };
  expect(await refusal(bert.actor.userId, bert.actor.email)).toBe("same_person");
  expect(await refusal(bert.actor.userId, "absent@t-online.de")).toBe("no_such_member");
  expect(await refusal(newId(), anna.actor.email)).toBe("not_found");
  expect(await refusal((await as(ctx, "new@t-online.de")).actor.userId, anna.actor.email)).toBe("no_profile");
  expect(await separateUser(admin, both)).toMatchObject({ ok: true });
  expect(await separateUser(admin, both)).toMatchObject({ ok: true });
  expect(await idOf(bert)).not.toBe(await idOf(anna));
  expect((await db.select().from(auditEntry)).map(({ act }) => act)).toEqual([
    "user.company-joined",
    "user.company-left",
  ]);
});

test("an admin ends the sharing by domain", async () => {
  const admin = await asAdmin(ctx, "admin@gtmarc.example");
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  expect(await releaseDomainOfUser(admin, { userId: lee.actor.userId })).toMatchObject({ ok: true });
  expect(await idOf(lee)).not.toBe(await idOf(owner));
  expect(await releaseDomainOfUser(admin, { userId: newId() })).toMatchObject({ reason: { kind: "not_found" } });
});

test("invitations are exported and erased with either person, and with an address that has no account", async () => {
  const owner = await named("dana@northfield.example", "Northfield");
  await inviteToCompany(owner, { email: "absent@elsewhere.example" });
  const absent = { userId: null, email: "absent@elsewhere.example" };
  for (const subject of [owner.actor, absent])
    expect((await exportPersonalData(ctx, subject))["company_invitations"]).toMatchObject([{ email: absent.email }]);
  await forgetPerson(ctx, absent);
  expect(await db.$count(companyInvitation)).toBe(0);
  await inviteToCompany(owner, { email: absent.email });
  await forgetPerson(ctx, owner.actor);
  expect(await db.$count(companyInvitation)).toBe(0);
  expect(await db.$count(company)).toBe(0);
});

/** The hand-written statements that separate companies that were shared before. */
const separation = () => {
  const folder = "db/migrations";
  const files = readdirSync(folder).filter((name) => /^\d.*\.sql$/.test(name));
  const statements = files.flatMap((name) =>
    readFileSync(`${folder}/${name}`, "utf8").split("--> statement-breakpoint"),
  );
  const first = statements.findIndex((statement) => statement.includes('WITH "separated" AS'));
  return statements.slice(first, first + 3);
};

test("an upgrade separates people who shared a company by domain, and keeps what each of them saved", async () => {
  const anna = await named("anna@t-online.de", "Geheim Projekt GmbH");
  const bert = await arrived("bert@t-online.de");
  const carl = await arrived("carl@t-online.de");
  const orphan = await arrived("orphan@gone.example");
  const [shared] = await db
    .update(company)
    .set({ domain: "t-online.de" })
    .where(eq(company.id, (await idOf(anna))!))
    .returning();
  const [left] = await db.insert(company).values({ name: "Gone Ltd", domain: "gone.example" }).returning();
  const put = (person: SignedInCtx, values: Partial<typeof profile.$inferInsert>) =>
    db.update(profile).set(values).where(eq(profile.authUserId, person.actor.userId));
  await put(bert, { companyId: shared!.id, companyName: "Geheim Projekt GmbH" });
  await put(carl, { companyId: shared!.id, companyName: "Carl KG", firstName: "Carl", lastName: "C" });
  await put(orphan, { companyId: left!.id, companyName: "Gone Ltd" });
  const draft = async (person: SignedInCtx, values: Partial<typeof blueprint.$inferInsert>) => {
    const about = { companyName: "Geheim Projekt GmbH", companyId: shared!.id, mode: "guided" as const, inputs: {} };
    const row = { id: newId(), userId: person.actor.userId, ...about, createdAt: ctx.now, updatedAt: ctx.now };
    await db.insert(blueprint).values({ ...row, ...values });
    return row.id;
  };
  const untouched = await draft(bert, {});
  const saved = await draft(bert, { version: 2, companyName: "Bert AG" });
  const annas = await draft(anna, {});
  for (const statement of separation()) await db.execute(sql.raw(statement));

  expect(await getProfile(anna)).toMatchObject({ companyId: shared!.id, companyName: "Geheim Projekt GmbH" });
  expect(await getProfile(bert)).toMatchObject({ companyName: null });
  expect(await getProfile(carl)).toMatchObject({ companyName: "Carl KG", firstName: "Carl" });
  expect(await getProfile(orphan)).toMatchObject({ companyName: null });
  const ids = await Promise.all([anna, bert, carl, orphan].map(idOf));
  expect(new Set(ids).size).toBe(4);
  const nameOf = async (id: string | null) => (await db.select().from(company).where(eq(company.id, id!)))[0]?.name;
  expect(await Promise.all(ids.map(nameOf))).toEqual(["Geheim Projekt GmbH", null, "Carl KG", null]);
  expect(await db.$count(company, eq(company.id, left!.id))).toBe(0);
  const drafts = new Map((await db.select().from(blueprint)).map((row) => [row.id, row]));
  expect(drafts.get(untouched)).toMatchObject({ companyName: "", companyId: ids[1] });
  expect(drafts.get(saved)).toMatchObject({ companyName: "Bert AG", companyId: ids[1] });
  expect(drafts.get(annas)).toMatchObject({ companyName: "Geheim Projekt GmbH", companyId: ids[0] });
  expect(JSON.stringify(await exportPersonalData(bert, bert.actor))).not.toContain("Geheim");
  expect(await db.$count(company, isNotNull(company.domain))).toBe(0);
  // Running it again changes nothing.
  for (const statement of separation()) await db.execute(sql.raw(statement));
  expect(await Promise.all([anna, bert, carl, orphan].map(idOf))).toEqual(ids);
  expect(await db.$count(profile, and(eq(profile.joinedBy, "own")))).toBe(4);
});
