import { Hono } from "hono";
import { expect, test } from "vitest";
import { type Actor, anonymous } from "#app/lib/actor.ts";
import { readSettings } from "#app/platform/env.server.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { AppEnv } from "../requests/request-env.ts";
import { FrozenPages } from "./frozen-pages.ts";
import type { Render } from "./page-renderer.ts";
import { pages } from "./pages.ts";

const settings = readSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" });

/** A page that fails `failures` times and then renders the nonce that it got. */
function site(failures: number, actor: Actor = anonymous) {
  let failed = 0;
  const nonces: string[] = [];
  const render: Render = async (_, context) => {
    const { nonce } = context.get(requestContext);
    nonces.push(nonce);
    if (failed < failures) {
      failed += 1;
      return new Response(`error under ${nonce}`, { status: 500 });
    }
    return new Response(`page under ${nonce}`);
  };
  const frozen = new FrozenPages(new Set(["/faq"]));
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    c.set("ctx", { db: null as never, now: new Date("2026-11-21T10:00:00Z"), actor });
    c.set("host", "localhost:3000");
    c.set("scheme", "http");
    c.set("nonce", "visitor");
    c.set("address", "203.0.113.7");
    c.set("requestId", "r");
    await next();
  });
  app.route("/", pages({ render, settings, frozen, development: false }));
  return { app, frozen, nonces };
}

test("a frozen page is rendered once, without a visitor's data, and kept", async () => {
  const { app, frozen, nonces } = site(0);
  const answer = await app.request("/faq");
  expect(await answer.text()).toBe("page under ");
  expect(await frozen.copy("/faq", undefined)?.text()).toMatch(/^page under $/);
  expect(nonces).toEqual([""]);
});

test("a page that fails is rendered again under its visitor's own nonce, and nothing is kept", async () => {
  const { app, frozen, nonces } = site(2);
  const answer = await app.request("/faq");
  expect(answer.status).toBe(500);
  expect(await answer.text()).toBe("error under visitor");
  expect(nonces).toEqual(["", "visitor"]);
  expect(frozen.copy("/faq", undefined)).toBeNull();
  expect((await app.request("/faq")).status).toBe(200);
  expect(await frozen.copy("/faq", undefined)?.text()).toMatch(/^page under $/);
});

const secret = "Zk3_v9-QwErTyUiOpAsDfGhJkLzXcVbNm1234567890";
const dana: Actor = {
  kind: "user",
  userId: "018f3b1c-7b1e-7c11-8f6b-111111111111",
  sessionId: "018f3b1c-7b1e-7c11-8f6b-222222222222",
  email: "dana@northfield.example",
  isAdmin: false,
  aal: "aal1",
};

test.each(["/account", "/invoices", "/account.data?_routes=x", "/admin"])(
  "no cache stores %s with a session",
  async (path) => {
    const answer = await site(0, dana).app.request(path);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  },
);

test.each([
  `/booking/${secret}`,
  `/booking/${secret}.data`,
  `/share/${secret}`,
  `/blueprint/help/${secret}`,
  "/unsubscribe/short",
  "/reset-password?token=abc",
  "/auth/verify?token=abc",
  "/schedule/strategy-session?email=dana@northfield.example",
  "/schedule/strategy-session?move=abc",
  "/auth?step=verify",
])("no cache stores %s, with or without a session", async (path) => {
  expect((await site(0).app.request(path)).headers.get("cache-control")).toBe("private, no-store");
});

test.each(["/auth", "/schedule/strategy-session", "/automation-grid/S-01"])(
  "%s without a session may be cached and is revalidated",
  async (path) => {
    expect((await site(0).app.request(path)).headers.get("cache-control")).toBe("no-cache");
  },
);

test.each([422, 503] as const)(
  "a form refused with %i returns its page, freshly loaded and not cached",
  async (status) => {
    const { app } = site(0);
    const chain = new Hono<AppEnv>();
    const refused = { status, values: { email: "dana" }, fields: {}, message: null, retryAfterSeconds: 60 } as const;
    chain.post("/faq", async (c, next) => {
      c.set("refusedForm", refused);
      await next();
    });
    chain.route("/", app);
    const answer = await chain.request("/faq", { method: "POST", body: "email=dana" });
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([status, "private, no-store"]);
    expect(answer.headers.get("retry-after")).toBe("60");
    expect(await answer.text()).toBe("page under visitor");
    expect((await chain.request("/pricing", { method: "POST" })).status).toBe(405);
  },
);
