import { expect, test, vi } from "vitest";
import { readSettings, type Settings } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { jsonHeaders as json, sameOriginHeaders as own, requestChain } from "#tests/fixtures/request-chain.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const chain = requestChain(useDatabase());

test.each([
  ["host", "max-age=63072000"],
  ["subdomains", "max-age=63072000; includeSubDomains"],
  ["preload", "max-age=63072000; includeSubDomains; preload"],
] as const)("https sites send HSTS; subdomains and preload depend on the setting: HSTS=%s", async (HSTS, expected) => {
  const response = await chain({ SITE_URL: "https://gtmarc.example", HSTS }).request("/who");
  expect(response.headers.get("strict-transport-security")).toBe(expected);
});

test("HSTS does not include subdomains or preload by default", () => {
  expect(readSettings({ SECRET: "x".repeat(32) }).HSTS).toBe("host");
});

test.each([
  ["https://gtmarc.example", "gtmarc.example", "https://gtmarc.example", true],
  ["https://gtmarc.example", "gtmarc.example.", "https://gtmarc.example.", true],
  ["https://gtmarc.example", "gtmarc.example", "http://gtmarc.example", false],
  ["https://gtmarc.example", "gtmarc.example", "https://gtmarc.example:8443", false],
  ["https://gtmarc.example", "pr-7.vercel.app", "https://pr-7.vercel.app", true],
  ["https://gtmarc.example", "pr-7.vercel.app", "http://pr-7.vercel.app", false],
  ["https://gtmarc.example", "localhost:3000", "http://localhost:3000", true],
  ["http://gtmarc.example", "gtmarc.example", "https://gtmarc.example", false],
  ["http://localhost:3000", "pr-7.vercel.app", "https://pr-7.vercel.app", true],
])(
  "the origin check includes the scheme: site %s, host %s, origin %s, same origin %s",
  async (SITE_URL, host, origin, own) => {
    const headers = { ...json, host, origin };
    const site = chain({ SITE_URL });
    const response = await site.request("/api/echo", { method: "POST", headers, body: "{}" });
    const { error } = (await response.json()) as { error?: { code: string } };
    expect(error?.code !== "foreign_origin").toBe(own);
  },
);

test("production serves its own host, loopback and preview hosts, and returns 421 for any other", async () => {
  const site = chain({ production: true, SITE_URL: "https://gtmarc.example" });
  const status = async (host: string) => (await site.request("/who", { headers: { host } })).status;
  expect(await status("gtmarc.example")).toBe(200);
  expect(await status("localhost:3000")).toBe(200);
  expect(await status("pr-7.vercel.app")).toBe(302);
  expect(await status("GTMarc.example.:443")).toBe(200);
  expect(await status("evil.example")).toBe(421);
  expect(await status("user@gtmarc.example")).toBe(421);
  expect(await status("gtmarc.example.evil.example")).toBe(421);
});

test.each([
  ["same origin", own, 200],
  ["same origin with a cookie", { ...own, cookie: "gtmarc_session=x" }, 200],
  ["a program without cookie or origin", json, 200],
  ["another site's page", { ...own, origin: "https://evil.example", cookie: "gtmarc_session=x" }, 403],
  ["another site's page without a cookie", { ...own, origin: "https://evil.example" }, 403],
  [
    "another site's page without Origin and cookie",
    { ...json, host: "localhost:3000", "sec-fetch-site": "cross-site" },
    403,
  ],
  ["an opaque origin", { ...own, origin: "null", cookie: "gtmarc_session=x" }, 403],
  ["a cookie without Origin or Sec-Fetch-Site", { ...json, host: "localhost:3000", cookie: "gtmarc_session=x" }, 403],
  [
    "a cookie from a sibling site",
    { ...json, host: "localhost:3000", cookie: "gtmarc_session=x", "sec-fetch-site": "same-site" },
    403,
  ],
  [
    "a cookie with Sec-Fetch-Site: same-origin",
    { ...json, host: "localhost:3000", cookie: "gtmarc_session=x", "sec-fetch-site": "same-origin" },
    200,
  ],
])("a POST from %s returns %s", async (_from, headers, status) => {
  const response = await chain().request("http://localhost:3000/api/echo", {
    method: "POST",
    headers: headers as Record<string, string>,
    body: "{}",
  });
  expect(response.status).toBe(status);
});

test("behind a trusted proxy the client address is the one that the proxy saw", async () => {
  const site = chain({ TRUSTED_PROXIES: ["127.0.0.1"] });
  const seen = async (headers: Record<string, string>) =>
    ((await (await site.request("/who", { headers })).json()) as { address: string }).address;
  expect(await seen({ "x-forwarded-for": "203.0.113.7" })).toBe("203.0.113.7");
  expect(await seen({ "x-forwarded-for": "1.2.3.4, 203.0.113.7" })).toBe("203.0.113.7");
  expect(await seen({ "x-forwarded-for": "1.2.3.4, unknown" })).toBe("127.0.0.1");
  expect(await seen({ forwarded: 'for=1.2.3.4, for="[2001:db8::1]:4711"' })).toBe("2001:db8::1");
});

