import { expect, test, vi } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessRequest } from "#app/features/access/access.ts";
import { issueCode, redeemCode } from "#app/features/access/codes/codes.server.ts";
import { revokeGrant } from "#app/features/access/grants/grants.server.ts";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { inviteToCompany } from "#app/features/accounts/company/invitations.server.ts";
import { putVerifiedFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { company, profile, session } from "#app/features/accounts/tables.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import {
  codeNow,
  dana,
  digitsIn,
  password,
  tokenIn,
  totpSecret,
  useAccountSite,
} from "#tests/fixtures/account-site.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { pageHtml } from "#tests/fixtures/rendered-pages.tsx";
import { loader as accountLoader } from "./account.tsx";
import { loader as authLoader } from "./auth.tsx";
import { loader as emailChangeLoader } from "./email-change.tsx";
import { loader as linkLoader } from "./link.tsx";
import { loader as notMeLoader } from "./not-me.tsx";
import { loader as resetLoader } from "./reset-password.tsx";
import { loader as verifyLoader } from "./verify.tsx";

const { site, ctx } = useAccountSite();

type Loader = (args: never) => Promise<unknown>;

async function load(loader: Loader, at: Ctx, path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const context = pageContext(at);
  const request = new Request(`http://localhost:3000${path}`, { headers });
  try {
    return await loader({ request, context, params: {} } as never);
  } catch (thrown) {
    if (thrown instanceof Response) return `${thrown.status} ${thrown.headers.get("location")}`;
    throw thrown;
  }
}

test("/auth shows visitors the requested tab", async () => {
  const stranger = asAnonymous(ctx);
  expect(await load(authLoader, stranger, "/auth")).toMatchObject({ view: "sign-in", next: null, notice: null });
  expect(await load(authLoader, stranger, "/auth?tab=signup&next=/account")).toMatchObject({
    view: "sign-up",
    next: "/account",
  });
  expect(await load(authLoader, stranger, "/auth?next=//evil.example")).toMatchObject({ next: null });
  expect(await load(authLoader, stranger, "/auth?notice=verified")).toMatchObject({ notice: { kind: "positive" } });
  expect(await load(authLoader, stranger, "/auth?notice=__proto__")).toMatchObject({ notice: null });
  expect(await load(authLoader, stranger, "/auth?step=code")).toMatchObject({ view: "sign-in" });
});

test.each(["/auth?next=/faq", "/auth"])("%s redirects a signed-in user with a document load", async (path) => {
  const request = new Request(`http://localhost:3000${path}`);
  const context = pageContext(await as(ctx, "dana@northfield.example"));
  const thrown = await authLoader({ request, context, params: {} } as never).catch((error: unknown) => error);
  expect((thrown as Response).headers.get("x-remix-reload-document")).toBe("true");
});

test("/auth redirects signed-in users to next, admins to the admin area, and others to the wizard or the code entry", async () => {
  const person = await as(ctx, dana);
  expect(await load(authLoader, person, "/auth?next=/account%3Ftab%3Demail")).toBe("302 /account?tab=email");
  expect(await load(authLoader, person, "/auth?next=%2F%5Cevil.example")).toBe("302 /verify-access");
  expect(await load(authLoader, person, "/auth")).toBe("302 /verify-access");
  const admin = await asAdmin(ctx);
  expect(await load(authLoader, admin, "/auth")).toBe("302 /admin");
  expect(await load(authLoader, admin, "/auth?next=/account")).toBe("302 /account");
});

test("on a closed preview /auth does not redirect signed-in users, asks for a token, and links to the site", async () => {
  const at = (who: Ctx) =>
    authLoader({
      request: new Request("https://pr-7.vercel.app/auth?next=/pricing"),
      context: pageContext(who, "closed"),
    } as never);
  const { SITE_URL } = site.settings;
  expect(await at(asAnonymous(ctx))).toMatchObject({ view: "sign-in", preview: true, site: SITE_URL });
  expect(await at(await as(ctx, dana))).toMatchObject({
    view: "token",
    signedInAs: dana,
    preview: true,
    next: "/pricing",
  });
});

