import { OpenAPIHono } from "@hono/zod-openapi";
import { beforeEach, expect, test } from "vitest";
import { requestAccess } from "#app/features/access/access.server.ts";
import { putVerifiedFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { adminGroups, linkFor } from "#app/shell/admin/navigation.ts";
import { totpSecret } from "#tests/fixtures/account-site.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { pageContext } from "#tests/fixtures/page-context.ts";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { adminOnly, type EndpointEnv } from "../api/endpoint.server.ts";
import { loader as layoutLoader } from "./layout.tsx";
import { loader as notFoundLoader } from "./not-found.tsx";
import { loader as todayLoader } from "./today/today.tsx";

const { ctx } = useDatabase();
beforeEach(() => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", ACCESS_CODE_DELAY_BUSINESS_DAYS: 4 });
});

test("frame, today's page and unknown addresses refuse strangers in the same way", async () => {
  await pageRefusesStrangers(ctx, layoutLoader, "/admin");
  await pageRefusesStrangers(ctx, todayLoader, "/admin?x=1");
  await pageRefusesStrangers(ctx, notFoundLoader, "/admin/nothing-here");
});

test("an admin at aal2 sees counts and pending requests, and 404 for an unknown page", async () => {
  await requestAccess(ctx, { email: "sam@gmail.com", company_name: "Northfield" });
  await requestAccess(ctx, { email: "sam@northfield.example", company_name: "Northfield" });
  const admin = await asAdmin(ctx);
  expect(await openPage(layoutLoader, admin, "/admin")).toMatchObject({ counts: { accessRequests: 2 } });
  expect(await openPage(todayLoader, admin, "/admin")).toMatchObject({ requests: { total: 2 } });
  expect(await openPage(notFoundLoader, admin, "/admin/nothing-here")).toEqual([404]);
});

test("refused users see what they can do", async () => {
  const way = async (who: Ctx) => {
    const context = pageContext(who);
    const thrown = await requireAdmin(context, new Request("http://localhost:3000/admin/x?page=2")).catch((it) => it);
    return (thrown as { data: unknown }).data;
  };
  const admin = await asAdmin(ctx, "admin@gtmarc.example", "aal1");
  expect(await way(admin)).toEqual({ way: "set-up", next: "/admin/x?page=2" });
  await putVerifiedFactor(ctx, { userId: admin.actor.userId, secret: totpSecret, lastStep: 0 });
  expect(await way(admin)).toEqual({ way: "give-code", next: "/admin/x?page=2" });
  expect(await way(await as(ctx, "dana@northfield.example"))).toEqual({ way: null, next: "/admin/x?page=2" });
});

test("endpoints behind adminOnly refuse strangers before they validate the body", async () => {
  const endpoints = new OpenAPIHono<EndpointEnv>();
  endpoints.post("/admin/anything", adminOnly("settings"), (c) => c.json({ done: true }));
  await callRefusesStrangers(ctx, endpoints, "/admin/anything");
  await callRefusesStrangers(ctx, endpoints, "/admin/anything", { body: "{" });
});

test("a subpage marks its listed parent as current, and today's page is only marked on itself", () => {
  expect(linkFor("/admin")?.href).toBe("/admin");
  expect(linkFor("/admin/nothing-here")).toBeUndefined();
  const all = adminGroups.flatMap(({ links }) => links);
  for (const { href } of all) {
    expect(linkFor(href)?.href).toBe(href);
    if (href !== "/admin") expect(linkFor(`${href}/7`)?.href).toBe(href);
  }
  expect(new Set(all.map(({ href }) => href)).size).toBe(all.length);
});
