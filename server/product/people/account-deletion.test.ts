import { eq } from "drizzle-orm";
import { unzipSync } from "fflate";
import { afterEach, beforeEach, expect, test } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { deleteDueAccounts } from "#app/features/accounts/deletion.server.ts";
import { user } from "#app/features/accounts/tables.server.ts";
import { identifyVisitor } from "#app/features/analytics/privacy/identity.server.ts";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { trainingTitles } from "#app/features/content/training-terms.ts";
import { forgetListeners } from "#app/features/events/events.server.ts";
import { heldCall } from "#app/features/full-blueprint/tables.server.ts";
import { clickConsent, message, suppression } from "#app/features/mail/tables.server.ts";
import { subscribeNewsletter } from "#app/features/newsletter/newsletter.server.ts";
import { NewsletterSignup } from "#app/features/newsletter/subscribers/subscription.ts";
import { prospect, prospectAddress } from "#app/features/pipeline/tables.server.ts";
import { TrainingRegistration } from "#app/features/training/registration.ts";
import { registerForTraining } from "#app/features/training/training.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { anonymous, system } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import type { MailAttachment } from "#app/platform/mail/mailer.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { dana, digitsIn, password, tokenIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { danasCall } from "#tests/fixtures/booking-fixture.ts";
import { columnsContaining } from "#tests/fixtures/columns-containing.ts";

const database = useAccountSite();
const { site, db, pool } = database;
const lee = "lee@northfield.example";
const moved = "dana@meridian.example";

beforeEach(() => {
  useSettings({ NEWSLETTER_CONFIRMATION: false });
  registerListeners();
});
afterEach(() => {
  forgetListeners();
});

type Visitor = ReturnType<typeof site.visit>;
const inDays = (days: number) => ({ db, actor: system, now: new Date(Date.now() + days * dayMs + 1000) });

const tablesContaining = (words: string) => columnsContaining(pool, words);

/** A user with data in every feature. */
async function busyPerson(email: string): Promise<Visitor> {
  const visitor = site.visit();
  await site.signUp(email, visitor);
  await visitor.post("/api/auth/verify-email", { code: digitsIn(await site.mailText("verify-email", email)) });
  await visitor.put("/api/profile", {
    first_name: "Dana",
    last_name: "Reyes",
    company_name: "Northfield",
    estimated_loaded_cost_per_hour: 80,
  });
  const now = { db, actor: system, now: new Date() };
  await requestAccess(now, AccessRequest.parse({ email, company_name: "Northfield" }));
  await subscribeNewsletter(now, NewsletterSignup.parse({ email, source: "popup" }));
  await registerForTraining(
    now,
    TrainingRegistration.parse({ email, companyName: "Northfield", trainingProgram: trainingTitles()[0] }),
  );
  await ensureDefaultHost(now);
  const signedIn = (await visitor.get("/api/auth/get-session")).body as { user: { id: string } };
  await db.insert(blueprint).values({
    userId: signedIn.user.id,
    mode: "guided",
    role: `Head of revenue, ${email}`,
    inputs: {},
    createdAt: now.now,
    updatedAt: now.now,
  } as typeof blueprint.$inferInsert);
  await bookCall({ ...database.ctx, actor: system }, danasCall({ email }));
  return visitor;
}

test("after seven days a deleted account and its former address are removed from every table", async () => {
  const dan = await busyPerson(dana);
  await move(dan);
  const before = await tablesContaining(dana);
  expect(before).toEqual(expect.arrayContaining(["former_address.email", "message.text"]));
  // The pending request and the newsletter have followed the change of the address.
  expect(await tablesContaining(moved)).toEqual(
    expect.arrayContaining(["access_request.email", "newsletter_subscriber.email"]),
  );

  const answer = await dan.send("/api/account/deletion", { json: { password } });
  expect(answer.status).toBe(200);
  expect(await site.mails()).toContain(`deletion-scheduled ${moved}`);
  expect(await deleteDueAccounts(inDays(6.9))).toBe(0);
  expect((await dan.get("/api/auth/get-session")).body).not.toBeNull();

  expect(await deleteDueAccounts(inDays(7))).toBe(1);
  expect(await tablesContaining(moved)).toEqual([]);
  expect(await tablesContaining(dana)).toEqual([]);
  expect((await dan.get("/api/auth/get-session")).body).toBeNull();
  expect((await site.signIn(moved)).status).toBe(401);
  expect(await deleteDueAccounts(inDays(8))).toBe(0);
  expect((await site.signUp(moved)).status).toBe(200);
});

