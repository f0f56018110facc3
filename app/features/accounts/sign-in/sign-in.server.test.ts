import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountSite, codeNow, dana, digitsIn, password } from "#tests/fixtures/account-site.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createAdmin } from "../administrators.server.ts";
import { session, user, verification } from "../tables.server.ts";

const database = useDatabase();
const { db, ctx } = database;
let site: ReturnType<typeof accountSite>;

beforeEach(() => {
  site = accountSite(database);
});
afterEach(() => {
  vi.useRealTimers();
});

const error = (code: string, message: string, fields?: object) => ({
  error: { code, message, ...(fields ? { fields } : {}) },
});
const invalid = error("invalid_credentials", "Invalid email or password. Please check your credentials and try again.");
const sessions = () => db.select().from(session);

test("a sign-up answers without a session, mails a link, and takes nothing but an address and a password", async () => {
  const dan = site.visit();
  const answer = await dan.post("/api/auth/sign-up/email", {
    email: "  Dana@Northfield.EXAMPLE ",
    password,
    name: "Mallory",
    isAdmin: true,
    emailVerified: true,
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({
    user: { email: dana, name: "dana", emailVerified: false },
    message: "Account created successfully! Please check your email to verify your account.",
  });
  expect(answer.cookies).toEqual([
    expect.stringMatching(/^gtmarc_verify=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await sessions()).toEqual([]);
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
])("the password %s is refused beside its field", async (word, message) => {
  const answer = await site.visit().post("/api/auth/sign-up/email", { email: dana, password: word });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject(error("invalid_input", message, { password: message }));
  expect(await db.select().from(user)).toEqual([]);
});

test("an address that is none is refused", async () => {
  const answer = await site.visit().post("/api/auth/sign-up/email", { email: "dana@", password });
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject(
    error("invalid_input", "Invalid email address", { email: "Invalid email address" }),
  );
});

test("a second sign-up with the same address is told so and changes nothing", async () => {
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

test("of ten simultaneous sign-ups with one address one makes the account", async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => site.signUp()));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(422)]);
  expect(await site.mails()).toHaveLength(1);
});

test("passwords are compared whole: neither a shorter one nor another end is accepted", async () => {
  const long = `Aa1${"x".repeat(97)}`;
  await site.visit().post("/api/auth/sign-up/email", { email: dana, password: long });
  await db.update(user).set({ emailVerified: true });
  expect((await site.signIn(dana, undefined, `${long.slice(0, 99)}y`)).status).toBe(401);
  expect((await site.signIn(dana, undefined, long.slice(0, 72))).status).toBe(401);
  expect((await site.signIn(dana, undefined, long)).status).toBe(200);
});

test("opening the mailed link verifies nothing; its button does, once, and leads to the sign-in page", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  const dan = site.visit();
  for (const path of [`/auth/verify?token=${token}`, `/api/auth/verify-email?token=${token}`]) await dan.get(path);
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: false }]);

  const pressed = await dan.form("/auth/verify", { token });
  expect(pressed.status).toBe(303);
  expect(pressed.headers.get("location")).toBe("/auth?notice=verified");
  expect(pressed.cookies).toEqual([]);
  expect(await db.select().from(user)).toMatchObject([{ emailVerified: true }]);
  expect(await db.select().from(verification)).toEqual([]);

  const again = await dan.form("/auth/verify", { token });
  expect(again.headers.get("location")).toBe("/auth?notice=link-not-valid");
});

test("the call that verifies answers in JSON, and only while the link is fresh", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 24 * 3_600_000 + 1000 });
  const late = await site.visit().post("/api/auth/verify-email", { token });
  expect(late.status).toBe(422);
  expect(late.body).toMatchObject({ error: { code: "link_not_valid" } });
  vi.useRealTimers();
  expect((await site.visit().post("/api/auth/verify-email", { token })).body).toMatchObject({ status: true });
});

test("links are kept as hashes only", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  const [kept] = await db.select().from(verification);
  expect(JSON.stringify(kept)).not.toContain(token);
  expect((await site.visit().post("/api/auth/verify-email", { token: kept!.identifier })).status).toBe(422);
});

test("signing in unverified opens nothing and mails a new link, at most one in five minutes", async () => {
  await site.signUp();
  const first = await site.signIn();
  expect(first.status).toBe(403);
  expect(first.body).toMatchObject({ error: { code: "email_not_verified" } });
  expect(first.cookies).toEqual([]);
  expect(await site.mails()).toHaveLength(1);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  await Promise.all([site.signIn(), site.signIn(), site.signIn()]);
  expect(await site.mails()).toHaveLength(2);
  expect(await sessions()).toEqual([]);

  expect((await site.signIn(dana, undefined, "Wrong-2026")).body).toEqual(invalid);
});