test("/auth asks for the code of a pending sign-in, and of a session that needs one", async () => {
  await site.admin();
  const visitor = site.visit();
  await site.signIn("admin@gtmarc.example", visitor);
  const cookie = `gtmarc_challenge=${visitor.jar.get("gtmarc_challenge")}`;
  const now = { ...asAnonymous(ctx), now: new Date() };
  expect(await load(authLoader, now, "/auth?step=code", { cookie })).toMatchObject({ view: "code", signedInAs: null });
  expect(await load(authLoader, now, "/auth", { cookie })).toMatchObject({ view: "sign-in" });
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  expect(await load(authLoader, now, "/auth?step=code", { cookie })).toMatchObject({ view: "sign-in" });

  const person = await as(ctx, dana);
  await putVerifiedFactor(ctx, { userId: person.actor.userId, secret: totpSecret, lastStep: 0 });
  expect(await load(authLoader, person, "/auth?next=/admin")).toMatchObject({
    view: "code",
    signedInAs: dana,
    next: "/admin",
  });
});

test("a second tab of a used sign-in link continues in the browser that it signed in", async () => {
  const path = "/auth/link?token=used&next=/account%3Ftab%3Demail";
  expect(await load(linkLoader, await as(ctx, dana), path)).toBe("302 /auth?next=%2Faccount%3Ftab%3Demail");
  expect(await load(linkLoader, asAnonymous(ctx), path)).toMatchObject({ email: null });
});

test("/auth/verify distinguishes valid from used links without using them up", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  const now = { ...asAnonymous(ctx), now: new Date() };
  for (let look = 0; look < 2; look += 1)
    expect(await load(verifyLoader, now, `/auth/verify?token=${token}`)).toEqual({ token });
  expect((await site.visit().form("/auth/verify", { token })).headers.get("location")).toBe("/auth?notice=verified");
  for (const path of [`/auth/verify?token=${token}`, "/auth/verify", "/auth/verify?token=x"])
    expect(await load(verifyLoader, now, path)).toEqual({ token: null });
});

test("/account redirects visitors to sign-in and back to the requested tab", async () => {
  expect(await load(accountLoader, asAnonymous(ctx), "/account?tab=email")).toBe(
    "302 /auth?next=%2Faccount%3Ftab%3Demail",
  );
});

test("/account shows the user's own profile; an unknown tab shows the first one", async () => {
  const person = await as(ctx, dana);
  expect(await load(accountLoader, person, "/account?tab=security")).toMatchObject({ tab: "security", email: dana });
  expect(await load(accountLoader, person, "/account?tab=nonsense")).toMatchObject({
    tab: "things",
    isInTeam: false,
    profile: { first_name: null, estimated_loaded_cost_per_hour: 75 },
  });
});

test("/auth asks for the mailed code in the browser that signed up, and in no other", async () => {
  const visitor = site.visit();
  await site.signUp(dana, visitor);
  const now = { ...asAnonymous(ctx), now: new Date() };
  const cookie = `gtmarc_verify=${visitor.jar.get("gtmarc_verify")}`;
  expect(await load(authLoader, now, "/auth?step=verify", { cookie })).toMatchObject({ view: "verify", awaited: dana });
  expect(await load(authLoader, now, "/auth?step=verify")).toMatchObject({ view: "sign-in", awaited: null });
  expect(await load(authLoader, now, "/auth", { cookie })).toMatchObject({ view: "sign-in", awaited: null });
});

test("the page after signing up has the address as people write it", async () => {
  const visitor = site.visit();
  await site.signUp("info@münchen-gmbh.example", visitor);
  const cookie = `gtmarc_verify=${visitor.jar.get("gtmarc_verify")}`;
  const html = await pageHtml({ ...asAnonymous(ctx), now: new Date() }, "/auth?step=verify", { cookie });
  expect(html).toContain("info@münchen-gmbh.example");
  expect(html).not.toContain("xn--");
});

