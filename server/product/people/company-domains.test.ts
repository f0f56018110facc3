import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { checkDomains } from "#app/features/accounts/company/domain-checks.server.ts";
import { confirmDomain } from "#app/features/accounts/company/domain-proof.server.ts";
import { leaveCompany } from "#app/features/accounts/company/membership.server.ts";
import { company, user } from "#app/features/accounts/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { useCompanies } from "#tests/fixtures/company-people.ts";

const { db, ctx, dns, arrived, companyOf, idOf, publishRecord, confirmed } = useCompanies();

const check = (afterDays: number) => checkDomains({ ...ctx, now: new Date(ctx.now.getTime() + afterDays * dayMs) });
const mails = async () =>
  (await db.select().from(message))
    .map(({ kind }) => kind)
    .filter((kind) => /^domain/.test(kind))
    .sort();

test("a domain without its record for seven days is no longer confirmed; its people stay, new ones do not join", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  await check(1);
  expect(await companyOf(owner)).toMatchObject({ isConfirmed: true, record: null, endsAt: null });
  dns().records.clear();
  await check(2);
  await check(3);
  expect(await companyOf(owner)).toMatchObject({
    isConfirmed: true,
    record: { name: "_gtmarc.northfield.example" },
    endsAt: new Date(ctx.now.getTime() + 9 * dayMs),
  });
  expect(await companyOf(lee)).toMatchObject({ isConfirmed: true, record: null, endsAt: null });
  expect(await idOf(await arrived("otto@northfield.example"))).toBe(await idOf(owner));
  expect(await mails()).toEqual(["domain-missing"]);
  await check(8.9);
  expect(await companyOf(owner)).toMatchObject({ isConfirmed: true });
  await check(9);
  await check(10);
  expect(await companyOf(owner)).toMatchObject({ isConfirmed: false, endsAt: null });
  expect(await idOf(lee)).toBe(await idOf(owner));
  expect(await idOf(await arrived("new@northfield.example"))).not.toBe(await idOf(owner));
  expect(await mails()).toEqual(["domain-lost", "domain-missing"]);
  const lost = db.select().from(auditEntry).where(eq(auditEntry.act, "user.domain-lost"));
  expect(await lost).toMatchObject([{ subject: owner.actor.userId, detail: { domain: "northfield.example" } }]);
  await publishRecord(owner);
  expect(await confirmDomain(owner)).toMatchObject({ ok: true });
  expect(await companyOf(lee)).toMatchObject({ isConfirmed: true, joinedBy: "domain" });
});

test("a record that returns within seven days ends the count, and another company's record does not", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const [[name, values]] = [...dns().records] as [[string, string[]]];
  dns().records.set(name, ["gtmarc-domain=of-another-company"]);
  await check(1);
  dns().records.set(name, values);
  await check(7);
  dns().records.clear();
  await check(8);
  await check(14);
  expect(await companyOf(owner)).toMatchObject({ isConfirmed: true });
  expect(await mails()).toEqual(["domain-missing", "domain-missing"]);
});

test("a check while the DNS does not respond counts as none", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  dns().state.isBroken = true;
  for (const day of [1, 9, 20]) await check(day);
  expect(await companyOf(owner)).toMatchObject({ isConfirmed: true, endsAt: null });
  expect(await mails()).toEqual([]);
});

test("a missing record of a company whose owner is gone ends the confirmation without a mail", async () => {
  const owner = await confirmed("dana@northfield.example", "Northfield");
  const lee = await arrived("lee@northfield.example");
  await db.update(company).set({ createdByAuthUserId: null });
  await db.delete(user).where(eq(user.id, owner.actor.userId));
  dns().records.clear();
  await check(1);
  await check(8);
  expect(await companyOf(lee)).toMatchObject({ isConfirmed: false, joinedBy: "domain" });
  expect(await mails()).toEqual([]);
  await leaveCompany(lee);
  expect(await companyOf(lee)).toMatchObject({ joinedBy: "own" });
});

test("two checks at once mail once", async () => {
  await confirmed("dana@northfield.example", "Northfield");
  dns().records.clear();
  await Promise.all([check(1), check(1)]);
  expect(await mails()).toEqual(["domain-missing"]);
  await Promise.all([check(8), check(8)]);
  expect(await mails()).toEqual(["domain-lost", "domain-missing"]);
  expect(await db.$count(auditEntry, eq(auditEntry.act, "user.domain-lost"))).toBe(1);
});
