/*
 * Steps that follow from events of the product, however they came about: a requested and an accepted access code, the first analysis of a
 * blueprint, a booked call, a payment and a refund. Our pages do not report them, except a call in a Calendly without its webhook, of which only
 * the page knows.
 *
 * Each step is stored once per event, and once as a conversion of the visit that led to it. The visit stays unknown if the visitor asked
 * not to be tracked, blocks the collector or uses no scripts, or if their data was deleted.
 */
import { and, desc, eq, gte, inArray, isNotNull, lte, or, sql } from "drizzle-orm";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import { Terms } from "../storage/terms.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import { deriveSessions } from "../visits/visits.server.ts";
import { bookingConversionUsd, derivedSteps } from "./funnel-stages.ts";

const requestedStep = { stage: "access", substage: "requested" };
const codeStep = { stage: "access", substage: "code_accepted" };
const analysisStep = { stage: "analysis", substage: "generated" };
const bookedStep = { stage: "booking", substage: "scheduled" };
const paidStep = { stage: "unlock", substage: "paid" };
const refundStep = { stage: "unlock", substage: "refunded" };

/** Whether a step or goal of this name follows from an event of the product, in any spelling that reads the same. */
export const isDerivedStep = (name: string): boolean =>
  derivedSteps.includes(
    normalized(name, "NFKC")
      .toLowerCase()
      .replaceAll(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, ""),
  );

/** A later conversion would be a visit of its own. */
const visitPauseMs = 30 * minuteMs;
const identifiedMs = 30 * dayMs;

/** `id`: the event id. `companyId`: the company of the user. */
type Of = { id: string; at: Date; userId: string | null; companyId: string | null };

type OfPerson = Of & { email: string };

export const recordAccessRequest = (ctx: Ctx, request: OfPerson): Promise<void> =>
  recordGoal(ctx, requestedStep, request);

export const recordAcceptedCode = (ctx: Ctx, grant: OfPerson): Promise<void> => recordGoal(ctx, codeStep, grant);

/** The first analysis of a blueprint. `annualValueCents`: its yearly value, which is no revenue. */
export const recordAnalysis = (
  ctx: Ctx,
  { annualValueCents, ...analysis }: OfPerson & { blueprintId: string; annualValueCents: number | null },
): Promise<void> => recordGoal(ctx, analysisStep, { ...analysis, value: annualValueCents && annualValueCents / 100 });

export const recordBookedCall = (ctx: Ctx, call: OfPerson): Promise<void> =>
  recordGoal(ctx, bookedStep, { ...call, value: bookingConversionUsd });

/** Stores a step that is a goal of the visit that led to it. `value`: USD. */
async function recordGoal(
  ctx: Ctx,
  step: typeof bookedStep,
  of: OfPerson & { blueprintId?: string; value?: number | null },
): Promise<void> {
  const { id, at, userId, companyId, blueprintId = null, value = null } = of;
  const sessionKey = await latestSession(ctx, of);
  await ctx.db
    .insert(funnelEvent)
    .values({ id, ...step, value, occurredAt: at, userId, companyId, blueprintId, sessionKey })
    .onConflictDoNothing();
  if (sessionKey) await countGoal(ctx, step, { sessionKey, at, value });
}

const countGoal = (
  ctx: Ctx,
  { stage, substage }: typeof bookedStep,
  goal: { sessionKey: string; at: Date; value: number | null },
): Promise<void> => countInVisit(ctx, { ...goal, type: "goal_complete", name: `${stage}.${substage}` });

/** Counts a booked call in the visit that goes on at this time. */
export const countBookedCall = (ctx: Ctx, call: { sessionKey: string; at: Date }): Promise<void> =>
  countGoal(ctx, bookedStep, { ...call, value: bookingConversionUsd });

export async function recordPayment(
  ctx: Ctx,
  paid: Of & { blueprintId: string | null; amountCents: number },
): Promise<void> {
  const { id, at, userId, companyId, blueprintId, amountCents } = paid;
  await ctx.db
    .insert(funnelEvent)
    .values({ id, ...paidStep, value: amountCents / 100, occurredAt: at, userId, companyId, blueprintId })
    .onConflictDoNothing();
  await countPayment(ctx, paid);
}

/** Counts a payment as revenue of the visit in which it was started, or in which its invoice was requested. */
export async function countPayment(
  ctx: Ctx,
  { blueprintId, amountCents }: { blueprintId: string | null; amountCents: number },
): Promise<void> {
  if (blueprintId === null) return;
  const { rows } = await ctx.db.execute<{ sessionKey: string; at: string }>(sql`
    select f.session_key as "sessionKey", f.occurred_at::text as at
    from ${funnelEvent} f join ${analyticsSession} s on s.key = f.session_key
    where f.blueprint_id = ${blueprintId} and f.stage = 'unlock' and f.substage in ('payment_started', 'invoice_requested')
      and s.client is not null
    order by f.occurred_at desc limit 1`);
  const started = rows[0];
  if (!started) return;
  const [sessionKey, at] = [started.sessionKey, new Date(started.at)];
  await countInVisit(ctx, { sessionKey, at, type: "revenue", name: "unlock.paid", value: amountCents / 100 });
}

