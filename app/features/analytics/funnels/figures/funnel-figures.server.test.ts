import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { ruleKey } from "#app/features/analytics/collecting/session-key.server.ts";
import { instantsOf } from "#app/features/analytics/reports/period/period.ts";
import type { ReportScope } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import {
  analyticsAcceptedRule,
  analyticsIdentity,
  analyticsSession,
  analyticsTerm,
  funnelEvent,
} from "#app/features/analytics/tables.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import {
  type Done,
  type ExpectedVisitor,
  expectedSteps,
  expectedVisitors,
  factOf,
  type KnownSession,
} from "#tests/fixtures/expected-funnel.ts";
import { figureRuns } from "#tests/fixtures/figure-runs.ts";
import { deleteStored, type NewHit, storedVisits, storeHits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { FunnelDefinition, FunnelMatch } from "../funnel-definition.ts";
import { readFunnel, readFunnelBreakdown } from "../funnels.server.ts";

/* Compares funnels over random actions with a brute-force implementation. */

const { db, ctx } = useDatabase();
const { parameters, questions, timeoutMs } = figureRuns(25);

const texts = [
  ...["/", "/pricing", "/a/b", "/a/c", "/opened", "click", "outbound", "goal_complete", "revenue", "booked"],
  ...["google.com", "github.com"],
];
const idOf = (text: string) => texts.indexOf(text) + 1;
const rule = 4;
const known = (session: Partial<KnownSession> & { client: string | null }): KnownSession => ({
  ...{ rule: null, emails: [], facts: { device: "Desktop", source: "google.com" } },
  ...session,
});
const phone = { device: "Phone", source: "Direct or unknown" };
/**
 * Sessions 2 and 3 are tabs of one client. The last two are a rejected visitor, and the shared session of rejected visitors who ask not
 * to be tracked.
 */
const sessions: readonly KnownSession[] = [
  known({ client: "1", emails: ["dana@northwind.example"] }),
  known({ client: "2", emails: ["dana@northwind.example"], facts: phone }),
  known({ client: "3", facts: { device: "Desktop", source: "github.com" } }),
  known({ client: "3", facts: { device: "Desktop", source: "github.com" } }),
  known({ client: "4", facts: phone }),
  known({ client: "5", rule, facts: phone }),
  known({ client: null, rule, facts: { device: "Unknown", source: "Direct or unknown" } }),
];
const tabs = [2, 3];
const shared = sessions.length - 1;
const users = ["88888888-8888-4888-8888-888888888888", "99999999-9999-4999-8999-999999999999"];
const keyOf = (session: number) =>
  session === shared ? ruleKey(rule) : `${session + 1}`.repeat(8).concat("-1111-4111-8111-111111111111");
/** New York's clocks go forward in the following night. */
const start = Date.parse("2026-03-07T20:00:00Z");

const done = fc.record({
  session: fc.option(fc.integer({ min: 0, max: shared })),
  gap: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }) }, fc.integer({ min: 30, max: 900 })),
  what: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("page" as const),
        path: fc.constantFrom("/", "/pricing", "/a/b", "/a/c"),
      }),
    },
    fc.record({
      kind: fc.constant("event" as const),
      type: fc.constant("click"),
      name: fc.constantFrom("outbound", "booked"),
    }),
    fc.record({
      kind: fc.constant("conversion" as const),
      type: fc.constantFrom("goal_complete", "revenue"),
      name: fc.constantFrom("outbound", "booked"),
    }),
    fc.record({ isPaid: fc.boolean(), user: fc.constantFrom(null, null, ...users) }).map(({ isPaid, user }) => ({
      ...{ kind: "stage" as const, stage: isPaid ? "unlock" : "access", substage: isPaid ? "paid" : "requested" },
      user,
    })),
  ),
});

const usdOf = (what: (typeof done extends fc.Arbitrary<infer Value> ? Value : never)["what"]) =>
  what.kind === "stage" && what.stage === "unlock"
    ? 99
    : what.kind === "conversion" && what.type === "revenue"
      ? 10
      : 0;

/** The tabs open a page at the same time, on the client's only day. */
const opened: Done[] = tabs.map((session, n) => ({
  ...{ session, at: start + n, usd: 0, kind: "page" as const, path: "/opened" },
}));

