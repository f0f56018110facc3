import type { OpenAPIHono } from "@hono/zod-openapi";
import { beforeEach, expect, test, vi } from "vitest";
import { wizardGrant } from "#app/features/access/tables.server.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/default-host.server.ts";
import { startBlueprint } from "#app/features/wizard/wizard.server.ts";
import { type Area, areas, roleChanges, roleReads, roles } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { apiEndpoints } from "#app/routes/api/api.server.ts";
import type { EndpointEnv } from "#app/routes/api/endpoint.server.ts";
import { openApiDocument } from "#app/routes/api/openapi.server.ts";
import { areaOfPage, linkFor } from "#app/shell/admin/navigation.ts";
import { as, asAdmin, asAnonymous, asRole } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { type MappedPage, mappedPages, openPage } from "#tests/fixtures/page-loaders.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

/*
 * Access to every page of app/routes.ts and every endpoint of the API for anonymous visitors, users with and without access to the
 * wizard, and admins before and after the code. The lists come from the product, so a new page or endpoint fails here until
 * it is listed. The admin area needs no entry: who opens its pages and endpoints follows from the roles in lib/rights.ts.
 */

const database = useDatabase();
const { db, ctx } = database;
type Who = "visitor" | "holder" | "user" | "half" | "admin";
let people: Record<Who, Ctx>;
/** A blueprint of the user with access; other users must not see it. */
let theirs: string;

// The downloads page reads the kit of a build.
vi.stubGlobal("__BUILD_DIR__", "build");

beforeEach(async () => {
  useSettings({ SECRET: "a-secret-of-at-least-thirty-two-characters", SITE_URL: "http://localhost:3000" });
  await ensureDefaultHost(ctx);
  const holder = await as(ctx, "holder@northfield.example");
  const user = await as(ctx, "user@elsewhere.example");
  people = {
    visitor: asAnonymous(ctx),
    holder,
    user,
    half: await asAdmin(ctx, "half@gtmarc.example", "aal1"),
    admin: await asAdmin(ctx),
  };
  await db.insert(wizardGrant).values({ userId: holder.actor.userId, grantedAt: ctx.now });
  const started = await startBlueprint(holder, { mode: "guided" });
  if (!started.ok) throw new Error(started.reason.kind);
  theirs = started.value.id;
});

/**
 * public: the same for everyone. token: the URL is the key, the same for everyone. session: needs one. wizard: needs access;
 * admins have it. own: the owner's record, not found for others. local: depends on the host.
 */
type Kind = "public" | "token" | "session" | "wizard" | "own" | "admin" | "local";

const pageKinds: Record<string, Kind> = {
  "sample-analysis.pdf": "public",
  "sample-analysis.xlsx": "public",
  "schedule/:eventType": "public",
  "call-request/:token": "public",
  "booking/:token": "token",
  "booking/:token/event.ics": "token",
  "calendar/:token/calls.ics": "token",
  "share/:token": "token",
  "share/:token/full": "token",
  "share/:token/analytics": "token",
  auth: "public",
  "auth/verify": "public",
  "auth/link": "public",
  "auth/not-me": "public",
  "auth/fresh-code": "session",
  "auth/email-change": "public",
  setup: "public",
  invitation: "public",
  "reset-password": "public",
  "verify-access": "public",
  account: "session",
  invoices: "session",
  "invoices/:file": "session",
  "blueprint/coming-soon": "wizard",
  "blueprint/compare": "session",
  "blueprint/help/:token": "token",
  "blueprint/:id": "own",
  "blueprint/:id.pdf": "own",
  "blueprint/:id.xlsx": "own",
  "blueprint/:id/unlock": "own",
  "blueprint/:id/full": "own",
  "blueprint/:id/full.pdf": "own",
  "blueprint/:id/full/changes": "own",
  "dev/mailbox": "local",
  "dev/mailbox/:mail": "local",
  "dev/mailbox/:mail/html": "local",
  "dev/mailbox/:mail/attachments/:number": "local",
};

type Page = MappedPage & { kind: Kind | undefined };

function kindOf(path: string, layout: string): Kind | undefined {
  if (path === "admin" || path.startsWith("admin/")) return "admin";
  if (layout === "routes/blueprint/wizard.tsx") return "wizard";
  if (layout === "routes/site/layout.tsx") return "public";
  return pageKinds[path];
}

const pages: Page[] = mappedPages.map((page) => ({ ...page, kind: kindOf(page.path, page.layout) }));