/**
 * Stores a refund or a dispute on its day, for the visit that bought. `refundedCents` is the total of the payment that is refunded, lost
 * or in an open dispute, so the step's value is the difference to the total before: negative if a refund failed or disputed money returned. Independent of the order of the events. `id`: the event
 * id, which makes it idempotent.
 */
export async function recordRefund(
  ctx: Ctx,
  refund: Of & { paymentId: string; blueprintId: string | null; refundedCents: number },
): Promise<void> {
  const { id, at, paymentId, userId, companyId, blueprintId, refundedCents } = refund;
  const [bought] =
    blueprintId === null
      ? []
      : await ctx.db
          .select({ sessionId: funnelEvent.sessionId, sessionKey: funnelEvent.sessionKey })
          .from(funnelEvent)
          .where(
            and(
              ...[eq(funnelEvent.blueprintId, blueprintId), eq(funnelEvent.stage, "unlock")],
              ...[inArray(funnelEvent.substage, ["payment_started", "invoice_requested"])],
              isNotNull(funnelEvent.sessionKey),
            ),
          )
          .orderBy(desc(funnelEvent.occurredAt))
          .limit(1);
  await takeTurn(ctx, "payment-refunds", paymentId);
  await ctx.db
    .insert(funnelEvent)
    .values({
      ...{ id, ...refundStep, occurredAt: at, userId, companyId, blueprintId, sessionId: bought?.sessionId ?? null },
      sessionKey: bought?.sessionKey ?? null,
      metadata: { payment: paymentId, total: refundedCents / 100 },
      value: 0,
    })
    .onConflictDoNothing();
  // Steps of earlier releases have no total: it is the sum of their values until then.
  await ctx.db.execute(sql`
    update ${funnelEvent} f set value = t.total - t.before
    from (
      select id, total, coalesce(lag(total) over (order by occurred_at, id), 0) as before
      from (
        select id, occurred_at,
          coalesce((metadata->>'total')::numeric, sum(value) over (order by occurred_at, id)) as total
        from ${funnelEvent}
        where stage = 'unlock' and substage = 'refunded' and metadata->>'payment' = ${paymentId}
      ) s
    ) t
    where f.id = t.id and f.value <> t.total - t.before`);
}

/** Deletes the steps that were stored for events, before a replay. */
export async function forgetDerivedSteps(ctx: Pick<Ctx, "db">): Promise<void> {
  const steps = [requestedStep, codeStep, analysisStep, bookedStep, paidStep, refundStep];
  const isStep = ({ stage, substage }: typeof paidStep) =>
    and(eq(funnelEvent.stage, stage), eq(funnelEvent.substage, substage));
  await ctx.db.delete(funnelEvent).where(or(...steps.map(isStep)));
}

/**
 * The session of the request that led to the event, or else the one in which the person last reported a step while signed in. Not any
 * session that used the email: anyone can enter anyone's email, and the data of a session is shown to its visitor.
 */
async function latestSession(
  ctx: Pick<Ctx, "db">,
  { email, at, userId }: Pick<OfPerson, "email" | "at" | "userId">,
): Promise<string | null> {
  const [asked] = await ctx.db
    .select({ key: analyticsIdentity.sessionKey })
    .from(analyticsIdentity)
    .where(and(eq(analyticsIdentity.email, email.trim().toLowerCase()), eq(analyticsIdentity.at, at)))
    .limit(1);
  if (asked || userId === null) return asked?.key ?? null;
  const [reported] = await ctx.db
    .select({ key: funnelEvent.sessionKey })
    .from(funnelEvent)
    .where(
      and(
        ...[eq(funnelEvent.userId, userId), isNotNull(funnelEvent.sessionId)],
        gte(funnelEvent.occurredAt, new Date(at.getTime() - identifiedMs)),
        lte(funnelEvent.occurredAt, new Date(at.getTime() + minuteMs)),
      ),
    )
    .orderBy(desc(funnelEvent.occurredAt))
    .limit(1);
  return reported?.key ?? null;
}

type Conversion = { sessionKey: string; at: Date; type: string; name: string; value: number | null };

/** Idempotent per session, time and type. */
async function countInVisit(ctx: Ctx, { sessionKey, at, type, name, value }: Conversion): Promise<void> {
  const [session] = await ctx.db
    .select({ id: analyticsSession.id })
    .from(analyticsSession)
    .where(and(eq(analyticsSession.key, sessionKey), sql`${analyticsSession.client} is not null`));
  if (!session) return;
  const store = visitStore();
  // Hits of the visit can still wait for ClickHouse.
  await store.deliver(ctx);
  const [latest] = await store.latestHits(ctx, session.id, 1);
  if (!latest || latest.at.getTime() < at.getTime() - visitPauseMs) return;
  const terms = await new Terms(ctx.db).idsOf(
    new Map([
      [type, null],
      [name, null],
    ]),
    ctx.now,
  );
  const [kind, typeId, nameId] = [hitKinds.conversion, terms.get(type)!, terms.get(name)!];
  if (await store.hasHit(ctx, { sessionId: session.id, at, kind, typeId })) return;
  const hit = { atMicros: at.getTime() * 1000, kind, sessionId: session.id, pageId: null, typeId, nameId };
  await store.insertHits(ctx, [{ ...hit, value, detail: null }]);
  // Otherwise the job derives them.
  if (store.isTransactional) await deriveSessions(ctx, [session.id]);
}