test("X-Forwarded-Host and X-Forwarded-Proto count only with TRUST_FORWARDED_HOST and from a trusted proxy", async () => {
  const headers = {
    host: "127.0.0.1:3000",
    "x-forwarded-host": "evil.example, GTMarc.Example.",
    "x-forwarded-proto": "https",
  };
  const seen = async (changes: Partial<Settings>) => (await chain(changes).request("/who", { headers })).json();
  const inside = { host: "127.0.0.1:3000", scheme: "http" };
  expect(await seen({})).toMatchObject(inside);
  expect(await seen({ TRUSTED_PROXIES: ["127.0.0.1"] })).toMatchObject(inside);
  expect(await seen({ TRUST_FORWARDED_HOST: true })).toMatchObject(inside);
  expect(await seen({ TRUSTED_PROXIES: ["127.0.0.1"], TRUST_FORWARDED_HOST: true })).toMatchObject({
    host: "gtmarc.example",
    scheme: "https",
  });
});

test("a body over 64 KiB returns 413, with or without a Content-Length", async () => {
  const body = JSON.stringify({ text: "x".repeat(70_000) });
  const lengths: Record<string, string>[] = [{}, { "content-length": `${body.length}` }, { "content-length": "many" }];
  for (const stated of lengths) {
    const response = await chain().request("/api/echo", { method: "POST", headers: { ...json, ...stated }, body });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: "body_too_large" } });
  }
  const chunked = { "transfer-encoding": "chunked", "content-length": "10" };
  const hidden = await chain().request("/api/echo", { method: "POST", headers: { ...json, ...chunked }, body });
  expect(hidden.status).toBe(413);
});

test.each([
  ["//", "/"],
  ["//x/account", "/x/account"],
  ["//evil.example/x?preview_token=t", "/evil.example/x?preview_token=t"],
  ["/who//is?a=//b", "/who/is?a=//b"],
  ["/%77ho", "/who"],
])("GET %s redirects to %s on every host", async (path, normal) => {
  for (const method of ["GET", "HEAD"]) {
    const response = await chain().request(`http://localhost:3000${path}`, { method });
    expect(response.status).toBe(308);
    expect(response.headers.get("location")).toBe(normal);
  }
  const preview = await chain().request(`http://localhost:3000${path}`, { headers: { host: "pr-7.vercel.app" } });
  expect([preview.status, preview.headers.get("location")]).toEqual([308, normal]);
});

test("other methods are rejected at a path that is not in its normal form", async () => {
  const response = await chain().request("http://localhost:3000//api/echo", {
    method: "POST",
    headers: json,
    body: "{}",
  });
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
});

test.each(["/schedule/%00", "/%", "/%ff", "/who?q=%00", "/api/%00", "/account%00.data"])(
  "%s returns 400",
  async (path) => {
    const response = await chain().request(`http://localhost:3000${path}`);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toMatch(/^\/(api|.*data$)/.test(path) ? /json/ : /json|html/);
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  },
);

test("a form with U+0000 is rejected before it is parsed", async () => {
  const form = (body: string) =>
    chain().request("http://localhost:3000/who", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body,
    });
  expect((await form("token=a%00b")).status).toBe(400);
  expect((await form("token=ab")).status).toBe(404);
});

test.each(["PROPFIND", "SEARCH", "QUERY", "PURGE"])(
  "%s returns 405 with the allowed methods and logs no error",
  async (method) => {
    const errors = vi.spyOn(log, "error");
    for (const path of ["/who", "/api/echo", "/nothing"]) {
      const response = await chain().request(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    }
    expect(errors).not.toHaveBeenCalled();
  },
);

test("a browser's form that is refused gets a page, never JSON", async () => {
  const headers = { "content-type": "application/x-www-form-urlencoded", host: "localhost:3000" };
  const send = (origin: string, body: string) =>
    chain().request("/form", { method: "POST", headers: { ...headers, origin }, body });
  const large = await send("http://localhost:3000", `name=${"x".repeat(70_000)}`);
  const foreign = await send("https://evil.example", "name=Northfield");
  for (const [response, status, sentence] of [
    [large, 413, "That is too large: at most 64 KiB."],
    [foreign, 403, "This request did not come from this site."],
  ] as const) {
    expect([response.status, response.headers.get("cache-control")]).toEqual([status, "private, no-store"]);
    expect(response.headers.get("content-type")).toContain("text/html");
    const page = await response.text();
    expect(page).toContain(sentence);
    expect(page).not.toContain("<form");
  }
});

test("%00 in a multipart form is plain text; U+0000 is refused in both kinds of form", async () => {
  const send = async (body: FormData | URLSearchParams) =>
    (await chain().request("/form", { method: "POST", body })).status;
  const multipart = (value: string) => {
    const form = new FormData();
    form.set("name", value);
    return form;
  };
  expect(await send(multipart("100%00 Ltd"))).toBe(200);
  expect(await send(multipart("a\0b"))).toBe(400);
  expect(await send(new URLSearchParams({ name: "100%00 Ltd" }))).toBe(200);
  expect(await send(new URLSearchParams({ name: "a\0b" }))).toBe(400);
});
