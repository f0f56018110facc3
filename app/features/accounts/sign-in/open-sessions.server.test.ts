import { expect, test, vi } from "vitest";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { codeNow, dana, digitsIn, useAccountSite } from "#tests/fixtures/account-site.ts";
import { session, user } from "../tables.server.ts";
import { createAdmin } from "../users/administrators.server.ts";

const { site, db, ctx } = useAccountSite();

const sessions = () => db.select().from(session);

test("a session is accepted by cookie and by bearer token; a forged or unsigned token is anonymous", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  const token = decodeURIComponent(browser.jar.get("gtmarc_session")!);
  expect((await browser.get("/api/auth/get-session")).body).toMatchObject({
    user: { email: dana },
    session: { aal: "aal1" },
  });
  expect(JSON.stringify((await browser.get("/api/auth/get-session")).body)).not.toContain(token.split(".")[0]);

  const bearer = (value: string) => site.visit().get("/api/auth/get-session", { authorization: `Bearer ${value}` });
  expect((await bearer(token)).body).toMatchObject({ user: { email: dana } });
  expect((await bearer(encodeURIComponent(token))).body).toMatchObject({ user: { email: dana } });
  for (const forged of [token.split(".")[0]!, `${token}x`, `x${token}`, `${token.split(".")[0]}.${"A".repeat(43)}=`])
    expect((await bearer(forged)).body).toBeNull();
});

test("no JSON response contains a session token", async () => {
  await site.admin();
  const verified = site.visit();
  const member = site.visit();
  const admin = site.visit();
  const responses = [await site.signUp(dana, verified)];
  responses.push(
    await verified.post("/api/auth/verify-email", { code: digitsIn(await site.mailText("verify-email")) }),
  );
  responses.push(await site.signIn(dana, member), await site.signIn("admin@gtmarc.example", admin));
  responses.push(await site.sendCode(await codeNow(), admin));
  for (const path of ["get-session", "list-sessions"]) responses.push(await admin.get(`/api/auth/${path}`));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  const kept = (await db.select({ token: session.token }).from(session)).map(({ token }) => token);
  expect(kept).toHaveLength(3);
  for (const { body } of responses) {
    expect(JSON.stringify(body)).not.toMatch(/"token"/);
    for (const token of kept) expect(JSON.stringify(body)).not.toContain(token);
  }
});

test("signing out ends the session on the server and clears the cookie, through the API and the form", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  const kept = browser.jar.get("gtmarc_session")!;
  const out = await browser.post("/api/auth/sign-out");
  expect(out.body).toEqual({ success: true });
  expect(out.headers.get("clear-site-data")).toBe('"cache", "prefetchCache", "prerenderCache"');
  expect(browser.jar.has("gtmarc_session")).toBe(false);
  expect(await sessions()).toEqual([]);
  expect((await site.visit().get("/api/auth/get-session", { cookie: `gtmarc_session=${kept}` })).body).toBeNull();

  await site.signIn(dana, browser);
  const form = await browser.form("/api/auth/sign-out", {});
  expect(form.status).toBe(303);
  expect(form.headers.get("location")).toBe("/");
  expect(await sessions()).toEqual([]);
});

test("a session expires after a week without use and after thirty days in any case", async () => {
  await site.member();
  const start = Date.now();
  const browser = site.visit();
  const at = async (days: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: start + days * dayMs });
    return (await browser.get("/api/auth/get-session")).body;
  };
  await site.signIn(dana, browser);
  expect(await at(7.1)).toBeNull();
  vi.setSystemTime(start);
  for (const days of [6, 12, 18, 24, 29.9]) expect(await at(days), `day ${days}`).not.toBeNull();
  expect(await at(30.1)).toBeNull();
});

test("a session's last use is updated at most every five minutes", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  const seen = async () => (await sessions())[0]!.lastSeenAt.getTime();
  const first = await seen();
  await browser.get("/api/auth/get-session");
  expect(await seen()).toBe(first);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * minuteMs });
  await browser.get("/api/auth/get-session");
  expect(await seen()).toBeGreaterThan(first);
});

test("a user promoted while signed in stays at aal1 in that session, even if the session row says aal2", async () => {
  await site.member();
  const browser = site.visit();
  await site.signIn(dana, browser);
  await db.update(user).set({ isAdmin: true });
  await db.update(session).set({ aal: "aal2" });
  expect((await browser.get("/api/auth/get-session")).body).toMatchObject({
    session: { aal: "aal1" },
    user: { isAdmin: true },
  });
  expect((await browser.post("/api/rpc/is_admin")).body).toBe(true);
});

test("is_admin is true for admins only", async () => {
  await site.member();
  const browser = site.visit();
  expect((await browser.post("/api/rpc/is_admin")).body).toBe(false);
  await site.signIn(dana, browser);
  expect((await browser.post("/api/rpc/is_admin")).body).toBe(false);
  await createAdmin(ctx, { email: dana, totpSecret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" });
  expect((await browser.post("/api/rpc/is_admin")).body).toBe(true);
});
