import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { dana, useAccountSite } from "#tests/fixtures/account-site.ts";
import { as } from "#tests/fixtures/actors.ts";
import { updateProfile, verifyUser, welcome } from "./accounts.server.ts";
import { accountProfileChanged, accountSignedIn, accountVerified } from "./events.ts";
import { findUserByEmail, getProfile, profileValues } from "./profile/profile.server.ts";
import { ProfileChange } from "./profile/profile-fields.ts";
import { company, profile, user } from "./tables.server.ts";

const { site, db, ctx } = useAccountSite();

beforeEach(() => {
  forgetListeners();
});

const form = (changes: Record<string, unknown> = {}) =>
  ProfileChange.parse({
    first_name: "Dana",
    last_name: "Whitlock",
    company_name: "Northfield",
    estimated_loaded_cost_per_hour: 90,
    ...changes,
  });
const companies = () => db.select().from(company).orderBy(company.id);
const arrived = async (email: string) => {
  const person = await as(ctx, email);
  await welcome(person, { userId: person.actor.userId });
  return person;
};

test("verification by the operator notifies later features once and uses up the mailed link", async () => {
  const events: unknown[] = [];
  onEvent(accountVerified, async (_, event) => void events.push(event));
  await site.signUp();
  const token = await site.mailedToken();
  expect(await verifyUser(ctx, { email: " DANA@northfield.example" })).toMatchObject({
    ok: true,
    value: { email: dana },
  });
  expect(await verifyUser(ctx, { email: dana })).toMatchObject({ ok: true });
  expect(events).toEqual([{ userId: expect.any(String), email: dana }]);
  expect((await site.visit().post("/api/auth/verify-email", { token })).status).toBe(422);
  expect((await site.signIn()).status).toBe(200);
});

test("verification is refused for unknown addresses and for everyone except the operator", async () => {
  expect(await verifyUser(ctx, { email: dana })).toEqual({ ok: false, reason: { kind: "no_such_account" } });
  expect(await verifyUser(await as(ctx, dana), { email: dana })).toEqual({
    ok: false,
    reason: { kind: "not_allowed" },
  });
});

test("a failing listener rolls back the verification", async () => {
  await site.signUp();
  onEvent(accountVerified, async () => {
    throw new Error("listener");
  });
  await expect(verifyUser(ctx, { email: dana })).rejects.toThrow("listener");
  expect(await findUserByEmail(ctx, dana)).toMatchObject({ emailVerified: false });
});

test("the first sign-in creates profile and company, later ones keep them, and each publishes an event", async () => {
  const events: unknown[] = [];
  onEvent(accountSignedIn, async (_, event) => void events.push(event));
  await site.member();
  await site.signIn();
  await site.signIn();
  expect(events).toHaveLength(2);
  const [person] = await db.select().from(user);
  const [firm, ...others] = await companies();
  expect(others).toEqual([]);
  expect(firm).toMatchObject({
    name: null,
    domain: null,
    createdByAuthUserId: person!.id,
  });
  expect(await db.select().from(profile)).toMatchObject([
    { authUserId: person!.id, workEmail: dana, companyId: firm!.id, companyName: null, estimatedLoadedCostPerHour: 75 },
  ]);
});

test("a failed sign-in creates no profile", async () => {
  await site.member();
  await site.signIn(dana, undefined, "Wrong-2026");
  expect(await db.select().from(profile)).toEqual([]);
});

test("simultaneous first sign-ins of one user create one company", async () => {
  const person = await as(ctx, "a@mail.northfield.co.uk");
  await Promise.all(Array.from({ length: 4 }, () => welcome(person, { userId: person.actor.userId })));
  expect(await companies()).toHaveLength(1);
});

test("consumer addresses share no company: each user's company is created when it is named, without a domain", async () => {
  const people = [await arrived("dana@gmail.com"), await arrived("lee@gmail.com")];
  expect(await companies()).toEqual([]);
  expect(await getProfile(people[0]!)).toMatchObject({ companyId: null, companyName: null });
  for (const person of people) await updateProfile(person, form());
  expect(await companies()).toMatchObject([
    { name: "Northfield", domain: null },
    { name: "Northfield", domain: null },
  ]);
});

test("two tabs on a profile: each saves its own changes, and a field that both changed is refused until it was seen", async () => {
  const person = await arrived(dana);
  await updateProfile(person, form({ title: "Analyst" }));
  const base = profileValues(await getProfile(person));
  await updateProfile(person, form({ title: "Founder", estimated_loaded_cost_per_hour: 90 }), base);
  expect(await updateProfile(person, form({ title: "Analyst", industry: "SaaS" }), base)).toMatchObject({ ok: true });
  expect(await getProfile(person)).toMatchObject({
    title: "Founder",
    industry: "SaaS",
    estimatedLoadedCostPerHour: 90,
  });
  const mine = form({ title: "CEO", industry: "SaaS", estimated_loaded_cost_per_hour: 90 });
  expect(await updateProfile(person, mine, base)).toEqual({
    ok: false,
    reason: { kind: "stale", current: { title: "Founder" } },
  });
  expect(await getProfile(person)).toMatchObject({ title: "Founder" });
  expect(await updateProfile(person, mine, { ...base, title: "Founder" })).toMatchObject({ ok: true });
  expect(await getProfile(person)).toMatchObject({ title: "CEO" });
});