test("an upcoming call is canceled with the account: its host is notified without a name, and its time is offered again", async () => {
  const dan = await busyPerson(dana);
  const day = (days: number) => inDays(days).now.toISOString();
  const offered = async (days: number) => {
    const asked = { eventType: "strategy-session", from: day(9), to: day(16) };
    const slots = await listSlots({ ...inDays(days), actor: anonymous }, asked);
    if (!slots.ok) throw new Error(slots.reason.kind);
    return slots.value.map(({ start }) => start.toISOString());
  };
  const [start] = await offered(0);
  const booked = await bookCall({ ...inDays(0), actor: anonymous }, danasCall({ email: dana, start: start! }));
  expect(booked.ok).toBe(true);
  expect(await offered(0)).not.toContain(start);
  const hostMails = () => db.select().from(message).where(eq(message.kind, "call-cancelled-host"));
  await dan.send("/api/account/deletion", { json: { password } });
  expect(await hostMails()).toEqual([]);

  expect(await deleteDueAccounts(inDays(7))).toBe(1);
  const [mail, ...more] = await hostMails();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ toAddress: site.settings.CONTACT_EMAIL, status: "queued" });
  expect(mail?.text).toContain("has deleted their account");
  const [file] = (mail?.attachments ?? []) as MailAttachment[];
  expect(file).toMatchObject({ filename: "canceled.ics" });
  const calendar = String(file?.content).replaceAll("\r\n ", "");
  if (!booked.ok) throw new Error(booked.reason.kind);
  for (const line of ["METHOD:CANCEL", "STATUS:CANCELLED", `UID:${booked.value.uid}`, "SEQUENCE:1"])
    expect(calendar).toContain(line);
  expect(JSON.stringify(mail)).not.toMatch(/dana|reyes/i);
  expect(await offered(7)).toContain(start);
  expect(await tablesContaining(dana)).toEqual([]);
});

test("other users' data is kept", async () => {
  const dan = await busyPerson(dana);
  await site.member(lee);
  await site.signIn(lee);
  const leesPlaces = await tablesContaining(lee);
  await dan.send("/api/account/deletion", { json: { password } });
  expect(await deleteDueAccounts(inDays(7))).toBe(1);
  expect(await tablesContaining(lee)).toEqual(leesPlaces);
  expect((await site.signIn(lee)).status).toBe(200);
});

/** Moves the account of `dana` to `moved`. */
async function move(visitor: Visitor): Promise<void> {
  await visitor.post("/api/auth/change-email", { newEmail: moved, password });
  for (const [kind, to] of [
    ["email-change-confirm", dana],
    ["email-change-verify", moved],
  ] as const)
    await visitor.form("/auth/email-change", { token: tokenIn(await site.mailText(kind, to), "/auth/email-change") });
}

const laterNote = "Our acquisition closes in May.";

