import { Hono } from "hono";
import { beforeEach, expect, test, vi } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry, previewToken } from "#app/features/security/tables.server.ts";
import {
  createPreviewToken,
  listPreviewTokens,
  previewCookieAttributes,
  revokePreviewToken,
} from "#app/features/security/tokens/preview-tokens.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { authEndpoints } from "#app/routes/api/auth/auth.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { securityEndpoints } from "#app/routes/api/public/security.server.ts";
import { findVisitor } from "#app/shell/visitor.server.ts";
import { accountSite, codeNow, dana, password } from "#tests/fixtures/account-site.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createApp } from "../app.ts";
import type { AppEnv } from "../requests/request-env.ts";

const database = useDatabase();
const { db } = database;
const ctx = { ...database.ctx, now: new Date() };
const preview = "pr-7.vercel.app";
let accounts: ReturnType<typeof accountSite>;

beforeEach(() => {
  accounts = accountSite(database);
});

/** The request chain with one page, for a browser that keeps its cookies. */
function browser(host = preview, changes = {}) {
  const settings = { ...accounts.settings, ...changes };
  const pages = new Hono<AppEnv>();
  pages.all("*", (c) => c.json({ page: c.req.path, preview: c.get("preview") }));
  const api = newEndpoints().basePath("/api").route("/", authEndpoints).route("/", securityEndpoints);
  api.get("/anything", (c) => c.json({ secret: true }));
  const assets = new Hono<AppEnv>();
  assets.get("/assets/x.js", (c) => c.text("asset"));
  const operations = new Hono<AppEnv>();
  operations.get("/healthz", (c) => c.text("ok"));
  const app = createApp({
    db,
    settings,
    identify: findVisitor,
    operations,
    assets,
    pages,
    api,
  });
  const jar = new Map<string, string>();
  return async (
    path: string,
    { method = "GET", json, headers = {} }: { method?: string; json?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    const answer = await app.request(`http://${host}${path}`, {
      method,
      headers: {
        host,
        ...(cookie ? { cookie } : {}),
        ...(method === "GET" ? {} : { origin: `http://${host}`, "content-type": "application/json" }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value.join("="));
    }
    return answer;
  };
}
const makeToken = async (days = 14) => {
  const made = await createPreviewToken(ctx, { days });
  if (!made.ok) throw new Error(made.reason.kind);
  return made.value;
};
const validate = (visit: ReturnType<typeof browser>, token: string) =>
  visit("/api/functions/validate-preview-token", { method: "POST", json: { token } });

test.each([
  ["/", 302],
  ["/pricing?x=1", 302],
  ["/robots.txt", 302],
  ["/auth/verify?token=x", 302],
  ["/admin", 302],
  ["/api/anything", 403],
  ["/api/openapi.json", 403],
  ["/auth", 200],
  ["/auth.data", 200],
  ["/api/auth/get-session", 200],
  ["/assets/x.js", 200],
  ["/healthz", 200],
])("for anonymous visitors a preview host returns %s with %i and noindex", async (path, status) => {
  const answer = await browser()(path);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  if (status === 302) expect(answer.headers.get("location")).toBe(`/auth?next=${encodeURIComponent(path)}`);
});

/** Links in mails, and account pages outside /auth; only SITE_URL's host serves them. */
const mailed = [
  "/auth/verify?token=x",
  "/auth/link?token=x",
  "/auth/not-me?token=x",
  "/auth/email-change?token=x",
  "/reset-password?token=x",
  "/unsubscribe/x",
  "/booking/x",
  "/share/x",
  "/verify-access",
  "/account",
  "/.well-known/change-password",
];

test("a closed preview opens only /auth and its endpoints, with and without a session", async () => {
  await accounts.member();
  const person = browser();
  await person("/api/auth/sign-in/email", { method: "POST", json: { email: dana, password } });
  for (const visit of [browser(), person])
    for (const path of mailed)
      for (const method of ["GET", "POST"]) {
        const answer = await visit(path, { method });
        const led = [answer.status, answer.headers.get("location")];
        expect(led, `${method} ${path}`).toEqual([302, `/auth?next=${encodeURIComponent(path)}`]);
      }
});

test("mails never link to a preview host, whichever host requested them", async () => {
  const visit = browser();
  await visit("/api/auth/sign-up/email", { method: "POST", json: { email: dana, password } });
  const [mail] = await db.select({ html: message.html, text: message.text }).from(message);
  expect(mail?.text).toContain(`${accounts.settings.SITE_URL}/auth/verify?token=`);
  expect(JSON.stringify(mail)).not.toContain(preview);
});

test.each(["localhost:3000", "127.0.0.1:3000"])("%s is not a preview host: every page is open", async (host) => {
  const answer = await browser(host)("/pricing");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-robots-tag")).toBeNull();
  expect(await answer.json()).toMatchObject({ preview: "none" });
});

test("a token opens the host for this browser while it is valid", async () => {
  const { token, id } = await makeToken();
  const visit = browser();
  expect(await (await validate(visit, "preview_wrong")).json()).toEqual({ valid: false });
  expect((await visit("/pricing")).status).toBe(302);
  const shown = await validate(visit, ` ${token} `);
  expect(await shown.json()).toEqual({ valid: true });
  const cookie = shown.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(cookie).not.toMatch(/max-age|expires/i);
  expect(await (await visit("/pricing")).json()).toEqual({ page: "/pricing", preview: "open" });
  expect((await visit("/api/anything")).status).toBe(200);
  expect((await browser()("/pricing")).status).toBe(302);
  await revokePreviewToken(ctx, { id });
  expect((await visit("/pricing")).status).toBe(302);
});

test("a token in the URL works too and is removed from it; a wrong one shows the form with an error", async () => {
  const { token } = await makeToken();
  const visit = browser();
  const wrong = await visit("/pricing?preview_token=nonsense&x=1");
  expect(wrong.headers.get("location")).toBe(`/auth?notice=preview-token&next=${encodeURIComponent("/pricing?x=1")}`);
  const right = await visit(`/pricing?preview_token=${token}&x=1`);
  expect([right.status, right.headers.get("location")]).toEqual([302, "/pricing?x=1"]);
  expect((await visit("/pricing")).status).toBe(200);
});

test("the preview can be closed again, and a forged or copied cookie is rejected", async () => {
  const { token, id } = await makeToken();
  const visit = browser();
  await validate(visit, token);
  expect((await visit("/api/functions/validate-preview-token", { method: "DELETE" })).status).toBe(204);
  expect((await visit("/pricing")).status).toBe(302);
  for (const value of [id, `${id}.`, `${id}.forged`, "preview_test_mode=true", "x.y"])
    expect((await visit("/pricing", { headers: { cookie: `gtmarc_preview=${value}` } })).status).toBe(302);
});

test("an expired token is rejected in new browsers and in those that used it before", async () => {
  const { token } = await makeToken(1);
  const visit = browser();
  await validate(visit, token);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * hourMs });
  try {
    expect((await visit("/pricing")).status).toBe(302);
    expect(await (await validate(browser(), token)).json()).toEqual({ valid: false });
  } finally {
    vi.useRealTimers();
  }
});

test("people sign in on a preview host; admins see it, others need a token", async () => {
  await accounts.member();
  await accounts.admin();
  const person = browser();
  const signedIn = await person("/api/auth/sign-in/email", { method: "POST", json: { email: dana, password } });
  expect(signedIn.status).toBe(200);
  expect((await person("/pricing")).status).toBe(302);
  const admin = browser();
  await admin("/api/auth/sign-in/email", { method: "POST", json: { email: "admin@gtmarc.example", password } });
  expect((await admin("/pricing")).status).toBe(302);
  const code = await admin("/api/auth/two-factor/verify-totp", { method: "POST", json: { code: await codeNow() } });
  expect(code.status).toBe(200);
  expect(await (await admin("/pricing")).json()).toMatchObject({ preview: "open" });
});

test("visitors cannot change whether a host is a preview host with a header", async () => {
  const claims = {
    "x-forwarded-host": "localhost:3000",
    forwarded: "host=localhost:3000",
    "x-original-host": "localhost:3000",
  };
  const untrusting = { TRUSTED_PROXIES: [] };
  expect((await browser(preview, untrusting)("/pricing", { headers: claims })).status).toBe(302);
  const outside = { "x-forwarded-host": preview };
  expect((await browser("localhost:3000", untrusting)("/pricing", { headers: outside })).status).toBe(200);
  // A proxy trusted only for client addresses may pass on any host that a client sends.
  expect((await browser(preview)("/pricing", { headers: claims })).status).toBe(302);
  expect((await browser("localhost:3000")("/pricing", { headers: outside })).status).toBe(200);
  const trusting = { TRUST_FORWARDED_HOST: true };
  expect((await browser("localhost:3000", trusting)("/pricing", { headers: outside })).status).toBe(302);
});

test.each([`${preview}.`, preview.toUpperCase(), `${preview}.:443`])(
  "%s is the same closed preview host",
  async (host) => {
    const answer = await browser()("/pricing", { headers: { host } });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("x-robots-tag")).toBe("noindex, nofollow");
  },
);