test("saving a profile stores every field, names the account, and renames the user's own company", async () => {
  const person = await arrived(dana);
  const change = form({
    title: " Head of Revenue ",
    focus_area: "Revenue Operations",
    top_outcome: "Respond faster",
    industry: "SaaS",
    estimated_loaded_cost_per_hour: 62.5,
  });
  expect(await updateProfile(person, change)).toEqual({ ok: true, value: undefined });
  expect(await getProfile(person)).toMatchObject({
    firstName: "Dana",
    lastName: "Whitlock",
    companyName: "Northfield",
    title: "Head of Revenue",
    focusArea: "Revenue Operations",
    topOutcome: "Respond faster",
    industry: "SaaS",
    estimatedLoadedCostPerHour: 62.5,
    workEmail: dana,
  });
  expect(await db.select().from(user)).toMatchObject([{ name: "Dana Whitlock" }]);
  expect(await companies()).toMatchObject([{ name: "Northfield", domain: null }]);
});

test("changing name, company or title publishes one event; other fields and repeats publish none", async () => {
  const seen: unknown[] = [];
  onEvent(accountProfileChanged, async (_, payload) => void seen.push(payload));
  const person = await arrived(dana);
  await updateProfile(person, form());
  await updateProfile(person, form({ industry: "SaaS" }));
  await updateProfile(person, form({ company_name: "company" }));
  const published = {
    ...{ userId: person.actor.userId, email: dana },
    ...{ name: "Dana Whitlock", firstName: "Dana", lastName: "Whitlock", companyName: "Northfield" },
  };
  expect(seen).toEqual([{ ...published, title: null }]);
  await updateProfile(person, form({ title: "Head of Revenue" }));
  expect(seen[1]).toEqual({ ...published, title: "Head of Revenue" });
});

test.each(["company", "Company", "  COMPANY "])(
  "the placeholder name %j is never saved, other fields are",
  async (name) => {
    const person = await arrived(dana);
    await updateProfile(person, form({ company_name: name }));
    expect(await getProfile(person)).toMatchObject({ firstName: "Dana", companyName: null });
    expect(await companies()).toMatchObject([{ name: null }]);

    await updateProfile(person, form());
    await updateProfile(person, form({ company_name: name, first_name: "Daniela" }));
    expect(await getProfile(person)).toMatchObject({ firstName: "Daniela", companyName: "Northfield" });
  },
);

test("a profile can be read and saved before the first sign-in", async () => {
  const person = await as(ctx, dana);
  expect(await getProfile(person)).toMatchObject({ id: null, workEmail: dana, estimatedLoadedCostPerHour: 75 });
  await updateProfile(person, form());
  expect(await getProfile(person)).toMatchObject({ companyName: "Northfield" });
});

test("users cannot read each other's profiles", async () => {
  const one = await arrived(dana);
  const other = await arrived("lee@elsewhere.example");
  await updateProfile(one, form());
  expect(await getProfile(other)).toMatchObject({ firstName: null, workEmail: "lee@elsewhere.example" });
});

test("deleting an account deletes its profile and keeps the company", async () => {
  const person = await arrived(dana);
  await db.delete(user).where(eq(user.id, person.actor.userId));
  expect(await db.select().from(profile)).toEqual([]);
  expect(await companies()).toMatchObject([{ createdByAuthUserId: null }]);
});

test("the endpoints use the contract's field names, return 401 without a session and 422 with field errors", async () => {
  const stranger = site.visit();
  expect((await stranger.post("/api/functions/get-user-profile")).status).toBe(401);
  expect((await stranger.put("/api/profile", form())).status).toBe(401);

  await site.member();
  const visitor = site.visit();
  await site.signIn(dana, visitor);
  const token = decodeURIComponent(visitor.jar.get("gtmarc_session")!);
  const bearer = await site
    .visit()
    .post("/api/functions/get-user-profile", {}, { authorization: `Bearer ${token}`, origin: "" });
  expect(bearer.body).toMatchObject({
    data: { first_name: null, work_email: dana, estimated_loaded_cost_per_hour: 75 },
  });

  const saved = await visitor.put("/api/profile", { ...form(), title: "" });
  expect(saved.status).toBe(200);
  expect(saved.body).toMatchObject({ data: { first_name: "Dana", company_name: "Northfield", title: null } });

  const bad = await visitor.put("/api/profile", {
    first_name: " ",
    estimated_loaded_cost_per_hour: 501,
    focus_area: "Magic",
  });
  expect(bad.status).toBe(422);
  expect(bad.body).toEqual({
    error: {
      code: "invalid_input",
      message: "Invalid profile data",
      fields: {
        first_name: "First name is required",
        last_name: "Last name is required",
        company_name: "Company name is required",
        focus_area: "Choose one from the list",
        estimated_loaded_cost_per_hour: "Must be between 25 and 500",
      },
    },
  });
});
