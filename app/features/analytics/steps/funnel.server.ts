/*
 * The funnel: the steps that users reach between a visit and an analysis or a call.
 *
 * Pages report a step when it is reached; requests, codes, analyses, booked calls and payments follow from their events
 * (derived-steps.server.ts). An event is
 * stored once, never changed, and deleted after the retention (visitMonths). When an account is deleted, its events lose all references to the
 * visit and the person, and only counts remain.
 *
 * Invariants: user and company come from the session, never from the body; a blueprint is the user's own; visitors who
 * send Sec-GPC or DNT are counted without ids and metadata (spec: privacy-signals). No address or user agent is stored. Metadata is a
 * few short values without email addresses and tokens. Reports are limited per client, and per day in total, so that they cannot fill
 * the disk.
 *
 * Page views, vitals and the dashboards' figures are elsewhere.
 */

import { lt } from "drizzle-orm";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import { monthsBefore } from "#app/lib/dates/calendar-dates.ts";
import { visitMonths } from "#app/lib/dates/visit-months.ts";
import { type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type KeptMetadata, keptMetadata } from "../collecting/kept-metadata.ts";
import { sessionKey } from "../collecting/session-key.server.ts";
import { identifyVisitor } from "../privacy/identity.server.ts";
import { funnelEvent } from "../tables.server.ts";
import { countBookedCall, isDerivedStep } from "./derived-steps.server.ts";
import type { FunnelEvent } from "./funnel.ts";
import { bookingConversionUsd, funnelMetadataKeys, isListedStage } from "./funnel-stages.ts";

/**
 * Stores a step that a page reports, for the client at `address`. Silently drops steps that follow from events of the product
 * (derived-steps.server.ts), and reports over the daily maximum of the client or of all clients; anonymous and signed-in clients are counted separately. Refusals:
 * too_many (per client and minute).
 */
export async function reportFunnelEvent(
  ctx: Ctx,
  event: FunnelEvent,
  { isPrivate, address, owned, acceptsCalls }: Report,
): Promise<Result<undefined, TooMany>> {
  const limit = await countUse(ctx, "funnel-event", limitKey(address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const isCall = isBookedCall(event);
  if (isCall ? !acceptsCalls : isDerivedStep(stepName(event))) return ok();
  // Checked first, so that one client cannot use up the total.
  const own = await countUse(ctx, "funnel-client-rows", limitKey(address));
  const isWithin = own.allowed && (await countUse(ctx, "funnel-rows", ctx.actor.kind)).allowed;
  if (!isWithin) return ok();
  const step = isCall ? { ...event, value: bookingConversionUsd } : event;
  await recordFunnelEvent(ctx, step, { isPrivate, owned });
  if (isCall && event.session_id && !isPrivate)
    await countBookedCall(ctx, { sessionKey: sessionKey(event.session_id), at: ctx.now });
  return ok();
}

/**
 * Stores one step; a repeated `event_id` changes nothing. `isPrivate`: the visitor asked not to be tracked (`asksForPrivacy`); the
 * event id is then ignored. Only the system can set the user, company and blueprint; for other actors the user is the session's and
 * `owned` the rest. Money in USD.
 */
export async function recordFunnelEvent(
  ctx: Ctx,
  event: FunnelEvent,
  { isPrivate = false, owned = noIds }: { isPrivate?: boolean; owned?: OwnedIds } = {},
): Promise<Result<{ id: string }, never>> {
  const id = (isPrivate ? null : event.event_id) ?? newId();
  await ctx.db
    .insert(funnelEvent)
    .values({
      id,
      stage: event.stage,
      substage: event.substage ?? null,
      value: event.value ?? null,
      occurredAt: ctx.now,
      ...(isPrivate ? {} : identityOf(ctx, event, owned)),
    })
    .onConflictDoNothing();
  if (ctx.actor.kind === "user" && !isTeamMember(ctx.actor))
    await identifyVisitor(ctx, { sessionId: event.session_id, email: ctx.actor.email, isPrivate });
  return ok({ id });
}

/** `acceptsCalls`: only pages know of booked calls, because no event follows them. */
type Report = { isPrivate: boolean; address: string; owned: OwnedIds; acceptsCalls: boolean };

/** The company of the reporting user, and the blueprint of the step if it is theirs. */
export type OwnedIds = { companyId: string | null; blueprintId: string | null };
const noIds: OwnedIds = { companyId: null, blueprintId: null };

const stepName = ({ stage, substage }: FunnelEvent) => (substage ? `${stage}.${substage}` : stage);
const isBookedCall = ({ stage, substage }: FunnelEvent) => stage === "booking" && substage === "scheduled";

/** Whether a request carries Global Privacy Control or Do Not Track. */
export const asksForPrivacy = (headers: { get(name: string): string | null }): boolean =>
  headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";

/** Deletes events older than the retention; run by a scheduled job. Returns the number deleted. */
export async function deleteOldFunnelEvents(ctx: Ctx): Promise<number> {
  const before = monthsBefore(ctx.now, visitMonths());
  const { rowCount } = await ctx.db.delete(funnelEvent).where(lt(funnelEvent.occurredAt, before));
  return rowCount ?? 0;
}

/** Columns of a step that refer to a visit or person, all null. */
export const withoutIdentity = {
  sessionId: null,
  sessionKey: null,
  userId: null,
  companyId: null,
  blueprintId: null,
  metadata: {},
};

function identityOf({ actor }: Ctx, event: FunnelEvent, owned: OwnedIds) {
  const [named, isUser] = [actor.kind === "system", actor.kind === "user"];
  return {
    sessionId: event.session_id ?? null,
    sessionKey: event.session_id ? sessionKey(event.session_id) : null,
    userId: actor.kind === "user" ? actor.userId : named ? idOf(event.user_id) : null,
    companyId: named ? idOf(event.company_id) : isUser ? owned.companyId : null,
    blueprintId: named ? idOf(event.blueprint_id) : isUser ? owned.blueprintId : null,
    metadata: metadataOf(event),
  };
}

/** Drops ids that are not UUIDs: we could not look them up. */
const idOf = (text: string | null | undefined): string | null => (text && isUuid(text) ? text : null);

const metadataOf = ({ stage, metadata }: FunnelEvent): KeptMetadata =>
  keptMetadata(metadata, (key) => !isListedStage(stage) || (funnelMetadataKeys as readonly string[]).includes(key));