/** Another person uses the former address a day after the account moved, without an account, in every feature that allows it. */
async function laterPerson() {
  const now = { ...inDays(1), actor: anonymous };
  await db
    .update(accessRequest)
    .set({ status: "approved", decidedAt: new Date() })
    .where(eq(accessRequest.email, dana));
  await requestAccess(now, AccessRequest.parse({ email: dana, company_name: "Laterfirm" }));
  await subscribeNewsletter(now, NewsletterSignup.parse({ email: dana, source: "footer" }));
  await registerForTraining(
    now,
    TrainingRegistration.parse({ email: dana, companyName: "Laterfirm", trainingProgram: trainingTitles()[1] }),
  );
  const day = (days: number) => inDays(days).now.toISOString();
  const slots = await listSlots(now, { eventType: "strategy-session", from: day(9), to: day(16) });
  if (!slots.ok) throw new Error(slots.reason.kind);
  const start = slots.value[0]!.start.toISOString();
  const booked = await bookCall(now, danasCall({ email: dana, name: "Lara Later", notes: laterNote, start }));
  if (!booked.ok) throw new Error(booked.reason.kind);
  await identifyVisitor(now, { sessionId: "later-session-0001", email: dana, isPrivate: false });
  await db.insert(suppression).values({ address: dana, scope: "outreach", reason: "admin", at: now.now });
  await db.insert(clickConsent).values({ address: dana, wording: "1", source: "email-link", givenAt: now.now });
  await db.insert(heldCall).values({ bookingId: newId(), email: dana, heldAt: now.now });
  const at = { stageSince: now.now, scoredAt: now.now, createdAt: now.now };
  const [later] = await db
    .insert(prospect)
    .values({ email: dana, domain: "northfield.example", company: "Laterfirm", ...at })
    .returning();
  await db.insert(prospectAddress).values({ email: dana, prospectId: later!.id });
}

test("the export has nothing that a later user of a former address entered", async () => {
  const dan = await busyPerson(dana);
  const { personalDataFile } = await import("#app/routes/api/account/personal-data-file.server.ts");
  const { user: own } = (await dan.get("/api/auth/get-session")).body as { user: { id: string } };
  await move(dan);
  const read = async () =>
    unzipSync(await personalDataFile({ db, actor: system, now: new Date() }, { userId: own.id, email: moved }));
  const before = await read();
  await laterPerson();
  const files = await read();
  const text = (name: string) => new TextDecoder().decode(files[name]);
  for (const name of Object.keys(files)) expect(text(name)).not.toMatch(/acquisition closes|Laterfirm|Lara/);
  for (const name of Object.keys(files).filter((name) => name.endsWith(".json") && name !== "access.json"))
    expect(text(name), name).toBe(new TextDecoder().decode(before[name]));
  expect(JSON.parse(text("booking.json"))).toMatchObject({ bookings: [{ email: dana, notes: "Two teams, one CRM." }] });
  expect(JSON.parse(text("newsletter.json"))).toMatchObject({ newsletter: [{ email: moved }] });
  expect(JSON.parse(text("access.json"))).toMatchObject({
    access_requests: [{ email: moved, companyName: "Northfield" }],
  });
  expect(JSON.parse(text("training.json"))).toMatchObject({ training_registrations: [{ email: dana }] });
  expect(text("mail.json")).toContain("email-changed");
});

test("a deletion keeps what a later user of a former address entered", async () => {
  const dan = await busyPerson(dana);
  await move(dan);
  await laterPerson();
  await dan.send("/api/account/deletion", { json: { password } });
  expect(await deleteDueAccounts(inDays(7))).toBe(1);
  expect(await tablesContaining(moved)).toEqual([]);
  const rowsOf = async (table: string) =>
    (await pool.query(`select * from ${table} where lower(${table}::text) like $1`, [`%${dana}%`])).rows;
  expect(await rowsOf("booking")).toMatchObject([{ name: "Lara Later", notes: laterNote, status: "confirmed" }]);
  expect(await rowsOf("access_request")).toMatchObject([{ company_name: "Laterfirm" }]);
  expect(await rowsOf("training_registration")).toMatchObject([{ company_name: "Laterfirm" }]);
  expect(await rowsOf("prospect")).toMatchObject([{ company: "Laterfirm" }]);
  for (const table of ["newsletter_subscriber", "suppression", "click_consent", "held_call", "analytics_identity"])
    expect(await rowsOf(table), table).toHaveLength(1);
  const mails = await rowsOf("message");
  expect(mails.map(({ created_at }) => created_at > inDays(0.9).now)).toEqual(mails.map(() => true));
  expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["call-booked"]));
  expect((await rowsOf("event")).map(({ name }) => name)).toEqual(expect.arrayContaining(["booking.made"]));
});