test("every page declares who can open it, and every entry has a page", () => {
  expect(pages.filter(({ kind }) => kind === undefined).map(({ path }) => path)).toEqual([]);
  const paths = new Set(pages.map(({ path }) => path));
  expect(Object.keys(pageKinds).filter((path) => !paths.has(path))).toEqual([]);
});

const eventTypes = new Map([["eventType", "strategy-session"]]);

const open = (page: Page, who: Ctx) =>
  openPage(
    page,
    who,
    (name) => eventTypes.get(name) ?? (name === "id" ? theirs : name === "step" ? "profile" : "unknown-thing"),
  );

const toSignIn = /^302 \/auth\?next=%2F/;
const fine = /^(200|404|30[1237] (?!\/auth\?next))/;

test.each(pages.filter(({ kind }) => kind === "admin"))("/$path needs an admin at aal2", async (page) => {
  expect(await open(page, people.visitor)).toMatch(toSignIn);
  for (const who of ["holder", "user", "half"] as const) expect(await open(page, people[who]), who).toBe("403");
  expect(await open(page, people.admin)).toMatch(fine);
});

const adminPages = pages.filter(({ kind }) => kind === "admin");
const underAdmin = (path: string) => areaOfPage(`/${path}`);
/** Known here, so that a page without an area of its own is a decision. */
const startPages = ["admin", "admin/search"];

test("every admin page belongs to an area", () => {
  expect(adminPages.filter(({ path }) => underAdmin(path) === "start").map(({ path }) => path)).toEqual(startPages);
  const withoutLink = adminPages.filter(({ path }) => !linkFor(`/${path}`)).map(({ path }) => path);
  expect(withoutLink.sort()).toEqual(["admin/*", "admin/search"]);
  for (const path of ["/admin/USERS", "/admin/%75sers", "/admin/unknown", "/admin//users"])
    expect(areaOfPage(path), path).not.toBe("start");
});

test.each(roles)("the pages that the role %s opens are those of the areas it reads", async (role) => {
  const [half, full] = [await asRole(ctx, role, `half-${role}@gtmarc.example`, "aal1"), await asRole(ctx, role)];
  for (const page of adminPages) {
    expect(await open(page, half), page.path).toBe("403");
    const answer = await open(page, full);
    if (roleReads(role, underAdmin(page.path))) expect(answer, page.path).toMatch(fine);
    else expect(answer, page.path).toBe("403");
  }
});

test.each(pages.filter(({ kind }) => kind === "wizard"))("/$path needs access to the wizard", async (page) => {
  expect(await open(page, people.visitor)).toMatch(toSignIn);
  expect(await open(page, people.user)).toBe("403");
  for (const who of ["holder", "half", "admin"] as const) expect(await open(page, people[who]), who).toMatch(fine);
});

test.each(pages.filter(({ kind }) => kind === "session"))("/$path needs a session", async (page) => {
  expect(await open(page, people.visitor)).toMatch(toSignIn);
  for (const who of ["holder", "user", "half", "admin"] as const)
    expect(await open(page, people[who]), who).toMatch(fine);
});

test.each(pages.filter(({ kind }) => kind === "own"))(
  "/$path is not found for users other than its owner",
  async (page) => {
    expect(await open(page, people.visitor)).toMatch(toSignIn);
    expect(await open(page, people.holder)).toMatch(/^(200|302 |404)/);
    for (const who of ["user", "half", "admin"] as const)
      expect(await open(page, people[who]), who).toMatch(/^40[34]$/);
  },
);

test.each(pages.filter(({ kind }) => kind === "public" || kind === "token" || kind === "local"))(
  "/$path is the same for every visitor",
  async (page) => {
    for (const who of Object.keys(people) as Who[])
      expect(await open(page, people[who]), who).toMatch(/^(200|404|302 \/(?!auth\?next))/);
  },
);

