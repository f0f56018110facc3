import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { type DoneAction, expectedProgress } from "#tests/fixtures/expected-progress.ts";
import { deleteStored, type NewHit, storedVisits, storeHits } from "#tests/fixtures/stored-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { ruleKey } from "../collecting/session-key.server.ts";
import type { FunnelDefinition, FunnelMatch, FunnelStep } from "../funnel-definition.ts";
import { readFunnel, readFunnelBreakdown } from "../funnels.server.ts";
import { hitKinds } from "../hit-kinds.ts";
import { instantsOf } from "../reports/period.ts";
import type { ReportScope } from "../reports/visit-conditions.server.ts";
import { createPartitions } from "../storage/partitions.server.ts";
import {
  analyticsAcceptedRule,
  analyticsIdentity,
  analyticsSession,
  analyticsTerm,
  funnelEvent,
} from "../tables.server.ts";
import { rebuildVisits } from "../visits.server.ts";

/* Compares funnels over random actions with a brute-force implementation. */

const { db, ctx } = useDatabase();

const texts = ["/", "/pricing", "/a/b", "/a/c", "click", "outbound", "goal_complete", "revenue", "booked"];
const rule = 4;
/** The last two are a rejected visitor, and the shared session of rejected visitors who ask not to be tracked. */
const sessions = [
  { key: "11111111-1111-4111-8111-111111111111", device: 1, rule: null, client: 1n },
  { key: "22222222-2222-4222-8222-222222222222", device: 2, rule: null, client: 2n },
  { key: "33333333-3333-4333-8333-333333333333", device: 1, rule: null, client: 3n },
  { key: "44444444-4444-4444-8444-444444444444", device: 2, rule, client: 4n },
  { key: ruleKey(rule), device: 0, rule, client: null },
];
const shared = sessions.length - 1;
const userId = "99999999-9999-4999-8999-999999999999";
/** New York's clocks go forward in the following night. */
const start = Date.parse("2026-03-07T20:00:00Z");

const done = fc.record({
  session: fc.integer({ min: -1, max: shared }),
  gap: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 20 }) }, fc.integer({ min: 30, max: 900 })),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("page" as const), path: fc.constantFrom(0, 1, 2, 3) }) },
    fc.record({ kind: fc.constant("event" as const), type: fc.constant(4), name: fc.constantFrom(5, 8) }),
    fc.record({ kind: fc.constant("conversion" as const), type: fc.constantFrom(6, 7), name: fc.constantFrom(5, 8) }),
    fc.record({ kind: fc.constant("stage" as const), isPaid: fc.boolean(), hasUser: fc.boolean() }),
  ),
});
type Done = typeof done extends fc.Arbitrary<infer Value> ? Value & { at: number } : never;

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
const scope: fc.Arbitrary<ReportScope> = fc.record({
  period: fc
    .record({
      ...{ first: fc.integer({ min: 7, max: 9 }), days: fc.integer({ min: 0, max: 3 }) },
      timezone: fc.constantFrom("America/New_York", "UTC", "Asia/Kolkata"),
    })
    .map(({ first, days, timezone }) => ({ from: day(first), to: day(first + days), timezone })),
  filters: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.boolean().map((isExcluded) => [{ dimension: "page" as const, isExcluded, values: ["/pricing"] }]),
  ),
});
const day = (number: number) => `2026-03-${String(number).padStart(2, "0")}`;

async function store(actions: readonly Done[], ids: readonly number[]) {
  await deleteStored(db);
  await db.delete(funnelEvent);
  const kinds = { page: hitKinds.page_view, event: hitKinds.event, conversion: hitKinds.conversion };
  const hits: NewHit[] = [];
  for (const { session, at, what } of actions) {
    const id = session === -1 ? null : ids[session]!;
    const own = { at: new Date(at), sessionId: id, value: what.kind === "conversion" ? 10 : null };
    if (what.kind === "page") hits.push({ ...own, kind: kinds.page, pageId: what.path + 1 });
    else if (what.kind !== "stage")
      hits.push({ ...own, kind: kinds[what.kind], typeId: what.type + 1, nameId: what.name + 1 });
    else
      await db.insert(funnelEvent).values({
        ...{ stage: what.isPaid ? "unlock" : "access", substage: what.isPaid ? "paid" : "requested", value: 99 },
        ...{ occurredAt: new Date(at), userId: what.hasUser ? userId : null },
        sessionKey: session === -1 ? null : sessions[session]!.key,
      });
  }
  await storeHits(db, hits);
  await rebuildVisits(ctx);
}

