import { beforeEach, expect, test } from "vitest";
import { accountSite, codeNow, dana, totpSecret } from "../../../tests/fixtures/account-site.ts";
import { as, asAdmin, asNobody } from "../../../tests/fixtures/actors.ts";
import { pageContext } from "../../../tests/fixtures/page-context.ts";
import { useDatabase } from "../../../tests/setup/test-database.ts";
import { putVerifiedFactor } from "../../features/accounts/second-factor.server.ts";
import type { Ctx } from "../../platform/context.server.ts";
import { loader as accountLoader } from "./account.tsx";
import { loader as authLoader } from "./auth.tsx";
import { loader as verifyLoader } from "./verify.tsx";

const database = useDatabase();
const { ctx } = database;
let site: ReturnType<typeof accountSite>;

beforeEach(() => {
  site = accountSite(database);
});

type Loader = (args: never) => Promise<unknown>;

/** What a page loads for whoever acts in `at`, or where it sends them. */
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

test("/auth shows strangers the tab they ask for", async () => {
  const stranger = asNobody(ctx);
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

test("/auth sends whoever is signed in on: to next, to the wizard with access, else to the code entry", async () => {
  const person = await as(ctx, dana);
  expect(await load(authLoader, person, "/auth?next=/account%3Ftab%3Demail")).toBe("302 /account?tab=email");
  expect(await load(authLoader, person, "/auth?next=%2F%5Cevil.example")).toBe("302 /verify-access");
  expect(await load(authLoader, person, "/auth")).toBe("302 /verify-access");
  expect(await load(authLoader, await asAdmin(ctx), "/auth")).toBe("302 /blueprint/wizard/mode");
});

test("/auth asks for the code of a pending sign-in, and of a session that owes one", async () => {
  await site.admin();
  const visitor = site.visit();
  await site.signIn("admin@gtmarc.example", visitor);
  const cookie = `gtmarc_challenge=${visitor.jar.get("gtmarc_challenge")}`;
  const now = { ...asNobody(ctx), now: new Date() };
  expect(await load(authLoader, now, "/auth?step=code", { cookie })).toMatchObject({ view: "code", signedIn: false });
  expect(await load(authLoader, now, "/auth", { cookie })).toMatchObject({ view: "sign-in" });
  expect((await site.sendCode(await codeNow(), visitor)).status).toBe(200);
  expect(await load(authLoader, now, "/auth?step=code", { cookie })).toMatchObject({ view: "sign-in" });

  const person = await as(ctx, dana);
  await putVerifiedFactor(ctx, { userId: person.actor.userId, secret: totpSecret, lastStep: 0 });
  expect(await load(authLoader, person, "/auth?next=/admin")).toMatchObject({
    view: "code",
    signedIn: true,
    next: "/admin",
  });
});

test("/auth/verify knows a good link from a spent one without spending it", async () => {
  await site.signUp();
  const token = await site.mailedToken();
  const now = { ...asNobody(ctx), now: new Date() };
  for (let look = 0; look < 2; look += 1)
    expect(await load(verifyLoader, now, `/auth/verify?token=${token}`)).toEqual({ token });
  expect((await site.visit().form("/auth/verify", { token })).headers.get("location")).toBe("/auth?notice=verified");
  for (const path of [`/auth/verify?token=${token}`, "/auth/verify", "/auth/verify?token=x"])
    expect(await load(verifyLoader, now, path)).toEqual({ token: null });
});

test("/account sends strangers to sign in and back to the tab they wanted", async () => {
  expect(await load(accountLoader, asNobody(ctx), "/account?tab=email")).toBe(
    "302 /auth?next=%2Faccount%3Ftab%3Demail",
  );
});

test("/account shows a person's own profile; an unknown tab is the first one", async () => {
  const person = await as(ctx, dana);
  expect(await load(accountLoader, person, "/account?tab=security")).toMatchObject({ tab: "security", email: dana });
  expect(await load(accountLoader, person, "/account?tab=nonsense")).toMatchObject({
    tab: "profile",
    isAdmin: false,
    profile: { first_name: null, estimated_loaded_cost_per_hour: 75 },
  });
});
