import { expect, type Page } from "@playwright/test";
import { signInAsAdmin } from "./admins.ts";
import { chunkOf, fetchedAhead } from "./chunks.ts";
import { test } from "./journey.ts";
import { signInNew } from "./people.ts";

/*
 * Every route of the specification (spec: routes) with its status for a visitor without a session, a user without wizard
 * access, and an admin at aal2. "→" is a redirect and its target.
 */

const everybody = (status: string | number) => [status, status, status] as const;
const signInFirst = (path: string) => `302 /auth?next=${encodeURIComponent(path)}`;
const wizard = (path: string, inside: string | number = 200) => [signInFirst(path), 403, inside] as const;
const admin = (path: string, inside: string | number = 200) => [signInFirst(path), 403, inside] as const;
const unknown = "018f0000-0000-7000-8000-000000000001";

const routes: Record<string, readonly [string | number, string | number, string | number]> = {
  ...Object.fromEntries(
    [
      "/",
      "/about",
      "/services",
      "/automation-grid",
      "/who-we-help-old",
      "/our-approach",
      "/pricing",
      "/faq",
      "/contact",
      "/training",
      "/downloads",
      "/privacy",
      "/privacy-policy",
      "/terms",
      "/terms-of-service",
      "/verify-access",
      "/strategy-session-confirmed",
      "/automation-blueprint-gtmarc",
      "/gtm-systems-blueprint",
      "/automation-audit-roadmap",
      "/assumptions",
      "/compare",
      "/newsletter",
      "/newsletter/archive",
      "/newsletter/feed.xml",
      "/newsletter/atom.xml",
      "/request-access",
      "/training/register",
      "/schedule/strategy-session",
      "/schedule/blueprint-unlock-call",
      "/sitemap.xml",
      "/robots.txt",
      "/llms.txt",
      "/.well-known/security.txt",
      "/integrity-manifest.json",
      "/healthz",
      "/readyz",
      "/api/openapi.json",
      "/automation-grid/S-01",
      "/auth/verify?token=x",
      "/auth/not-me?token=x",
      "/auth/email-change?token=x",
      "/reset-password",
      "/reset-password?token=x",
      "/favicon.svg",
      "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip",
      "/downloads/GTMarc-Lite-Starter-Kit-v1.0.zip.sha256",
    ].map((path) => [path, everybody(200)]),
  ),
  ...Object.fromEntries(
    [
      "/404",
      "/nothing-here",
      "/schedule/nothing",
      "/automation-grid/X-99",
      "/booking/nothing",
      "/booking/nothing/event.ics",
      "/calendar/nothing/calls.ics",
      "/share/nothing",
      "/blueprint/help/nothing",
      "/unsubscribe/nothing",
      "/newsletter/archive/nothing",
      "/people/unknown.jpg",
    ].map((path) => [path, everybody(404)]),
  ),
  ...Object.fromEntries(
    ["/admin-debug", "/admin-legacy", "/api/internal/users", "/.env", "/config", "/admin-api", "/backup"].map(
      (path) => [path, everybody("302 /404")],
    ),
  ),
  "/auth": [200, "302 /verify-access", "302 /admin"],
  "/account": [signInFirst("/account"), 200, 200],
  "/blueprint/wizard": wizard("/blueprint/wizard", "302 /blueprint/wizard/mode"),
  "/blueprint/wizard/mode": wizard("/blueprint/wizard/mode"),
  "/blueprint/wizard/profile": wizard("/blueprint/wizard/profile"),
  "/blueprint/wizard/tech-stack": wizard("/blueprint/wizard/tech-stack", "302 /blueprint/wizard/profile?blueprint=new"),
  "/blueprint/wizard/processes": wizard("/blueprint/wizard/processes", "302 /blueprint/wizard/profile?blueprint=new"),
  "/quick-start": wizard("/quick-start"),
  "/quick-start/results": wizard("/quick-start/results", "302 /quick-start"),
  "/blueprint/coming-soon": wizard("/blueprint/coming-soon"),
  "/.well-known/change-password": everybody("302 /account?tab=security"),
  // Another tab may have used the link.
  "/auth/link?token=x": [200, "302 /auth", "302 /auth"],
  "/invoices": [signInFirst("/invoices"), 200, 200],
  [`/blueprint/${unknown}`]: [signInFirst(`/blueprint/${unknown}`), 404, 404],
  ...Object.fromEntries(
    [".pdf", ".xlsx", "/unlock", "/full"].map((what) => {
      const path = `/blueprint/${unknown}${what}`;
      return [path, [signInFirst(path), 404, 404] as const];
    }),
  ),
  "/admin": admin("/admin"),
  ...Object.fromEntries(
    [
      "/admin/blueprints",
      "/admin/billing",
      "/admin/mail",
      "/admin/mail/suppressions",
      "/admin/newsletter",
      "/admin/calendar",
      "/admin/calendar/calls",
      "/admin/calendar/hosts",
      "/admin/calendar/event-types",
    ].map((path) => [path, admin(path)]),
  ),
  ...Object.fromEntries(
    ["blueprint", "access-requests", "mail", "newsletter", "calendar/calls", "calendar/hosts"].map((list) => [
      `/admin/${list}/${unknown}`,
      admin(`/admin/${list}/${unknown}`, 404),
    ]),
  ),
  "/admin/access-requests": admin("/admin/access-requests"),
  "/admin/nothing-here": admin("/admin/nothing-here", 404),
};

test("every route of the specification returns its status for every kind of visitor", async ({ browser }) => {
  const asAnonymous = await (await browser.newContext()).newPage();
  const asUser = await (await browser.newContext()).newPage();
  const asAdmin = await (await browser.newContext()).newPage();
  await signInNew(asUser, "walker", { access: false });
  await signInAsAdmin(asAdmin, "boss");

  const found: Record<string, unknown> = {};
  for (const path of Object.keys(routes))
    found[path] = await Promise.all([asAnonymous, asUser, asAdmin].map((page) => answerTo(page, path)));
  expect(found).toEqual(Object.fromEntries(Object.entries(routes).map(([path, all]) => [path, all.map(String)])));

  await test.step("wizard and admin area are prefetched for users with access, from content and app pages", async () => {
    for (const chunk of [chunkOf("blueprint/guided.tsx"), chunkOf("admin/today/today.tsx")])
      for (const path of ["/faq", "/verify-access"]) {
        const asked = [asAnonymous, asUser, asAdmin].map((page) => fetchedAhead(page, path, chunk));
        expect(await Promise.all(asked), path).toEqual([false, false, true]);
      }
  });
});

async function answerTo(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path, { maxRedirects: 0 });
  const location = answer.headers()["location"];
  const to = location?.startsWith("http") ? location.slice(new URL(location).origin.length) : location;
  return to ? `${answer.status()} ${to}` : String(answer.status());
}