test("a sign-in sets one HttpOnly, Lax cookie for thirty days and keeps no address", async () => {
  await site.member();
  const dan = site.visit();
  const answer = await site.signIn(dana, dan);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { email: dana, emailVerified: true } });
  const [cookie] = answer.cookies.filter((line) => !line.includes("Max-Age=0"));
  expect(cookie).toMatch(/^gtmarc_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(answer.headers.get("clear-site-data")).toBe('"prefetchCache", "prerenderCache"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const [row] = await sessions();
  expect(row).toMatchObject({ aal: "aal1", userAgent: "test browser" });
  expect(row!.token.length).toBeGreaterThanOrEqual(32);
  expect(row!.ipHash).toMatch(/^[\w-]{22}$/);
  expect(JSON.stringify(row)).not.toContain("203.0.113.7");
});

test("with an https address the cookie is bound to the host", async () => {
  site = accountSite(database, { SITE_URL: "https://gtmarc.example" });
  await site.member();
  const answer = await site.signIn();
  const [cookie] = answer.cookies.filter((line) => line.startsWith("__Host-gtmarc_session="));
  expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  expect(cookie).not.toMatch(/domain/i);
});

test("a session is recognised by its cookie and by its bearer token; a forged or bare token is nobody", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const token = decodeURIComponent(dan.jar.get("gtmarc_session")!);
  expect((await dan.get("/api/auth/get-session")).body).toMatchObject({
    user: { email: dana },
    session: { aal: "aal1" },
  });
  expect(JSON.stringify((await dan.get("/api/auth/get-session")).body)).not.toContain(token.split(".")[0]);

  const bearer = (value: string) => site.visit().get("/api/auth/get-session", { authorization: `Bearer ${value}` });
  expect((await bearer(token)).body).toMatchObject({ user: { email: dana } });
  expect((await bearer(encodeURIComponent(token))).body).toMatchObject({ user: { email: dana } });
  for (const forged of [token.split(".")[0]!, `${token}x`, `x${token}`, `${token.split(".")[0]}.${"A".repeat(43)}=`])
    expect((await bearer(forged)).body).toBeNull();
});

test.each(["/auth/verify", "/auth/email-change", "/auth/not-me"])(
  "a malformed form at %s is a used link, not an error",
  async (path) => {
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/plain"]) {
      const answer = await site.visit().send(path, { json: "no form", headers: { "content-type": type } });
      expect(answer.status).toBe(303);
    }
  },
);

test("no JSON answer carries a session token", async () => {
  await site.admin();
  const verified = site.visit();
  const member = site.visit();
  const admin = site.visit();
  const answers = [await site.signUp(dana, verified)];
  answers.push(await verified.post("/api/auth/verify-email", { code: digitsIn(await site.mailText("verify-email")) }));
  answers.push(await site.signIn(dana, member), await site.signIn("admin@gtmarc.example", admin));
  answers.push(await site.sendCode(await codeNow(), admin));
  for (const path of ["get-session", "list-sessions"]) answers.push(await admin.get(`/api/auth/${path}`));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const kept = (await db.select({ token: session.token }).from(session)).map(({ token }) => token);
  expect(kept).toHaveLength(3);
  for (const { body } of answers) {
    expect(JSON.stringify(body)).not.toMatch(/"token"/);
    for (const token of kept) expect(JSON.stringify(body)).not.toContain(token);
  }
});

test("signing in again is a new session and ends the one the browser had", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const before = dan.jar.get("gtmarc_session")!;
  await site.signIn(dana, dan);
  const after = dan.jar.get("gtmarc_session")!;
  expect(after).not.toBe(before);
  expect(await sessions()).toHaveLength(1);
  const old = await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${before}` });
  expect(old.body).toBeNull();
});

test("a session somebody planted is not taken over", async () => {
  await site.member();
  const dan = site.visit();
  dan.jar.set("gtmarc_session", "planted.AAAA");
  await site.signIn(dana, dan);
  expect(dan.jar.get("gtmarc_session")).not.toContain("planted");
});

test("signing out ends the session on the server and clears the cookie, by call and by form", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const kept = dan.jar.get("gtmarc_session")!;
  const out = await dan.post("/api/auth/sign-out");
  expect(out.body).toEqual({ success: true });
  expect(out.headers.get("clear-site-data")).toBe('"cache", "prefetchCache", "prerenderCache"');
  expect(dan.jar.has("gtmarc_session")).toBe(false);
  expect(await sessions()).toEqual([]);
  expect((await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${kept}` })).body).toBeNull();

  await site.signIn(dana, dan);
  const form = await dan.form("/api/auth/sign-out", {});
  expect(form.status).toBe(303);
  expect(form.headers.get("location")).toBe("/");
  expect(await sessions()).toEqual([]);
});

test("a session ends after a week without use and after thirty days in any case", async () => {
  await site.member();
  const start = Date.now();
  const dan = site.visit();
  const at = async (days: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: start + days * 86_400_000 });
    return (await dan.get("/api/auth/get-session")).body;
  };
  await site.signIn(dana, dan);
  expect(await at(7.1)).toBeNull();
  vi.setSystemTime(start);
  for (const days of [6, 12, 18, 24, 29.9]) expect(await at(days), `day ${days}`).not.toBeNull();
  expect(await at(30.1)).toBeNull();
});