test("a former address that now belongs to another account is kept", async () => {
  const dan = await busyPerson(dana);
  await move(dan);
  await site.member(dana);
  await dan.send("/api/account/deletion", { json: { password } });
  await deleteDueAccounts(inDays(7));
  expect((await site.signIn(dana)).status).toBe(200);
});

test("the deletion can be canceled with one button and with This wasn't me", async () => {
  const dan = await busyPerson(dana);
  await dan.send("/api/account/deletion", { json: { password } });
  expect((await dan.send("/api/account/deletion", { method: "DELETE" })).body).toEqual({ kept: true });
  expect(await deleteDueAccounts(inDays(30))).toBe(0);
  await dan.send("/api/account/deletion", { json: { password } });
  const token = tokenIn(await site.mailText("deletion-scheduled"), "/auth/not-me");
  await site.visit().form("/auth/not-me", { token });
  expect(await deleteDueAccounts(inDays(30))).toBe(0);
});

test("a deletion requires the password, ends the other sessions, and is refused for admins", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const other = site.visit();
  await site.signIn(dana, other);
  const wrong = await dan.send("/api/account/deletion", { json: { password: "Wrong-2026" } });
  expect(wrong.body).toMatchObject({ error: { fields: { password: "Current password is incorrect" } } });
  await dan.send("/api/account/deletion", { json: { password } });
  expect((await other.get("/api/auth/get-session")).body).toBeNull();
  await dan.send("/api/account/deletion", { method: "DELETE" });
  await db.update(user).set({ isAdmin: true }).where(eq(user.email, dana));
  expect((await dan.send("/api/account/deletion", { json: { password } })).body).toMatchObject({
    error: { code: "admin_account" },
  });
});

test("if one feature fails to delete its data, the whole account is kept and retried", async () => {
  const dan = await busyPerson(dana);
  await dan.send("/api/account/deletion", { json: { password } });
  await pool.query(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`);
  await pool.query("create trigger refuse before delete on access_request execute function refuse()");
  await expect(deleteDueAccounts(inDays(7))).rejects.toThrow();
  await pool.query("drop trigger refuse on access_request; drop function refuse");
  expect((await dan.get("/api/auth/get-session")).body).not.toBeNull();
  expect(await deleteDueAccounts(inDays(7))).toBe(1);
});

test("the export is a zip of all data, as pages and as JSON, without secrets", async () => {
  const dan = await busyPerson(dana);
  const answer = await dan.send("/api/account/export", { form: {} });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/zip");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="gtmarc-data-[\d-]+\.zip"$/);
});

test("the files of the export: one per feature, and a page that shows the same", async () => {
  const dan = await busyPerson(dana);
  const { personalDataFile } = await import("#app/routes/api/account/personal-data-file.server.ts");
  const session = (await dan.get("/api/auth/get-session")).body as {
    session: { id: string };
    user: { id: string };
  };
  const actor = {
    kind: "user",
    userId: session.user.id,
    sessionId: session.session.id,
    email: dana,
    isAdmin: false,
    aal: "aal1",
  } as const;
  const files = unzipSync(await personalDataFile({ db, actor, now: new Date() }, actor));
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      "index.html",
      "accounts.json",
      "access.json",
      "wizard.json",
      "analysis.json",
      "booking.json",
      "mail.json",
    ]),
  );
  expect(JSON.parse(text("access.json"))).toMatchObject({ access_requests: [{ email: dana }] });
  expect(JSON.parse(text("accounts.json"))).toMatchObject({
    account: [{ email: dana }],
    profile: [{ lastName: "Reyes" }],
  });
  expect(text("index.html")).toContain("<h1>Your data at GTMarc</h1>");
  expect(text("index.html")).toContain("Northfield");
  const everything = Object.keys(files).map(text).join("\n");
  expect(everything).not.toContain(lee);
  expect(everything).not.toMatch(/"(token|tokenHash|password|secret|hash|codeHash)":/);
  expect(everything).not.toContain(digitsIn(await site.mailText("verify-email")));
});