const history = fc.array(done, { minLength: 3, maxLength: 14 }).map((list): Done[] => {
  let at = start + 10;
  const actions = list.map(({ session, gap, what }): Done => {
    at += gap * minuteMs + 1;
    return { ...what, at, usd: usdOf(what), session: what.kind === "stage" && session === shared ? null : session };
  });
  return [...opened, ...actions];
});

const match: fc.Arbitrary<FunnelMatch> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("page" as const),
      path: fc.constantFrom("/", "/pricing", "/a/*", "*", "/nowhere"),
    }),
  },
  fc.record({
    kind: fc.constant("event" as const),
    type: fc.constantFrom("click", "*"),
    name: fc.constantFrom("outbound", "b*", "*", "nothing"),
  }),
  fc.record({
    kind: fc.constant("conversion" as const),
    type: fc.constantFrom("goal_complete", "revenue", "*"),
    name: fc.constantFrom("booked", "*"),
  }),
  fc.record({
    kind: fc.constant("stage" as const),
    stage: fc.constantFrom("access", "unlock", "a*"),
    substage: fc.constantFrom("requested", "*"),
  }),
);
const definition: fc.Arbitrary<FunnelDefinition> = fc
  .record({
    first: fc.array(match, { minLength: 1, maxLength: 2 }),
    others: fc.array(
      fc.record({ matches: fc.array(match, { minLength: 1, maxLength: 2 }), isOptional: fc.boolean() }),
      { minLength: 1, maxLength: 3 },
    ),
    last: fc.array(match, { minLength: 1, maxLength: 2 }),
    order: fc.constantFrom("ordered", "strict", "any"),
    windowHours: fc.constantFrom(1, 5, 24, 72),
  })
  .map(({ first, others, last, ...rules }) => {
    const steps = [{ matches: first, isOptional: false }, ...others, { matches: last, isOptional: false }];
    return { ...rules, steps: steps.map((step, number) => ({ ...step, name: `Step ${number}` })) };
  });
const filteredValues = { page: "/pricing", source: "google.com", device: "phone", goal: "booked" };
type Filtered = keyof typeof filteredValues;
const scope: fc.Arbitrary<ReportScope> = fc.record({
  period: fc
    .record({
      ...{ first: fc.integer({ min: 7, max: 9 }), days: fc.integer({ min: 0, max: 3 }) },
      timezone: fc.constantFrom("America/New_York", "UTC", "Asia/Kolkata"),
    })
    .map(({ first, days, timezone }) => ({ from: day(first), to: day(first + days), timezone })),
  filters: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(
      fc
        .record({ one: fc.constantFrom("page", "source", "device", "goal"), isExcluded: fc.boolean() })
        .map(({ one, isExcluded }) => ({
          dimension: one as Filtered,
          isExcluded,
          values: [filteredValues[one as Filtered]],
        })),
      { minLength: 1, maxLength: 2 },
    ),
  ),
});
const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;

async function store(actions: readonly Done[], ids: readonly number[]) {
  await deleteStored(db);
  await db.delete(funnelEvent);
  const kinds = { page: hitKinds.page_view, event: hitKinds.event, conversion: hitKinds.conversion };
  const hits: NewHit[] = [];
  for (const { session, at, ...what } of actions) {
    const sessionId = session === null ? null : ids[session]!;
    const own = { at: new Date(at), sessionId, value: what.kind === "conversion" ? 10 : null };
    if (what.kind === "page") hits.push({ ...own, kind: kinds.page, pageId: idOf(what.path) });
    else if (what.kind !== "stage")
      hits.push({ ...own, kind: kinds[what.kind], typeId: idOf(what.type), nameId: idOf(what.name) });
    else
      await db.insert(funnelEvent).values({
        ...{ stage: what.stage, substage: what.substage, value: 99, userId: what.user },
        ...{ occurredAt: new Date(at), sessionKey: session === null ? null : keyOf(session) },
      });
  }
  await storeHits(db, hits);
  await rebuildVisits(ctx);
}