/** Endpoints by method and path; those under /api/admin need no entry, /api/auth has its own tests. */
const endpointKinds: Record<string, Kind | "signature" | "api-token"> = {
  "post /api/rpc/is_admin": "public",
  "post /api/functions/get-user-profile": "session",
  "put /api/profile": "session",
  "put /api/profile/click-counting": "session",
  "post /api/company/domain": "session",
  "delete /api/company/domain": "session",
  "delete /api/company/membership": "session",
  "post /api/company/invitations": "session",
  "post /api/company/invitations/{id}/acceptance": "session",
  "delete /api/company/invitations/{id}": "session",
  "post /api/account/deletion": "session",
  "delete /api/account/deletion": "session",
  "post /api/account/export": "session",
  "post /api/functions/validate-preview-token": "public",
  "delete /api/functions/validate-preview-token": "public",
  "post /api/security-honeypot": "public",
  "post /api/csp-report": "public",
  "post /api/functions/request-access-code": "public",
  "post /api/functions/validate-access-code": "session",
  "post /api/rpc/user_has_wizard_access_secure": "session",
  "post /api/rpc/user_has_wizard_access": "session",
  "post /api/functions/newsletter-signup": "public",
  "post /api/functions/submit-training-registration": "public",
  "post /api/rpc/update_newsletter_email": "session",
  "post /api/functions/track-funnel-event": "public",
  "post /api/functions/collect-analytics": "public",
  "post /api/client-log": "public",
  "post /api/privacy/my-data": "public",
  "post /api/privacy/my-data/delete": "public",
  "post /api/blueprints": "wizard",
  "get /api/blueprints": "wizard",
  "get /api/blueprints/{id}": "own",
  "put /api/blueprints/{id}": "own",
  "delete /api/blueprints/{id}": "own",
  "post /api/blueprints/{id}/restoration": "own",
  "put /api/blueprints/{id}/name": "own",
  "post /api/blueprints/{id}/duplicates": "own",
  "post /api/blueprints/{id}/analysis": "own",
  "post /api/blueprints/{id}/unlock": "own",
  "put /api/blueprints/{id}/full/tasks/{task}": "own",
  "post /api/blueprints/{id}/full/comments": "own",
  "delete /api/blueprints/{id}/full/comments/{comment}": "own",
  "put /api/blueprints/{id}/full/threads/{section}": "own",
  "post /api/blueprints/{id}/share": "own",
  "delete /api/blueprints/{id}/share": "own",
  "post /api/blueprints/{id}/full/share": "own",
  "delete /api/blueprints/{id}/full/share": "own",
  "get /api/blueprints/{id}/colleagues": "own",
  "post /api/blueprints/{id}/colleagues": "own",
  "delete /api/blueprints/{id}/colleagues/{colleague}": "own",
  "post /api/payments/{id}/confirmation": "own",
  "post /api/payments/{id}/checkout": "own",
  "post /api/downloads": "public",
  "get /api/downloads/{type}/count": "public",
  "get /api/booking/{eventType}/slots": "public",
  "post /api/booking/{eventType}": "public",
  "post /api/booking/{eventType}/hold": "public",
  "post /api/booking/by-token/{token}/payment": "token",
  "post /api/booking/holds/{token}/release": "token",
  "post /api/booking/by-token/{token}/cancellation": "token",
  "post /api/booking/by-token/{token}/reschedule": "token",
  "get /api/v1/prospects": "api-token",
  "get /api/v1/prospects/{id}/timeline": "api-token",
  "get /api/v1/bookings": "api-token",
  "get /api/v1/analyses": "api-token",
  "get /api/v1/analytics": "api-token",
  "get /api/v1/analytics/funnels/main": "api-token",
  "get /api/v1/analytics/funnels/{id}": "api-token",
  "get /api/v1/analytics/live": "api-token",
  "post /api/v1/analytics/query": "api-token",
  "post /api/webhooks/mail": "signature",
  "post /api/webhooks/mail/postmark": "signature",
  "post /api/webhooks/mail/ses": "signature",
  "post /api/webhooks/stripe": "signature",
  "post /api/webhooks/calendly": "signature",
  "post /api/webhooks/calendars/google": "signature",
  "post /api/webhooks/calendars/microsoft": "token",
};

/** Valid bodies for endpoints that validate before they check the user. */
const bodies: Record<string, unknown> = {
  "post /api/blueprints": { mode: "guided" },
  "put /api/blueprints/{id}": { version: 1, inputs: {} },
  "put /api/blueprints/{id}/name": { name: "Mine", from: "" },
  "post /api/blueprints/{id}/unlock": { method: "call" },
  "put /api/blueprints/{id}/full/tasks/{task}": { done: true },
  "post /api/blueprints/{id}/full/comments": { sectionId: "leads-1", text: "Why?" },
  "put /api/blueprints/{id}/full/threads/{section}": { open: false, seen: "0199f000-0000-7000-8000-000000000001" },
  "post /api/blueprints/{id}/colleagues": { name: "Dana", part: "stack" },
  "post /api/payments/{id}/confirmation": { session: "cs_test" },
};

const document = openApiDocument(apiEndpoints);
const endpoints = Object.entries(document.paths ?? {})
  .filter(([path]) => !path.startsWith("/api/auth/"))
  .flatMap(([path, methods]) => Object.keys(methods as object).map((method) => `${method} ${path}`))
  .map((name) => ({ name, kind: name.includes(" /api/admin/") ? ("admin" as const) : endpointKinds[name] }));

