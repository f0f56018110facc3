import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./encoding.ts";

const page = "<!doctype html>".concat("<p>Draw, do not decorate.</p>".repeat(200));
const html = (body = page) => new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a page is compressed as the browser asks, and reads the same", async () => {
  const asBrotli = await compressed(html(), "gzip, deflate, br");
  expect(asBrotli.headers.get("content-encoding")).toBe("br");
  expect(brotliDecompressSync(await bytes(asBrotli)).toString()).toBe(page);
  const asGzip = await compressed(html(), "gzip");
  expect(asGzip.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(await bytes(asGzip)).toString()).toBe(page);
});

test("status and headers stay", async () => {
  const answer = await compressed(
    new Response(page, { status: 403, headers: { "content-type": "text/html", "x-kept": "1" } }),
    "br",
  );
  expect([answer.status, answer.headers.get("x-kept")]).toEqual([403, "1"]);
});

test.each([
  ["a browser without Accept-Encoding", html(), undefined],
  ["a short response", html("<p>Short.</p>"), "br"],
  ["a picture", new Response(page, { headers: { "content-type": "image/png" } }), "br"],
  ["a response without a body", new Response(null, { status: 304 }), "br"],
])("%s is not compressed", async (_what, response, accepted) => {
  expect((await compressed(response, accepted)).headers.get("content-encoding")).toBeNull();
});