const isText = (pattern: string, text: string) => new RegExp(`^${pattern.split("*").join(".*")}$`).test(text);

function isMatch(wanted: FunnelMatch, { what }: Done): boolean {
  if (what.kind === "stage")
    return (
      wanted.kind === "stage" &&
      isText(wanted.stage, what.isPaid ? "unlock" : "access") &&
      isText(wanted.substage, what.isPaid ? "paid" : "requested")
    );
  if (what.kind === "page") return wanted.kind === "page" && isText(wanted.path, texts[what.path]!);
  return wanted.kind === what.kind && isText(wanted.type, texts[what.type]!) && isText(wanted.name, texts[what.name]!);
}

const bitsOf = (steps: readonly FunnelStep[], action: Done) =>
  steps.reduce(
    (bits, { matches }, step) => (matches.some((one) => isMatch(one, action)) ? bits | (1 << step) : bits),
    0,
  );

type Asked = {
  definition: FunnelDefinition;
  scope: ReportScope;
  accepted: boolean;
  chosen: ReadonlySet<number> | null;
};

/** Sessions 0 and 1 share an email; sessions with a step of the user belong to the user. */
function visitorOf(actions: readonly Done[], until: number): (action: Done) => string {
  const withUser = new Set(
    actions.flatMap(({ session, at, what }) =>
      what.kind === "stage" && what.hasUser && session >= 0 && at < until ? [session] : [],
    ),
  );
  if (withUser.has(0) || withUser.has(1)) for (const session of [0, 1]) withUser.add(session);
  return ({ session }) => (session === -1 || withUser.has(session) ? "user" : session <= 1 ? "email" : String(session));
}

function expectedFigures(actions: readonly Done[], { definition, scope, accepted, chosen }: Asked) {
  const { start: first, end } = instantsOf(scope.period);
  const { steps, windowHours, order } = definition;
  const until = end.getTime() + windowHours * hourMs;
  const matching = actions
    .map((action) => ({ ...action, steps: bitsOf(steps, action) }))
    .filter((action) => action.steps > 0 && action.at >= first.getTime());
  const isAnonymous = ({ session, what }: Done) =>
    session === shared || (session === -1 && !(what.kind === "stage" && what.hasUser));
  const isCounted = ({ session }: Done) => session === -1 || sessions[session]!.rule === null || accepted;
  const visitor = visitorOf(actions, until);
  const followed = matching.filter((action) => !isAnonymous(action) && isCounted(action) && action.at < until);
  const rules = {
    ...{ stepCount: steps.length, order, windowMs: windowHours * hourMs },
    optional: steps.reduce((bits, { isOptional }, step) => bits | (isOptional ? 1 << step : 0), 0),
  };
  const found = [...Map.groupBy(followed, visitor).values()].flatMap((own) => {
    const ordered = own
      .map((action) => ({
        ...action,
        orderAt: action.what.kind !== "stage" && action.steps === 1 ? action.at - 5000 : action.at,
      }))
      .sort((one, other) => one.orderAt - other.orderAt || one.steps - other.steps);
    const progress = expectedProgress(
      rules,
      ordered.map(
        ({ at, orderAt, steps: bits, session }): DoneAction => ({
          ...{ at: orderAt, steps: bits },
          canStart: at >= first.getTime() && at < end.getTime() && (chosen === null || chosen.has(session)),
        }),
      ),
    );
    return progress ? [progress.actions.map((index) => (index === null ? null : ordered[index]!))] : [];
  });
  const usdOf = ({ what }: Done) =>
    what.kind === "stage"
      ? what.isPaid
        ? 99
        : 0
      : what.kind === "conversion" && texts[what.type] === "revenue"
        ? 10
        : 0;
  return {
    steps: steps.map((_, step) => {
      const previous = steps.findLastIndex(({ isOptional }, each) => each < step && !isOptional);
      const seconds = found.flatMap((reached) => {
        const action = reached[step];
        if (!action || previous === -1) return [];
        const before =
          order === "any" ? Math.max(0, ...reached.slice(0, step).map((each) => each?.at ?? 0)) : reached[previous]!.at;
        return [Math.max(0, action.at - before) / 1000];
      });
      return {
        visitors: found.filter((reached) => reached[step]).length,
        medianSeconds: median(seconds),
        revenueUsd: found.reduce((sum, reached) => sum + (reached[step] ? usdOf(reached[step]) : 0), 0),
      };
    }),
    anonymousActions:
      chosen === null
        ? matching.filter(
            (action) =>
              isAnonymous(action) && action.at < end.getTime() && (action.what.kind === "stage" || isCounted(action)),
          ).length
        : 0,
    devices: Map.groupBy(found, (reached) => {
      const earliest = reached.filter((each) => each !== null).sort((one, other) => one.at - other.at)[0]!;
      return ["Unknown", "Desktop", "Phone"][earliest.session < 0 ? 0 : sessions[earliest.session]!.device]!;
    }),
  };
}

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