test("pages of mailed links distinguish valid from used links for any visitor, without using them up", async () => {
  await site.member();
  const visitor = site.visit();
  await site.signIn(dana, visitor);
  await visitor.post("/api/auth/change-email", { newEmail: "dana@meridian.example", password });
  await site.visit().post("/api/auth/request-password-reset", { email: dana });
  const now = { ...asAnonymous(ctx), now: new Date() };
  const change = await site.mailText("email-change-confirm");
  const step = { step: "confirm", oldEmail: dana, newEmail: "dana@meridian.example" };
  const reset = tokenIn(await site.mailText("reset-password"), "/reset-password");
  for (let look = 0; look < 2; look += 1) {
    const token = tokenIn(change, "/auth/email-change");
    expect(await load(emailChangeLoader, now, `/auth/email-change?token=${token}`)).toMatchObject({ step });
    const alarm = tokenIn(change, "/auth/not-me");
    expect(await load(notMeLoader, now, `/auth/not-me?token=${alarm}`)).toEqual({ token: alarm });
    expect(await load(resetLoader, now, `/reset-password?token=${reset}`)).toMatchObject({
      token: reset,
      isOver: false,
    });
  }
  const plain = { token: null, asked: false, codeNotice: null, refused: null, wasShut: false };
  expect(await load(resetLoader, now, "/reset-password")).toEqual({ ...plain, isOver: false });
  expect(await load(resetLoader, now, "/reset-password?token=x&notice=shut")).toEqual({ ...plain, isOver: true });
  expect(await load(notMeLoader, now, "/auth/not-me?token=x")).toEqual({ token: null });
  expect(await load(emailChangeLoader, now, "/auth/email-change?token=x&done=nonsense")).toMatchObject({
    step: null,
    done: null,
  });
});

test("/account shows the second factor to admins only", async () => {
  expect(await load(accountLoader, await as(ctx, dana), "/account?tab=security")).toMatchObject({ factor: null });
  expect(await load(accountLoader, await asAdmin(ctx), "/account?tab=security")).toMatchObject({
    factor: { isOn: false, isProven: true, codesLeft: 0 },
  });
});

test("/account reads sessions for the security tab only", async () => {
  const person = await as(ctx, dana);
  await ctx.db.insert(session).values({
    userId: person.actor.userId,
    token: "token-of-a-browser",
    aal: "aal1",
    lastSeenAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + hourMs),
  });
  const sessionsOn = async (path: string) =>
    ((await load(accountLoader, person, path)) as { sessions: unknown[] }).sessions.length;
  expect(await sessionsOn("/account?tab=security")).toBe(1);
  expect(await sessionsOn("/account?tab=email")).toBe(0);
  expect(await sessionsOn("/account")).toBe(0);
});

test("an open invitation to a company is mentioned on the overview, until it expires", async () => {
  const person = await as(ctx, dana);
  const owner = await as(ctx, "lee@halden.example");
  const invited = async (at: Ctx) => ((await load(accountLoader, at, "/account")) as { isInvited: boolean }).isInvited;
  expect(await invited(person)).toBe(false);
  const halden = { id: newId(), name: "Halden" };
  await ctx.db.insert(company).values(halden);
  await ctx.db
    .insert(profile)
    .values({ authUserId: owner.actor.userId, companyId: halden.id, workEmail: owner.actor.email });
  expect(await inviteToCompany(owner, { email: dana })).toMatchObject({ ok: true });
  expect([await invited(person), await invited(owner)]).toEqual([true, false]);
  expect(await invited({ ...person, now: new Date(person.now.getTime() + 31 * 24 * hourMs) })).toBe(false);
});

test("after access has ended, the account leads to the form for another code and to an address", async () => {
  const admin = await asAdmin(ctx);
  const person = await as(ctx, "ended@northfield.example");
  const asked = { email: "ended@northfield.example", company_name: "Northfield" };
  const page = () => pageHtml(person, "/account");
  await requestAccess(asAnonymous(ctx), AccessRequest.parse(asked));
  expect(await page()).not.toContain("Enter another code");
  const issued = await issueCode(admin, { email: asked.email });
  if (!issued.ok) throw new Error(issued.reason.kind);
  await redeemCode(person, { code: issued.value.code, address: "203.0.113.1" });
  await revokeGrant(admin, { userId: person.actor.userId });
  const html = await page();
  expect(html).toContain("Your access has ended");
  expect(html).toMatch(/href="\/verify-access"[^>]*>.{0,80}Enter another code/);
  expect(html).toMatch(/href="\/contact"[^>]*>.{0,80}Contact us/);
});

const cookiesOf = ({ jar }: { jar: ReadonlyMap<string, string> }) =>
  [...jar].map(([name, value]) => `${name}=${value}`).join("; ");

