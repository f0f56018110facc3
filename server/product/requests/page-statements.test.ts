import { desc, eq, isNotNull } from "drizzle-orm";
import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { accessRequest } from "#app/features/access/tables.server.ts";
import { putVerifiedFactor } from "#app/features/accounts/second-factor/codes.server.ts";
import { signToken } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { session, user } from "#app/features/accounts/tables.server.ts";
import { shareAnalysis } from "#app/features/analysis/sharing/sharing.server.ts";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { createFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { createSharedLink } from "#app/features/analytics/reports/definitions/shared-links.server.ts";
import { analyticsIdentity, analyticsSession, analyticsVisit } from "#app/features/analytics/tables.server.ts";
import { visitId } from "#app/features/analytics/visits/visit-id.ts";
import { billingDocument } from "#app/features/billing/tables.server.ts";
import { decisionUrl } from "#app/features/booking/bookings/decision-token.server.ts";
import { manageToken } from "#app/features/booking/bookings/manage-token.server.ts";
import { makeHostFeed } from "#app/features/booking/hosts/hosts.server.ts";
import { booking, host } from "#app/features/booking/tables.server.ts";
import { catalog } from "#app/features/content/automations/automation-grid.ts";
import { shareFullBlueprint } from "#app/features/full-blueprint/comments/sharing.server.ts";
import { fullBlueprint } from "#app/features/full-blueprint/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { newsletterIssue } from "#app/features/newsletter/tables.server.ts";
import { prospect } from "#app/features/pipeline/tables.server.ts";
import { sequence } from "#app/features/sequences/tables.server.ts";
import { sendTest } from "#app/features/webhooks/deliveries/replaying.server.ts";
import { askColleague } from "#app/features/wizard/colleagues.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { startBlueprint } from "#app/features/wizard/wizard.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { addMonths, monthOf, utcDate } from "#app/lib/dates/calendar-dates.ts";
import { hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { newEndpoints } from "#app/routes/api/endpoint.server.ts";
import { findVisitor } from "#app/shell/visitor.server.ts";
import { createApp } from "#server/app.ts";
import { connectConsumers } from "#server/consumers.ts";
import { seedDemo } from "#server/demo/seed.ts";
import { FrozenPages } from "#server/pages/frozen-pages.ts";
import { frozenChoices, frozenPaths } from "#server/pages/frozen-paths.ts";
import { pages } from "#server/pages/pages.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { prepare } from "#server/process/prepare.ts";
import { jobDefinitions } from "#server/process/schedule.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { pricingFunnel } from "#tests/fixtures/funnel-commands.ts";
import { mappedPages } from "#tests/fixtures/page-loaders.ts";
import { loadersOnly } from "#tests/fixtures/page-render.ts";
import { webhookEndpointId } from "#tests/fixtures/webhook-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";

const { db, pool, ctx } = useDatabase({ jobs: jobDefinitions });
vi.stubGlobal("__BUILD_DIR__", "build");

/**
 * Number of SQL statements per page for a visitor with a session; the first loads the visitor. The client pages have a
 * published full blueprint, the admin pages the demo data. Unlisted content pages run 1.
 */
const statements: Record<string, number> = {
  "/contact": 4,
  "/strategy-session-confirmed": 2,
  "/sample-analysis.pdf": 1,
  "/sample-analysis.xlsx": 1,
  "/newsletter/archive/:slug": 2,
  "/terms-of-service/versions/:version": 2,
  "/privacy-policy/versions/:version": 2,
  "/newsletter/confirm/:key": 2,
  "/schedule/:eventType": 4,
  "/booking/:token": 2,
  "/call-request/:token": 2,
  "/calendar/:token/calls.ics": 3,
  "/booking/:token/event.ics": 3,
  "/auth": 1,
  "/auth/verify": 2,
  "/auth/link": 2,
  "/auth/fresh-code": 1,
  "/auth/not-me": 2,
  "/auth/email-change": 3,
  "/reset-password": 1,
  "/setup": 2,
  "/invitation": 1,
  "/verify-access": 1,
  "/account": 3,
  "/blueprint/wizard": 1,
  "/blueprint/wizard/mode": 2,
  "/blueprint/wizard/:step": 2,
  "/quick-start": 2,
  "/quick-start/results": 2,
  "/blueprint/coming-soon": 5,
  "/blueprint/help/:token": 3,
  "/blueprint/:id.xlsx": 2,
  "/blueprint/:id": 7,
  "/blueprint/:id/unlock": 4,
  "/blueprint/:id/full": 6,
  "/blueprint/:id/full.pdf": 4,
  "/blueprint/:id/full/changes": 4,
  "/invoices": 2,
  "/invoices/:file": 3,
  "/blueprint/compare": 3,
  "/blueprint/:id.pdf": 2,
  "/share/:token": 2,
  "/share/:token/full": 2,
  "/share/:token/analytics": 9,
  "/admin": 29,
  "/admin/*": 5,
  "/admin/analytics/import": 6,
  "/admin/analytics/import/:id": 6,
  "/admin/access-requests": 9,
  "/admin/access-requests/:id": 16,
  "/admin/analytics": 15,
  "/admin/analytics/experience": 10,
  "/admin/analytics/lists/:list": 7,
  "/admin/analytics/goals": 11,
  "/admin/analytics/rejected": 9,
  "/admin/analytics/visits": 6,
  "/admin/billing": 9,
  "/admin/blueprint/:id": 10,
  "/admin/blueprint/:id/preview": 9,
  "/admin/blueprints": 10,
  "/admin/calendar": 10,
  "/admin/calendar/calls": 6,
  "/admin/calendar/calls/:id": 12,
  "/admin/calendar/hosts": 7,
  "/admin/calendar/hosts/:id": 10,
  "/admin/calendar/event-types": 9,
  "/admin/calendar/event-types/:slug": 9,
  "/admin/funnel-analytics": 18,
  "/admin/email-sequences": 8,
  "/admin/email-sequences/:id": 8,
  "/admin/email-sequences/:id/people": 9,
  "/admin/email-sequences/:id/dry-run": 8,
  "/admin/email-sequences/:id/preview": 2,
  "/admin/outreach-analytics": 8,
  "/admin/outreach-analytics/people": 5,
  "/admin/funnel-analytics/new": 11,
  "/admin/funnel-analytics/edit/:id": 12,
  "/admin/funnel-analytics/drop-offs": 11,
  "/admin/analytics/visits/:id": 12,
  "/admin/jobs": 8,
  "/admin/jobs/events": 6,
  "/admin/mail": 7,
  "/admin/mail/:id": 9,
  "/admin/mail/suppressions": 6,
  "/admin/search": 5,
  "/admin/prospect-pipeline": 14,
  "/admin/prospect-pipeline/:id": 23,
  "/admin/prospect-pipeline/:id/merge": 8,
  "/admin/prospect-pipeline/company/:domain": 16,
  "/admin/prospect-pipeline/duplicates": 6,
  "/admin/prospect-pipeline/import": 6,
  "/admin/prospect-pipeline/import/:id": 6,
  "/admin/team": 7,
  "/admin/users": 7,
  "/admin/users/:id": 20,
  "/admin/audit-log": 9,
  "/admin/newsletter": 9,
  "/admin/security": 7,
  "/admin/security/policy": 7,
  "/admin/settings": 12,
  "/admin/settings/first": 7,
  "/admin/settings/texts": 5,
  "/admin/settings/texts/:key": 8,
  "/admin/settings/:group": 7,
  "/admin/webhook-setup-guide": 8,
  "/admin/webhook-setup-guide/new": 5,
  "/admin/webhook-setup-guide/endpoints/:id": 9,
  "/admin/webhook-setup-guide/events": 5,
  "/admin/webhook-setup-guide/signature": 5,
  "/admin/webhook-setup-guide/deliveries": 8,
  "/admin/webhook-setup-guide/deliveries/:id": 8,
  "/admin/newsletter/:id": 8,
  "/admin/newsletter/:id/preview": 2,
  "/admin/mail/:id/body": 2,
  "/dev/mailbox": 1,
  "/dev/mailbox/:mail": 1,
  "/dev/mailbox/:mail/html": 1,
  "/dev/mailbox/:mail/attachments/:number": 1,
  "/*": 1,
};

const most = 3;

/**
 * Why a page runs more than the visitor's statement and two others. Admin pages are not listed: their frame counts pending
 * items in three features and checks for demo data, four concurrent statements. Today's page has one concurrent statement per
 * list, and one for its prospects. Reports have one statement per figure, chart and list, at most six at a time.
 */
const reasons: Record<string, string> = {
  "/contact": "the schedule, the times that are taken, and the lengths of both calls",
  "/schedule/:eventType": "the schedule, then the times that are taken, and the profile that prefills the form",
  "/blueprint/coming-soon": "full blueprints, their architects' names and documents belong to three features",
  "/blueprint/:id/unlock": "the blueprint, its payment and the calls that open it, concurrently",
  "/blueprint/:id": "analysis, its revisions, share link, full blueprint and payment, concurrently",
  "/blueprint/:id/full.pdf": "as /blueprint/:id/full",
  "/blueprint/:id/full/changes": "as /blueprint/:id/full",
  "/share/:token/analytics": "the link, then the figures and lists of the overview, concurrently",
  "/blueprint/:id/full": "the blueprint, then its versions, the name of its architect, the share link and the comments",
};

const settings = useSettings({ SECRET: "s".repeat(32), SITE_URL: "http://localhost:3000", TRUSTED_PROXIES: [] });

/** The URL of each page, with data of the demo client who has progressed furthest. */
async function addresses(): Promise<{ client: string; admin: string; fill: (path: string) => string }> {
  registerListeners();
  connectConsumers();
  await prepare(db);
  const admin = await asAdmin(ctx);
  await putVerifiedFactor(admin, {
    userId: admin.actor.userId,
    secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
    lastStep: 1,
  });
  await seedDemo({ ...ctx, now: new Date() });

  const first = async <Row>(rows: Promise<Row[]>) => (await rows)[0]!;
  const { work, owner } = await first(
    db
      .select({ work: fullBlueprint, owner: user })
      .from(fullBlueprint)
      .innerJoin(blueprint, eq(blueprint.id, fullBlueprint.blueprintId))
      .innerJoin(user, eq(user.id, blueprint.userId))
      .where(isNotNull(fullBlueprint.publishedAt)),
  );
  const client: SignedIn = {
    kind: "user",
    userId: owner.id,
    sessionId: "",
    email: owner.email,
    isAdmin: false,
    aal: "aal1",
  };
  const shared = await shareAnalysis({ ...ctx, now: new Date(), actor: client }, { id: work.blueprintId });
  const sharedFull = value(
    await shareFullBlueprint({ ...ctx, now: new Date(), actor: client }, { id: work.blueprintId }),
  );
  // Keeps the prospect on today's page at every date.
  await db.update(analysis).set({ createdAt: new Date() }).where(eq(analysis.blueprintId, work.blueprintId));
  const own = await first(db.select().from(prospect).where(eq(prospect.userId, owner.id)));
  const someHost = await first(db.select().from(host));
  const feed = await makeHostFeed(admin, someHost.id);
  const endpointId = await webhookEndpointId(admin);
  const { deliveryId } = value(await sendTest(admin, { endpointId, event: "booking.made" }));
  const call = await first(db.select().from(booking).where(eq(booking.status, "confirmed")).orderBy(desc(booking.id)));
  if (!shared.ok || !feed.ok) throw new Error(JSON.stringify([shared, feed]));

  const ids: Record<string, string> = {
    "admin/access-requests/:id": (await first(db.select().from(accessRequest))).id,
    "admin/newsletter/:id": (await first(db.select().from(newsletterIssue))).id,
    "admin/funnel-analytics/edit/:id": value(await createFunnel(admin, pricingFunnel)).id,
    "admin/analytics/visits/:id": await visitOf(client.email),
    "admin/email-sequences/:id": (await first(db.select().from(sequence))).id,
    "admin/prospect-pipeline/:id": own.id,
    "admin/users/:id": owner.id,
    "admin/webhook-setup-guide/endpoints/:id": endpointId,
    "admin/webhook-setup-guide/deliveries/:id": deliveryId,
    "admin/mail/:id": (await first(db.select().from(message))).id,
    "admin/calendar/calls/:id": call.id,
    "admin/calendar/hosts/:id": someHost.id,
    "automation-grid/:id": catalog().shown[0]!.id,
    "booking/:token": manageToken(call.id),
    "call-request/:token": decisionUrl(call.id).split("/").at(-1)!,
    "share/:token/full": sharedFull.url.split("/").at(-2)!,
    "blueprint/help/:token": await colleagueTokenOf(client),
    "share/:token/analytics": value(await createSharedLink(admin, { name: "Agency", filters: [] }))
      .url.split("/")
      .at(-2)!,
    "share/:token": shared.value.url.split("/").at(-1)!,
    "calendar/:token": feed.value.url.split("/").at(-2)!,
    "unsubscribe/:token": "none",
  };
  const parameters: Record<string, string> = {
    id: work.blueprintId,
    file: `${(await first(db.select().from(billingDocument))).number}.pdf`,
    step: "profile",
    domain: own.domain!,
    // Without a month the page also looks into the next one when this one has no free time left.
    eventType: `strategy-session?month=${addMonths(monthOf(utcDate(Date.now())), 1)}`,
    slug: "strategy-session",
    group: "mail",
    key: "terms",
    version: "2",
    mail: "none",
    number: "1",
    list: "source",
  };
  const fill = (path: string) => {
    const known = Object.keys(ids).find((pattern) => path === pattern || path.startsWith(`${pattern}/`));
    const filled = known ? path.replace(/:\w+/, ids[known]!) : path;
    return `/${filled.replace(/:(\w+)/g, (_, name: string) => parameters[name]!).replace("*", "nothing-here")}`;
  };
  return { client: await cookieOf(owner.id, "aal1"), admin: await cookieOf(admin.actor.userId, "aal2"), fill };
}

async function colleagueTokenOf(client: SignedIn): Promise<string> {
  const member = { ...ctx, now: new Date(), actor: client };
  const draft = value(await startBlueprint(member, { mode: "guided" }));
  const { url } = value(await askColleague(member, { id: draft.id, name: "Kim", part: "stack", days: 7 }));
  return url!.split("/").at(-1)!;
}

async function visitOf(email: string): Promise<string> {
  const [key, startedAt] = [newId(), new Date()];
  const [row] = await db
    .insert(analyticsSession)
    .values({ key, client: 1n, firstAt: startedAt })
    .returning({ id: analyticsSession.id });
  await db.insert(analyticsIdentity).values({ sessionKey: key, email, at: startedAt });
  await db.insert(analyticsVisit).values({
    ...{ sessionId: row!.id, startedAt, endedAt: startedAt, durationSeconds: 0, views: 0, isBounce: true },
    ...{ pageIds: [], eventIds: [], goalIds: [], valueUsd: 0, channel: 1, device: 1 },
  });
  return visitId(row!.id, startedAt);
}

async function cookieOf(userId: string, aal: "aal1" | "aal2"): Promise<string> {
  const token = `token-of-${userId}`;
  const now = new Date();
  await db.insert(session).values({
    userId,
    token,
    aal,
    factorVerifiedAt: aal === "aal2" ? now : null,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + hourMs),
  });
  return `gtmarc_session=${encodeURIComponent(signToken(token, settings))}`;
}

test("every page runs the declared number of statements, with a reason for more than three", async () => {
  const { client, admin, fill } = await addresses();
  const app = createApp({
    db,
    settings,
    identify: findVisitor,
    operations: new Hono(),
    api: newEndpoints(),
    assets: new Hono(),
    pages: pages({
      render: await loadersOnly(),
      settings,
      frozen: new FrozenPages(frozenPaths, frozenChoices),
      development: false,
    }),
  });
  const sent = vi.spyOn(pool, "query");
  const connected = vi.spyOn(pool, "connect");
  const measured: Record<string, number> = {};
  for (const { path } of mappedPages) {
    const cookie = path.startsWith("admin") || path === "invoices/:file" ? admin : client;
    const open = () => app.request(fill(path), { headers: { cookie, host: "localhost:3000" } });
    // The first visitor of a kind creates the copy that later ones get.
    await open();
    sent.mockClear();
    connected.mockClear();
    const { status } = await open();
    expect(status, path).toBeLessThan(500);
    expect(connected.mock.calls.length, `${path} opens a transaction`).toBe(sent.mock.calls.length);
    measured[`/${path}`] = sent.mock.calls.length;
  }
  const contentPages = mappedPages.filter(({ layout }) => layout === "routes/site/layout.tsx");
  const declared = { ...Object.fromEntries(contentPages.map(({ path }) => [`/${path}`, 1])), ...statements };
  expect(measured).toEqual(declared);
  const isAdmin = (path: string) => path.startsWith("/admin");
  const above = Object.keys(declared).filter((path) => declared[path]! > most && !isAdmin(path));
  expect(above.sort()).toEqual(Object.keys(reasons).sort());
});