/** The sessions with a visit that passes the filters, by number. */
async function chosenSessions({ period, filters }: ReportScope, ids: readonly number[], accepted: readonly number[]) {
  if (filters.length === 0) return null;
  const { start: first, end } = instantsOf(period);
  const visits = await storedVisits(db);
  const has: Record<Filtered, (visit: (typeof visits)[number]) => boolean> = {
    page: ({ pageIds }) => pageIds.includes(idOf("/pricing")),
    goal: ({ goalIds }) => goalIds.includes(idOf("booked")),
    source: ({ sourceId }) => sourceId === idOf("google.com"),
    device: ({ device }) => device === 2,
  };
  return new Set(
    visits
      .filter(({ startedAt }) => startedAt.getTime() >= first.getTime() - dayMs && startedAt < end)
      .filter((visit) => visit.rule === null || accepted.includes(visit.rule))
      .filter((visit) => filters.every((each) => has[each.dimension as Filtered](visit) !== each.isExcluded))
      .map(({ sessionId }) => ids.indexOf(sessionId)),
  );
}

async function storeSessions(): Promise<number[]> {
  await createPartitions(ctx, new Date("2026-03-01"), new Date("2026-04-01"));
  await db.execute(sql`insert into ${analyticsTerm} (id, text) overriding system value
    select number, text from unnest(${sql.param(texts)}::text[]) with ordinality as t(text, number)`);
  const rows = await db
    .insert(analyticsSession)
    .values(
      sessions.map(({ client, rule: own, facts }, number) => ({
        ...{ key: keyOf(number), rule: own, client: client === null ? null : BigInt(client), firstAt: new Date(start) },
        device: ["Unknown", "Desktop", "Phone"].indexOf(facts["device"]!),
        sourceId: idOf(facts["source"]!) || null,
      })),
    )
    .returning({ id: analyticsSession.id });
  await db
    .insert(analyticsIdentity)
    .values(
      sessions.flatMap(({ emails }, number) =>
        emails.map((email) => ({ sessionKey: keyOf(number), email, at: new Date(start) })),
      ),
    );
  return rows.map(({ id }) => id);
}

const figuresOf = (steps: readonly { visitors: number; medianSeconds: number | null; revenueUsd: number }[]) =>
  steps.map(({ visitors, medianSeconds, revenueUsd }) => ({ visitors, medianSeconds, revenueUsd }));

test("funnels over random actions equal brute force, for all visitors and for each group", {
  timeout: timeoutMs,
}, async () => {
  const ids = await storeSessions();
  const asked = fc.record({ definition, scope, by: fc.constantFrom("device" as const, "source" as const) });
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(asked, { minLength: questions(4), maxLength: questions(6) }),
      fc.boolean(),
      async (actions, questions, isAccepted) => {
        await db.delete(analyticsAcceptedRule);
        if (isAccepted) await db.insert(analyticsAcceptedRule).values({ rule, acceptedAt: ctx.now });
        const accepted = isAccepted ? [rule] : [];
        await store(actions, ids);
        for (const question of [...questions, ...questions.map(reversed)]) {
          const chosen = await chosenSessions(question.scope, ids, accepted);
          const expected = expectedVisitors(actions, sessions, { ...question, accepted, chosen });
          const whole = {
            steps: expectedSteps(question.definition, expected.visitors),
            anonymousActions: expected.anonymousActions,
          };
          const read = await readFunnel(ctx, question.definition, question.scope);
          expect({ ...read, steps: figuresOf(read.steps) }).toEqual(whole);
          const { groups, whole: all } = await readFunnelBreakdown(
            ctx,
            question.definition,
            question.scope,
            question.by,
          );
          expect({ ...all, steps: figuresOf(all.steps) }).toEqual(whole);
          expect(Object.fromEntries(groups.map(({ name, steps }) => [name, figuresOf(steps)]))).toEqual(
            groupsOf(question, expected.visitors),
          );
        }
      },
    ),
    parameters,
  );
});

function groupsOf({ definition: of, by }: { definition: FunnelDefinition; by: string }, visitors: ExpectedVisitor[]) {
  const none = by === "device" ? "Unknown" : "Direct or unknown";
  const groups = Map.groupBy(visitors, (visitor) => factOf(visitor, sessions, by, none));
  return Object.fromEntries([...groups].map(([name, own]) => [name, expectedSteps(of, own)]));
}

const reversed = <Question extends { definition: FunnelDefinition }>({
  definition: { steps, ...rules },
  ...rest
}: Question) => ({
  ...rest,
  definition: { ...rules, steps: steps.toReversed() },
});