test("a browser for which no code was mailed is told why and what to do, from the first paint and without scripts", async () => {
  const first = site.visit();
  await site.signUp(dana, first);
  const second = site.visit();
  expect((await site.signIn(dana, second)).status).toBe(403);
  const page = (visit: typeof first, path = "/auth?step=verify&notice=not-verified-recent") =>
    pageHtml(asAnonymous(ctx), path, { cookie: cookiesOf(visit) });
  const own = await page(first);
  expect(own).toContain("Enter the six digits we sent");
  expect(own).toContain('name="code"');
  const html = await page(second);
  expect(html).toMatch(/<h1[^>]*>Open the link in the email<\/h1>/);
  expect(html).toContain("work only in the browser that asked for them");
  expect(html).not.toMatch(/Enter the six digits|name="code"/);
  expect(html).toMatch(/<input[^>]*name="resend"/);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
  expect((await second.post("/api/auth/send-verification-email")).status).toBe(200);
  expect(await page(second)).toContain("Enter the six digits we sent");
});

test("the page for a reset code in a browser that asked for none says so and asks for the address", async () => {
  await site.signUp();
  const asking = site.visit();
  expect((await asking.post("/api/auth/request-password-reset", { email: dana })).status).toBe(200);
  const page = (visit: typeof asking) =>
    pageHtml(asAnonymous(ctx), "/reset-password?step=code", { cookie: cookiesOf(visit) });
  expect(await page(asking)).toContain("Enter the six digits we sent");
  const html = await page(site.visit());
  expect(html).not.toMatch(/Enter the six digits|name="code"/);
  expect(html).toContain("only in the browser that asked for it");
  expect(html).toContain('name="email"');
});

/** Five wrong codes. Returns what the last one was told. */
async function useUpCode(visit: ReturnType<typeof site.visit>, path: string, right: string) {
  const code = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
  for (let tries = 1; tries < 5; tries += 1)
    expect((await visit.post(path, { code })).body).toMatchObject({ error: { code: "wrong_code" } });
  return (await visit.post(path, { code })).body;
}
const over = { error: { code: "code_over", message: "This code no longer works. Ask for a new one." } };
const later = (seconds: number) => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + seconds * 1000 });

test.each(["ten minutes", "five attempts"])(
  "the page for a mailed code says that it no longer works after %s, and sends another, also without scripts",
  async (end) => {
    const dan = site.visit();
    await site.signUp(dana, dan);
    const page = () =>
      pageHtml({ ...asAnonymous(ctx), now: new Date() }, "/auth?step=verify&notice=signed-up", {
        cookie: cookiesOf(dan),
      });
    expect(await page()).toContain(accountMessages.signedUp);
    if (end === "ten minutes") later(601);
    else
      expect(await useUpCode(dan, "/api/auth/verify-email", digitsIn(await site.mailText("verify-email")))).toEqual(
        over,
      );
    const html = await page();
    expect(html).toMatch(/<h1[^>]*>Get a new code<\/h1>/);
    expect(html).toContain("work for ten minutes and five attempts");
    expect(html).not.toContain(accountMessages.signedUp);
    expect(html).not.toMatch(/Enter the six digits|name="code"|only in the browser/);
    expect(html).toMatch(/<input[^>]*name="resend"/);
    later(61);
    expect((await dan.post("/api/auth/send-verification-email")).status).toBe(200);
    expect(await page()).toContain("Enter the six digits we sent");
  },
);

test.each([dana, "nobody@northfield.example"])(
  "the page for a reset code says after five attempts that it no longer works, with an account or not (%s)",
  async (email) => {
    await site.signUp();
    const asking = site.visit();
    await asking.post("/api/auth/request-password-reset", { email });
    const code = email === dana ? digitsIn(await site.mailText("reset-password")) : "123456";
    expect(await useUpCode(asking, "/api/auth/verify-reset-code", code)).toEqual(over);
    const html = await pageHtml(asAnonymous(ctx), "/reset-password?step=code", { cookie: cookiesOf(asking) });
    expect(html).not.toMatch(/Enter the six digits|name="code"|only in the browser/);
    expect(html).toContain(over.error.message);
    expect(html).toContain('name="email"');
  },
);
