import { Hono } from "hono";
import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { linkAddress } from "#app/features/mail/clicks/link-token.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { mailHit } from "#app/features/mail/tables.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { EndpointEnv } from "../api/endpoint.server.ts";
import { mailLinkEndpoints } from "./forms.server.ts";

const { db, ctx } = useDatabase();

beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", MAIL_FROM: "hello@gtmarc.example" });
});

async function request(path: string, init: RequestInit = {}) {
  const app = new Hono<EndpointEnv>();
  app.use(async (c, next) => {
    c.set("ctx", asAnonymous(ctx));
    c.set("address", "203.0.113.7");
    await next();
  });
  app.route("/", mailLinkEndpoints);
  return app.request(path, init);
}

async function linkPath(): Promise<string> {
  const { id } = await queueMail(ctx, {
    kind: "outreach-step",
    to: "dana@northfield.example",
    subject: "A question",
    list: "outreach",
    headers: { "List-Unsubscribe": "<mailto:hello@gtmarc.example>" },
    trackClicks: true,
    body: createElement("a", { href: "https://other.example/ü?a=1" }, "Other"),
  });
  return new URL(linkAddress(id, 0)).pathname;
}

test("a link redirects to its stored URL, whatever the request contains", async () => {
  const path = await linkPath();
  for (const method of ["GET", "HEAD"]) {
    const response = await request(`${path}?url=https://evil.example&to=//evil.example`, {
      method,
      headers: { "x-forwarded-host": "evil.example", referer: "https://evil.example/" },
    });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("https://other.example/%C3%BC?a=1");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  }
  expect((await db.select().from(mailHit)).map(({ method }) => method)).toEqual(["GET", "HEAD"]);
});

test.each(["sec-gpc", "dnt"])("with %s a link works and is not logged", async (header) => {
  expect((await request(await linkPath(), { headers: { [header]: "1" } })).status).toBe(302);
  expect(await db.select().from(mailHit)).toEqual([]);
});

test("unknown tokens are not redirected", async () => {
  const path = await linkPath();
  for (const other of [`${path}x`, "/l/x", `/l/${"A".repeat(34)}`, "/l/https:%2F%2Fevil.example"])
    expect((await request(other)).status).toBe(404);
});
