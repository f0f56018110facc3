import { Hono } from "hono";
import { expect, test } from "vitest";
import { anonymous } from "#app/lib/actor.ts";
import { readSettings } from "#app/platform/env.server.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { FrozenPages } from "./frozen-pages.ts";
import type { Render } from "./page-renderer.ts";
import { pages } from "./pages.ts";
import type { AppEnv } from "./request-env.ts";

const settings = readSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters" });

/** A page that fails `failures` times, then answers; it writes the nonce it was rendered under. */
function site(failures: number) {
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
    c.set("ctx", { db: null as never, now: new Date("2026-11-21T10:00:00Z"), actor: anonymous });
    c.set("host", "localhost:3000");
    c.set("nonce", "visitor");
    c.set("address", "203.0.113.7");
    c.set("requestId", "r");
    await next();
  });
  app.route("/", pages({ render, settings, frozen, development: false }));
  return { app, frozen, nonces };
}

test("a frozen page is rendered once, for nobody in particular, and kept", async () => {
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
