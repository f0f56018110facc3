import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { listDropOffs } from "#app/features/analytics/funnel-drop-offs.server.ts";
import { goalSteps } from "#app/features/analytics/funnel-stages.ts";
import { mainFunnel, readFunnel } from "#app/features/analytics/funnels.server.ts";
import { hitKinds } from "#app/features/analytics/hit-kinds.ts";
import { rejectionRules } from "#app/features/analytics/rejection-rules.ts";
import { presetPeriod } from "#app/features/analytics/reports/period.ts";
import { readTotals } from "#app/features/analytics/reports/totals.server.ts";
import { listVisitsOf } from "#app/features/analytics/visit-story.server.ts";
import { readLedger } from "#app/features/billing/records.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "../../tests/fixtures/actors.ts";
import { useDatabase } from "../../tests/setup/test-database.ts";
import { connectConsumers } from "../consumers.ts";
import { registerListeners } from "../listeners.ts";
import { prepare } from "../prepare.ts";
import { jobDefinitions } from "../schedule.ts";
import { seedDemo } from "./seed.ts";
import { DemoVisits } from "./visits.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });

beforeEach(async () => {
  useSettings({ SECRET: "d".repeat(32), SITE_URL: "http://localhost:3000", CONTACT_EMAIL: "calls@gtmarc.example" });
  registerListeners();
  connectConsumers();
  await prepare(db);
});

const rowsOf = async <Row extends Record<string, unknown>>(query: string) =>
  (await db.execute<Row>(sql.raw(query))).rows;
const numberOf = async (query: string) => Number((await rowsOf<{ n: string }>(`select (${query}) as n`))[0]!.n);

test("visits of demo data agree with requests, codes, analyses, bookings and payments, and name the prospects", async () => {
  const admin = await asAdmin(ctx);
  expect(await seedDemo(ctx)).toMatchObject({ ok: true });
  const scope = { period: presetPeriod("90d", ctx.now, "America/New_York"), filters: [] };

  const { steps } = await readFunnel(ctx, mainFunnel, scope);
  const reached = Object.fromEntries(steps.map(({ name, visitors }) => [name, visitors]));
  expect(reached).toMatchObject({
    "Access request": await numberOf("select count(*) from access_request"),
    "Access code": await numberOf("select count(*) from access_code where used_at is not null"),
    "Wizard started": await numberOf("select count(distinct user_id) from blueprint"),
    Analysis: await numberOf(
      "select count(distinct b.user_id) from analysis a join blueprint b on b.id = a.blueprint_id",
    ),
    "Strategy call": await numberOf("select count(*) from booking"),
    Payment: await numberOf("select count(*) from payment where paid_at is not null"),
  });
  const ledger = await readLedger(admin, { filter: "all", after: null, before: null });
  const receivedUsd = ledger.ok ? ledger.value.totals.receivedCents / 100 : 0;
  expect(receivedUsd).toBeGreaterThan(0);
  expect(steps.at(-1)!.revenueUsd).toBe(receivedUsd);
  expect((await readTotals(ctx, scope)).revenueUsd).toBe(receivedUsd);

  const goals = await rowsOf<{ goal: string; visits: string }>(
    `select t.text as goal, count(*) as visits from analytics_visit v cross join unnest(v.goal_ids) g(id)
      join analytics_term t on t.id = g.id group by 1`,
  );
  const visitsWith = Object.fromEntries(goals.map(({ goal, visits }) => [goal, Number(visits)]));
  expect(visitsWith).toMatchObject({
    "access.requested": reached["Access request"],
    "access.code_accepted": reached["Access code"],
    "analysis.generated": await numberOf("select count(*) from analysis"),
    "booking.scheduled": reached["Strategy call"],
    "unlock.invoice_requested": await numberOf("select count(*) from payment where method = 'invoice'"),
    "newsletter.subscribed": await numberOf("select count(*) from newsletter_subscriber"),
    "training.registered": await numberOf("select count(*) from training_registration"),
  });

  for (const [step, { isOptional }] of mainFunnel.steps.entries()) {
    if (step === 0 || isOptional) continue;
    const page = await listDropOffs(admin, mainFunnel, scope, { step, after: null });
    const rows = page.ok ? page.value.rows : [];
    expect(rows).toHaveLength(Math.min(50, steps[step]!.visitors - (nextRequired(steps, step)?.visitors ?? 0)));
    for (const { emails, visitId } of rows)
      expect({ emails, visitId }).toEqual({
        emails: [expect.stringContaining("-demo.example")],
        visitId: expect.stringMatching(/^\d/),
      });
  }
  const prospects = await rowsOf<{ email: string }>("select distinct email from access_request");
  for (const { email } of prospects) expect(await listVisitsOf(admin, [email])).not.toHaveLength(0);

  expect(
    await rowsOf(
      `select distinct t.text from analytics_view v join analytics_term t on t.id = v.page_id
        join analytics_session s on s.id = v.session_id
        where not exists (select from analytics_identity i where i.session_key = s.key)
          and (t.text ~ '^/(blueprint|quick-start|verify-access|auth)')`,
    ),
  ).toEqual([]);
  expect(
    await rowsOf(
      `select distinct f.stage, f.substage from funnel_event f
        where f.user_id is null and f.stage not in ('booking', 'access') or f.stage || '.' || f.substage = any('{${goalSteps}}')
          and not exists (select from analytics_identity i where i.session_key = f.session_key)`,
    ),
  ).toEqual([]);
}, 300_000);

const nextRequired = <Step>(steps: readonly Step[], step: number) =>
  steps.find((_, place) => place > step && !mainFunnel.steps[place]!.isOptional);

test("visits are the same for the same seed and moment, and others for another seed", () => {
  const sessions = (seed: number) => JSON.stringify(new DemoVisits(ctx.now, seed).calls.map(({ hits }) => hits));
  expect(sessions(1)).toBe(sessions(1));
  expect(sessions(2)).not.toBe(sessions(1));
});

test("crawlers of demo data have no screen, no source and a session per page", () => {
  const { calls } = new DemoVisits(ctx.now, 1);
  const crawlers = calls.filter(({ session }) => session?.rule === rejectionRules.bot);
  expect(crawlers.length).toBeGreaterThan(20);
  for (const { session, hits } of crawlers) {
    expect(session).toMatchObject({ browser: null, arrival: { screen: null, referrer: null, source: null } });
    expect(hits.filter(({ kind }) => kind !== hitKinds.page_view)).toEqual([]);
    expect(hits.length).toBeLessThanOrEqual(1);
  }
});
