/*
 * The funnel: which steps people reach on the way from a visit to an analysis and a call.
 *
 * A page reports a step when it is reached; later rooms record what only the server knows, such as a booked call. An event
 * is stored once and never changed, until it is thirteen months old: then everything that points at a visit or a person is
 * taken off and a bare count stays. What happens to a person's events when the account is deleted is the same.
 *
 * Always true: who acted is the session's user and never what a body claims; nobody without a session is tied to a company
 * or a blueprint; a visitor who sends Sec-GPC or DNT leaves counts without any id and without metadata (decision 26). No
 * address and no user agent is stored. Texts in metadata lose e-mail addresses and tokens before they are stored.
 *
 * Not here: page views, vitals and the dashboards' numbers.
 */
import { and, eq, isNotNull, lt, or } from "drizzle-orm";
import { ok, type Result } from "#app/lib/result.ts";
import { scrub } from "#app/lib/scrub.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelEvent } from "./funnel.ts";
import { funnelEvent } from "./tables.server.ts";

/**
 * Stores one step. `isPrivate`: the visitor asked not to be tracked (`asksForPrivacy`). The system, which acts for people
 * it knows, may name a user; everybody else is whoever the session says. Money in USD.
 */
export async function recordFunnelEvent(
  ctx: Ctx,
  event: FunnelEvent,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<Result<{ id: string }, never>> {
  const id = newId();
  await ctx.db.insert(funnelEvent).values({
    id,
    stage: event.stage,
    substage: event.substage ?? null,
    value: event.value ?? null,
    occurredAt: ctx.now,
    ...(isPrivate ? {} : identityOf(ctx, event)),
  });
  return ok({ id });
}

/** Stores the funnel's last step for a payment. `id` is the id of its event, so a repeat changes nothing. */
export async function recordPaidStep(
  ctx: Pick<Ctx, "db">,
  paid: { id: string; at: Date; userId: string | null; blueprintId: string | null; amountCents: number },
): Promise<void> {
  const { id, at, userId, blueprintId, amountCents } = paid;
  await ctx.db
    .insert(funnelEvent)
    .values({ id, ...paidStep, value: amountCents / 100, occurredAt: at, userId, blueprintId })
    .onConflictDoNothing();
}

/** Deletes what `recordPaidStep` stored, before a replay. */
export async function forgetPaidSteps(ctx: Pick<Ctx, "db">): Promise<void> {
  const { stage, substage } = paidStep;
  await ctx.db.delete(funnelEvent).where(and(eq(funnelEvent.stage, stage), eq(funnelEvent.substage, substage)));
}

const paidStep = { stage: "unlock", substage: "paid" };

/** Whether a request carries Global Privacy Control or Do Not Track. */
export const asksForPrivacy = (headers: { get(name: string): string | null }): boolean =>
  headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";

/** What is kept of a visit that can still be told apart. */
const keptMonths = 13;

/** Takes visits and people off what is older than thirteen months; run by a timed job. Returns how many it was. */
export async function anonymiseFunnel(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now);
  before.setUTCMonth(before.getUTCMonth() - keptMonths);
  const done = await ctx.db
    .update(funnelEvent)
    .set(nobody)
    .where(
      and(
        lt(funnelEvent.occurredAt, before),
        or(isNotNull(funnelEvent.sessionId), isNotNull(funnelEvent.userId), isNotNull(funnelEvent.blueprintId)),
      ),
    )
    .returning({ id: funnelEvent.id });
  return done.length;
}

/** An event that points at nobody. */
export const nobody = { sessionId: null, userId: null, companyId: null, blueprintId: null, metadata: {} };

function identityOf({ actor }: Ctx, event: FunnelEvent) {
  const isKnown = actor.kind !== "anonymous";
  return {
    sessionId: event.session_id ?? null,
    userId: actor.kind === "user" ? actor.userId : actor.kind === "system" ? idOf(event.user_id) : null,
    companyId: isKnown ? idOf(event.company_id) : null,
    blueprintId: isKnown ? idOf(event.blueprint_id) : null,
    metadata: scrub(event.metadata ?? {}),
  };
}

/** Ids of other systems are nothing that we could look up. */
const idOf = (text: string | null | undefined): string | null => (text && isUuid(text) ? text : null);
