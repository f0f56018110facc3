import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf, stepAt } from "#app/features/accounts/second-factor/totp.server.ts";
import { indexablePages } from "#app/features/content/content.ts";
import routes from "#app/routes.ts";
import { type Answer, observatory } from "./fixtures/observatory.ts";
import { type Product, startProduct } from "./fixtures/product.ts";

/*
 * The MDN HTTP Observatory score of every page of the built product under an https SITE_URL: signed out, signed in with and
 * without wizard access, and as an admin. The pages come from the route map.
 */

const password = "Draw2Automate";
const totpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const dataDir = mkdtempSync(join(tmpdir(), "gtmarc-observatory-"));
let product: Product;
const visitors: Record<string, string> = { "signed out": "" };
let draft: string;

beforeAll(async () => {
  product = await startProduct(dataDir, { SITE_URL: "https://gtmarc.example", LOG_LEVEL: "error" });
  for (const email of ["user@northfield.example", "client@northfield.example"]) {
    await call("/api/auth/sign-up/email", { email, password });
    gtmarc(["user", "verify", email]);
  }
  visitors["user"] = await signIn("user@northfield.example");
  visitors["client"] = await signIn("client@northfield.example");
  const { code } = JSON.parse(gtmarc(["access-code", "issue", "client@northfield.example", "--json"]));
  await call("/api/functions/validate-access-code", { code }, visitors["client"]);
  ({ id: draft } = (await (await call("/api/blueprints", { mode: "guided" }, visitors["client"])).json()) as {
    id: string;
  });
  const admin = "admin@gtmarc.example";
  gtmarc(["admin", "create", admin, "--password-stdin", "--totp-secret", totpSecret], `${password}\n`);
  const challenge = await signIn(admin);
  const verified = await call(
    "/api/auth/two-factor/verify-totp",
    { code: await codeOf(totpSecret, stepAt(new Date())) },
    challenge,
  );
  visitors["admin"] = cookieOf(verified);
});

afterAll(async () => {
  product.signal("SIGTERM");
  await product.ended();
  rmSync(dataDir, { recursive: true, force: true });
});

const gtmarc = (words: string[], input?: string): string =>
  execFileSync(process.execPath, [`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`, ...words], {
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", GTMARC_MODE: "development", LOG_LEVEL: "silent", DATA_DIR: dataDir },
    ...(input !== undefined && { input }),
  });

async function call(path: string, body: object, cookie = ""): Promise<Response> {
  const response = await fetch(product.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
const signIn = async (email: string) => cookieOf(await call("/api/auth/sign-in/email", { email, password }));
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");

async function open(path: string, cookie = ""): Promise<Answer> {
  const response = await fetch(product.url + path, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
  return { status: response.status, headers: response.headers, body: await response.text() };
}
const isPage = ({ status, headers }: Answer) =>
  (status < 300 || status >= 400) && headers.get("content-type")?.startsWith("text/html");

const pathsOf = (entries: readonly RouteConfigEntry[], above = ""): string[] =>
  entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join("/");
    return entry.children ? pathsOf(entry.children, path) : [`/${path}`];
  });
const params: Record<string, () => string> = {
  "/schedule/:eventType": () => "/schedule/strategy-session",
  "/automation-grid/:id": () => "/automation-grid/S-01",
  "/blueprint/wizard/:step": () => `/blueprint/wizard/profile?blueprint=${draft}`,
  "/*": () => "/nothing-here",
};
const addressOf = (path: string) => params[path]?.() ?? path.replace("*", "nothing").replace(/:\w+/g, () => draft);

test("every page scores 155 for every kind of visitor, with any status", async () => {
  const paths = [
    ...new Set([...pathsOf(routes as RouteConfigEntry[]).map(addressOf), ...indexablePages().map((p) => p.path)]),
  ];
  const seen = new Map<number, number>();
  const scores: string[] = [];
  for (const [who, cookie] of Object.entries(visitors))
    for (const path of paths) {
      const answer = await open(path, cookie);
      if (!isPage(answer)) continue;
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const { score, parts } = observatory(answer);
      const points = parts.map(({ test: name, points: given }) => `${name} ${given}`).join(", ");
      if (score !== 155) scores.push(`${path} (${who}, ${answer.status}): ${score} of 155; ${points}`);
    }
  expect(scores).toEqual([]);
  expect(seen.get(200)).toBeGreaterThan(100);
  expect(seen.get(403)).toBeGreaterThan(10);
  expect(seen.get(404)).toBeGreaterThan(10);
});

test.each([
  ["/api/openapi.json", 200],
  ["/api/nothing-here", 404],
  ["/robots.txt", 200],
  ["/integrity-manifest.json", 200],
  ["/readyz", 200],
])("%s (%i), not a page, scores 150: all points but those for scripts", async (path, status) => {
  const answer = await open(path);
  expect(answer.status).toBe(status);
  const { score, parts } = observatory(answer);
  expect(score, JSON.stringify(parts)).toBe(150);
});

test("every script, style sheet and module preload of a page has the integrity hash of the served file", async () => {
  const manifest = (await (await fetch(`${product.url}/integrity-manifest.json`)).json()) as {
    chunks: { file: string; pageIntegrity: string }[];
  };
  const integrityOf = new Map(manifest.chunks.map(({ file, pageIntegrity }) => [file, pageIntegrity]));
  for (const [path, cookie] of [
    ["/", ""],
    ["/contact", ""],
    ["/automation-grid", visitors["user"]],
    ["/auth", ""],
    [`/blueprint/wizard/profile?blueprint=${draft}`, visitors["client"]],
    ["/admin", visitors["admin"]],
    ["/nothing-here", ""],
  ] as const) {
    const { body } = await open(path, cookie);
    const elements = [...body.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="(\/assets\/[^"#]+\.(?:js|css))[^>]*>/g)];
    expect(elements.length, path).toBeGreaterThan(2);
    for (const [element, file = ""] of elements)
      expect(element, path).toContain(` integrity="${integrityOf.get(file)}"`);
  }
});

test("pages require Trusted Types and allow at most one policy", async () => {
  const policyOf = async (path: string, cookie?: string) =>
    (await open(path, cookie)).headers.get("content-security-policy");
  for (const path of ["/", "/pricing", "/contact", "/nothing-here"])
    expect(await policyOf(path), path).toMatch(/; require-trusted-types-for 'script'; trusted-types 'none';/);
  for (const path of ["/auth", "/verify-access", "/schedule/strategy-session"])
    expect(await policyOf(path), path).toMatch(/; require-trusted-types-for 'script'; trusted-types range-worker;/);
  expect(await policyOf("/admin", visitors["admin"])).toContain("; trusted-types range-worker;");
});