test("guessing tokens is limited per client", async () => {
  const visit = browser();
  for (let n = 0; n < 20; n += 1) expect((await validate(visit, `guess ${n}`)).status).toBe(200);
  const { token } = await makeToken();
  const answer = await validate(visit, token);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("tokens are stored as hashes and not listed; only admins create and revoke them, with audit entries", async () => {
  const { token, id } = await makeToken(3);
  expect(JSON.stringify(await db.select().from(previewToken))).not.toContain(token.slice(8));
  expect(await listPreviewTokens(ctx)).toMatchObject({ value: [{ id, status: "valid" }] });
  expect(await listPreviewTokens(later(ctx, { days: 4 }))).toMatchObject({ value: [{ status: "expired" }] });
  expect(await createPreviewToken(ctx, { days: 0 })).toEqual({ ok: false, reason: { kind: "bad_days" } });
  expect(await createPreviewToken(ctx, { days: 1000 })).toEqual({ ok: false, reason: { kind: "bad_days" } });
  for (const who of [asAnonymous(ctx), await as(ctx, dana)]) {
    expect(await createPreviewToken(who)).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await listPreviewTokens(who)).toEqual({ ok: false, reason: { kind: "not_admin" } });
    expect(await revokePreviewToken(who, { id })).toEqual({ ok: false, reason: { kind: "not_admin" } });
  }
  expect(await revokePreviewToken(ctx, { id })).toEqual({ ok: true, value: undefined });
  expect(await revokePreviewToken(ctx, { id })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await revokePreviewToken(ctx, { id: "x" })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect((await db.select().from(auditEntry)).map(({ act }) => act)).toEqual([
    "preview-token.created",
    "preview-token.revoked",
  ]);
});

test("on preview hosts openers stay connected, so that trusted pages can send messages; elsewhere never", async () => {
  const openers = async (host: string, changes = {}) => {
    const visit = browser(host, changes);
    const answers = await Promise.all(["/auth", "/pricing"].map((path) => visit(path)));
    return answers.map(({ headers }) => headers.get("cross-origin-opener-policy"));
  };
  expect(await openers(preview)).toEqual(["unsafe-none", "unsafe-none"]);
  expect(await openers("localhost:3000")).toEqual(["same-origin", "same-origin"]);
  expect(await openers(preview, { PREVIEW_TRUSTED_DOMAINS: [] })).toEqual(["same-origin", "same-origin"]);
  await accounts.admin();
  const admin = browser();
  await admin("/api/auth/sign-in/email", { method: "POST", json: { email: "admin@gtmarc.example", password } });
  await admin("/api/auth/two-factor/verify-totp", { method: "POST", json: { code: await codeNow() } });
  expect((await admin("/pricing")).headers.get("cross-origin-opener-policy")).toBe("same-origin");
});

test("a token in the URL is removed from it when the host is open already", async () => {
  const { token } = await makeToken();
  const visit = browser();
  await validate(visit, token);
  const answer = await visit(`/pricing?preview_token=${token}&x=1`);
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/pricing?x=1"]);
});

test.each([
  ["https://gtmarc.example", ["vercel.app"], { secure: true, sameSite: "none", partitioned: true }],
  ["https://gtmarc.example", [], { secure: true, sameSite: "lax" }],
  ["http://localhost:3000", ["vercel.app"], { secure: false, sameSite: "lax" }],
])("with SITE_URL %s and trusted domains %j the cookie is %j", (SITE_URL, PREVIEW_TRUSTED_DOMAINS, wanted) => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL, PREVIEW_TRUSTED_DOMAINS });
  expect(previewCookieAttributes()).toEqual({ path: "/", httpOnly: true, ...wanted });
});
