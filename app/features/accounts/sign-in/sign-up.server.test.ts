import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { hourMs } from "#app/lib/durations.ts";
import { dana, password, useAccountSite } from "#tests/fixtures/account-site.ts";
import { verifyUser } from "../accounts.server.ts";
import { session, user, verification } from "../tables.server.ts";

const { site, db, ctx } = useAccountSite();

const error = (code: string, message: string, fields?: object) => ({
  error: { code, message, ...(fields ? { fields } : {}) },
});

test("a sign-up returns no session, mails a link, and accepts only an email address and a password", async () => {
  const browser = site.visit();
  const response = await browser.post("/api/auth/sign-up/email", {
    email: "  Dana@Northfield.EXAMPLE ",
    password,
    name: "Mallory",
    isAdmin: true,
    emailVerified: true,
  });
  expect(response.status).toBe(200);
  expect(response.body).toMatchObject({
    user: { email: dana, name: "dana", emailVerified: false },
    message: "Account created successfully! Please check your email to verify your account.",
  });
  expect(response.cookies).toEqual([
    expect.stringMatching(/^gtmarc_verify=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await db.select().from(session)).toEqual([]);
  expect(await db.select().from(user)).toMatchObject([
    { email: dana, name: "dana", isAdmin: false, emailVerified: false },
  ]);
  expect(await site.mails()).toEqual([`verify-email ${dana}`]);
});

test.each([
  ["Short1", "Password must be at least 8 characters"],
  ["lowercase1", "Password must contain at least one uppercase letter"],
  ["UPPERCASE1", "Password must contain at least one lowercase letter"],
  ["NoDigitsHere", "Password must contain at least one number"],
])("the password %s is rejected with a field error", async (word, message) => {
  const response = await site.visit().post("/api/auth/sign-up/email", { email: dana, password: word });
  expect(response.status).toBe(422);
  expect(response.body).toMatchObject(error("invalid_input", message, { password: message }));
  expect(await db.select().from(user)).toEqual([]);
});

test("an account with an internationalized domain is one account, however its address is typed", async () => {
  const stored = "dana@xn--bcher-kva.example";
  const response = await site.visit().post("/api/auth/sign-up/email", { email: " Dana@BÜCHER.example", password });
  expect(response.status).toBe(200);
  expect(await db.select().from(user)).toMatchObject([{ email: stored }]);
  expect(await site.mails()).toEqual([`verify-email ${stored}`]);
  const again = await site.visit().post("/api/auth/sign-up/email", { email: stored, password });
  expect(again.body).toMatchObject(
    error("email_taken", "An account with this email already exists. Please sign in instead."),
  );
  await verifyUser(ctx, { email: "dana@bücher.example" });
  for (const email of ["dana@bücher.example", "dana@bu\u0308cher.example", stored])
    expect((await site.visit().post("/api/auth/sign-in/email", { email, password })).status).toBe(200);
});

test("an invalid email address is rejected", async () => {
  const response = await site.visit().post("/api/auth/sign-up/email", { email: "dana@", password });
  expect(response.status).toBe(422);
  expect(response.body).toMatchObject(
    error("invalid_input", "Invalid email address", { email: "Invalid email address" }),
  );
});

test("a second sign-up with the same address is rejected and changes nothing", async () => {
  await site.signUp();
  const again = await site
    .visit()
    .post("/api/auth/sign-up/email", { email: dana.toUpperCase(), password: "Other-2026x" });
  expect(again.status).toBe(422);
  const message = "An account with this email already exists. Please sign in instead.";
  expect(again.body).toEqual(error("email_taken", message, { email: message }));
  expect(await site.mails()).toHaveLength(1);
  await db.update(user).set({ emailVerified: true });
  expect((await site.signIn()).status).toBe(200);
});

test("of ten simultaneous sign-ups with one address, exactly one creates the account", async () => {
  const responses = await Promise.all(Array.from({ length: 10 }, () => site.signUp()));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
  expect(await site.mails()).toHaveLength(1);
});

test("a sign-up is rolled back and can be retried when its mail cannot be queued", async () => {
  await db.execute(sql`alter table message add constraint broken check (kind <> 'verify-email') not valid`);
  expect((await site.signUp()).status).toBe(500);
  expect(await db.select().from(user)).toEqual([]);
  await db.execute(sql`alter table message drop constraint broken`);
  expect((await site.signUp()).status).toBe(200);
});

test("opening the mailed link does not verify the address; its button does, once, and redirects to the sign-in page", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  const browser = site.visit();
  for (const path of [`/auth/verify?token=${token}`, `/api/auth/verify-email?token=${token}`]) await browser.get(path);
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: false }]);

  const pressed = await browser.form("/auth/verify", { token });
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get("location")).toBe("/auth?notice=verified");
  expect(pressed.cookies).toEqual([]);
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: true }]);
  expect(await db.select().from(verification)).toEqual([]);

  const again = await browser.form("/auth/verify", { token });
  expect(again.headers.get("location")).toBe("/auth?notice=link-not-valid");
});

test("the verification endpoint returns JSON and rejects an expired link", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * hourMs + 1000 });
  const late = await site.visit().post("/api/auth/verify-email", { token });
  expect(late.status).toBe(422);
  expect(late.body).toMatchObject({ error: { code: "link_not_valid" } });
  vi.useRealTimers();
  expect((await site.visit().post("/api/auth/verify-email", { token })).body).toMatchObject({ status: true });
});

test("link tokens are stored only as hashes", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  const [kept] = await db.select().from(verification);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect((await site.visit().post("/api/auth/verify-email", { token: kept!.identifier })).status).toBe(422);
});

test.each(["/auth/verify", "/auth/email-change", "/auth/not-me"])(
  "a malformed form at %s redirects like a used link",
  async (path) => {
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain"]) {
      const response = await site.visit().send(path, { json: "no form", headers: { "content-type": type } });
      expect(response.status).toBe(303);
    }
  },
);