test("the API description requires a session where the endpoint does", () => {
  const needsSession = (name: string) => {
    const [method = "", path = ""] = name.split(" ");
    const operation = (document.paths?.[path] as Record<string, { security?: object[] }> | undefined)?.[method];
    return operation?.security?.some((scheme) => "session" in scheme) ?? false;
  };
  const kinds: readonly (string | undefined)[] = ["session", "wizard", "own", "admin"];
  expect(
    endpoints.filter(({ name, kind }) => needsSession(name) !== kinds.includes(kind)).map(({ name }) => name),
  ).toEqual([]);
});

function areaOfEndpoint(name: string): Area {
  const [method = "", path = ""] = name.split(" ");
  const described = document.paths?.[path] as Record<string, { "x-area": Area }> | undefined;
  return described![method]!["x-area"];
}

const call = callsOf(apiEndpoints as unknown as OpenAPIHono<EndpointEnv>);
async function send(name: string, who: Ctx): Promise<number> {
  const [method = "", template = ""] = name.split(" ");
  const path = template.replace(
    /\{(\w+)\}/g,
    (_, part: string) => eventTypes.get(part) ?? (part === "id" ? theirs : "unknown-thing"),
  );
  const body = method === "get" || (method === "delete" && !(name in bodies)) ? undefined : (bodies[name] ?? {});
  return (
    await call(who, path, body, {
      method: method.toUpperCase(),
      address: `203.0.113.${people.visitor === who ? 1 : 2}`,
    })
  ).status;
}

test("every endpoint declares who can call it, and every entry has an endpoint", () => {
  expect(endpoints.filter(({ kind }) => kind === undefined).map(({ name }) => name)).toEqual([]);
  const names = new Set(endpoints.map(({ name }) => name));
  expect(Object.keys(endpointKinds).filter((name) => !names.has(name))).toEqual([]);
});

test.each(endpoints.filter(({ kind }) => kind === "admin"))("$name needs an admin at aal2", async ({ name }) => {
  expect(await send(name, people.visitor)).toBe(401);
  for (const who of ["holder", "user", "half"] as const) expect(await send(name, people[who]), who).toBe(403);
  expect([401, 403]).not.toContain(await send(name, people.admin));
});

test.each(roles)("the endpoints that the role %s can call are those of its areas", async (role) => {
  const [half, full] = [await asRole(ctx, role, `half-${role}@gtmarc.example`, "aal1"), await asRole(ctx, role)];
  for (const { name, kind } of endpoints) {
    if (kind !== "admin") continue;
    const area = areaOfEndpoint(name);
    expect(areas, name).toContain(area);
    expect(await send(name, half), name).toBe(403);
    const isAllowed = (name.startsWith("get ") ? roleReads : roleChanges)(role, area);
    if (isAllowed) expect([401, 403], name).not.toContain(await send(name, full));
    else expect(await send(name, full), name).toBe(403);
  }
});

test.each(endpoints.filter(({ kind }) => kind === "session" || kind === "wizard" || kind === "own"))(
  "$name refuses users without the required access",
  async ({ name, kind }) => {
    expect(await send(name, people.visitor)).toBe(401);
    if (kind === "session")
      for (const who of ["holder", "user", "half", "admin"] as const)
        expect(await send(name, people[who])).not.toBe(401);
    if (kind === "wizard") {
      expect(await send(name, people.user)).toBe(403);
      for (const who of ["half", "admin", "holder"] as const)
        expect([401, 403]).not.toContain(await send(name, people[who]));
    }
    if (kind === "own") {
      expect([403, 404]).toContain(await send(name, people.user));
      for (const who of ["half", "admin"] as const) expect(await send(name, people[who]), who).toBe(404);
      expect([401, 403]).not.toContain(await send(name, people.holder));
    }
  },
);

test.each(endpoints.filter(({ kind }) => kind === "public" || kind === "token"))(
  "$name needs no session",
  async ({ name }) => {
    const given = new Set<number>();
    for (const who of Object.keys(people) as Who[]) given.add(await send(name, people[who]));
    expect([...given]).toHaveLength(1);
    expect([401, 403]).not.toContain([...given][0]);
  },
);

test.each(endpoints.filter(({ kind }) => kind === "signature"))(
  "$name rejects requests without a signature",
  async ({ name }) => {
    for (const who of Object.keys(people) as Who[]) expect([401, 404, 503]).toContain(await send(name, people[who]));
  },
);

test.each(endpoints.filter(({ kind }) => kind === "api-token"))("$name opens for no session", async ({ name }) => {
  for (const who of Object.keys(people) as Who[]) expect(await send(name, people[who]), who).toBe(401);
});