test("a session is written to at most once in five minutes", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  const seen = async () => (await sessions())[0]!.lastSeenAt.getTime();
  const first = await seen();
  await dan.get("/api/auth/get-session");
  expect(await seen()).toBe(first);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 });
  await dan.get("/api/auth/get-session");
  expect(await seen()).toBeGreaterThan(first);
});

test("a disabled account is nobody at once and cannot sign in", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, dana));
  expect((await dan.get("/api/auth/get-session")).body).toBeNull();
  const answer = await site.signIn();
  expect([answer.status, answer.body]).toEqual([401, invalid]);
  expect(answer.cookies).toEqual([]);
});

test("an admin without a verified second factor gets the message and neither cookie nor session", async () => {
  await site.member();
  await db.update(user).set({ isAdmin: true });
  const answer = await site.signIn();
  expect(answer.status).toBe(403);
  expect(answer.body).toEqual(
    error(
      "second_factor_missing",
      "Admin accounts must enable 2FA before signing in. Please set up Two-Factor Authentication in Account Settings.",
    ),
  );
  expect(answer.cookies).toEqual([]);
  expect(await sessions()).toEqual([]);
});

test("somebody promoted while signed in stays at aal1 in that session, also when it claims more", async () => {
  await site.member();
  const dan = site.visit();
  await site.signIn(dana, dan);
  await db.update(user).set({ isAdmin: true });
  await db.update(session).set({ aal: "aal2" });
  expect((await dan.get("/api/auth/get-session")).body).toMatchObject({
    session: { aal: "aal1" },
    user: { isAdmin: true },
  });
  expect((await dan.post("/api/rpc/is_admin")).body).toBe(true);
});

test("is_admin is true for admins only", async () => {
  await site.member();
  const dan = site.visit();
  expect((await dan.post("/api/rpc/is_admin")).body).toBe(false);
  await site.signIn(dana, dan);
  expect((await dan.post("/api/rpc/is_admin")).body).toBe(false);
  await createAdmin(ctx, { email: dana, totpSecret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" });
  expect((await dan.post("/api/rpc/is_admin")).body).toBe(true);
});

test.each([
  "sign-in/social",
  "sign-in/magic-link",
  "request-password-reset-x",
  "admin/list-users",
  "update-user",
  "delete-user",
  "link-social",
  "ok",
  "error",
  "verify-email/extra",
  "open-proven-session",
  "openProvenSession",
  "two-factor/send-otp",
  "sign-up",
  "",
])("/api/auth/%s is not there, whatever the method", async (path) => {
  for (const method of ["GET", "POST", "PUT", "DELETE"]) {
    const answer = await site.visit().send(`/api/auth/${path}`, { method, ...(method === "GET" ? {} : { json: {} }) });
    expect([method, answer.status]).toEqual([method, 404]);
    expect(answer.body).toMatchObject({ error: { code: "not_found" } });
  }
});

test.each(["sign-out", "sign-in/email", "sign-up/email", "verify-email", "two-factor/verify-totp"])(
  "GET /api/auth/%s changes nothing and answers 405",
  async (path) => {
    await site.member();
    const dan = site.visit();
    await site.signIn(dana, dan);
    const answer = await dan.get(`/api/auth/${path}?email=${dana}&password=${password}`);
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(answer.body).toMatchObject({ error: { code: "method_not_allowed" } });
    expect(await sessions()).toHaveLength(1);
  },
);

test("bodies that are no JSON are 400, bodies that do not fit 422, calls from other sites 403", async () => {
  const dan = site.visit();
  const bad = await dan.send("/api/auth/sign-in/email", { headers: { "content-type": "application/json" } });
  expect([bad.status, (bad.body as { error: { code: string } }).error.code]).toEqual([400, "bad_json"]);
  const short = await dan.post("/api/auth/sign-in/email", { email: dana, password: "12345" });
  expect(short.body).toMatchObject({ error: { fields: { password: "Password must be at least 6 characters" } } });
  for (const body of [null, [], "x", { email: [dana], password: { $ne: "" } }])
    expect((await dan.post("/api/auth/sign-in/email", body)).status).toBe(422);
  const foreign = await dan.post(
    "/api/auth/sign-in/email",
    { email: dana, password },
    { origin: "https://evil.example" },
  );
  expect(foreign.status).toBe(403);
});

test("a mail that cannot be written undoes the sign-up, so that it can be tried again", async () => {
  await db.execute(sql`alter table message add constraint broken check (kind <> 'verify-email') not valid`);
  expect((await site.signUp()).status).toBe(500);
  expect(await db.select().from(user)).toEqual([]);
  await db.execute(sql`alter table message drop constraint broken`);
  expect((await site.signUp()).status).toBe(200);
});