async function chosenSessions({ period, filters: [filter] }: ReportScope, ids: readonly number[], accepted: boolean) {
  if (!filter) return null;
  const { start: first, end } = instantsOf(period);
  const pricing = texts.indexOf("/pricing") + 1;
  const visits = await storedVisits(db);
  return new Set(
    visits
      .filter(({ startedAt }) => startedAt.getTime() >= first.getTime() - dayMs && startedAt < end)
      .filter((visit) => (visit.rule === null || accepted) && visit.pageIds.includes(pricing) !== filter.isExcluded)
      .map(({ sessionId }) => ids.indexOf(sessionId)),
  );
}

test("funnels over random actions equal brute force, with and without cached hits", async () => {
  await createPartitions(ctx, new Date("2026-03-01"), new Date("2026-04-01"));
  await db.execute(sql`insert into ${analyticsTerm} (id, text) overriding system value
    select number, text from unnest(${sql.param(texts)}::text[]) with ordinality as t(text, number)`);
  const rows = await db
    .insert(analyticsSession)
    .values(sessions.map((session) => ({ ...session, firstAt: new Date(start) })))
    .returning({ id: analyticsSession.id });
  const ids = rows.map(({ id }) => id);
  await db
    .insert(analyticsIdentity)
    .values(
      sessions
        .slice(0, 2)
        .map(({ key }) => ({ sessionKey: key, email: "dana@northwind.example", at: new Date(start) })),
    );
  const asked = fc.record({ definition, scope });
  await fc.assert(
    fc.asyncProperty(
      fc.array(done, { minLength: 3, maxLength: 12 }),
      fc.array(asked, { minLength: 4, maxLength: 6 }),
      fc.boolean(),
      async (list, questions, accepted) => {
        let at = start;
        const actions = list.map((action) => {
          at += action.gap * minuteMs + 1;
          const isStage = action.what.kind === "stage";
          return { ...action, at, session: isStage && action.session === shared ? -1 : action.session };
        });
        await db.delete(analyticsAcceptedRule);
        if (accepted) await db.insert(analyticsAcceptedRule).values({ rule, acceptedAt: ctx.now });
        await store(actions, ids);
        for (const question of [...questions, ...questions.map(reversed)]) {
          const chosen = await chosenSessions(question.scope, ids, accepted);
          const expected = expectedFigures(actions, { ...question, accepted, chosen });
          const { steps, anonymousActions } = await readFunnel(ctx, question.definition, question.scope);
          expect({
            steps: steps.map(({ visitors, medianSeconds, revenueUsd }) => ({ visitors, medianSeconds, revenueUsd })),
            anonymousActions,
          }).toEqual({ steps: expected.steps, anonymousActions: expected.anonymousActions });
          const { groups, whole } = await readFunnelBreakdown(ctx, question.definition, question.scope, "device");
          expect(whole).toEqual({ steps, anonymousActions });
          expect(
            Object.fromEntries(groups.map((group) => [group.name, group.steps.map(({ visitors }) => visitors)])),
          ).toEqual(
            Object.fromEntries(
              [...expected.devices].map(([name, found]) => [
                name,
                question.definition.steps.map((_, step) => found.filter((reached) => reached[step]).length),
              ]),
            ),
          );
        }
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

const reversed = <Question extends { definition: FunnelDefinition }>({
  definition: { steps, ...rules },
  ...rest
}: Question) => ({
  ...rest,
  definition: { ...rules, steps: steps.toReversed() },
});
