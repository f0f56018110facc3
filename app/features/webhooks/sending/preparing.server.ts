import { eq, inArray } from "drizzle-orm";
import { findEvents } from "#app/features/events/log.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { openSealed } from "#app/platform/secrets/sealed-text.server.ts";
import type { CustomHeader } from "../endpoints/custom-headers.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import type { Target } from "./attempt.server.ts";
import type { Claim } from "./claims.server.ts";
import { messageBody } from "./message-body.server.ts";

/*
 * Determines body and target of a claimed delivery, right before its request. Since the claim the endpoint may have
 * been paused, disabled or changed, or may have sent Retry-After, and the person of the event may have been deleted.
 */

export type Preparation =
  | { kind: "ready"; claim: Claim; target: Target; body: string }
  /** The endpoint must not receive anything now: the claim is released. */
  | { kind: "held"; claim: Claim }
  /** Deleted, finished, or claimed by another process after the lease expired. */
  | { kind: "lost"; claim: Claim }
  /** The personal data of the event was deleted. */
  | { kind: "forgotten"; claim: Claim; url: string }
  | { kind: "unreadable"; claim: Claim; url: string };

export type Decrypted = Map<string, string>;

export async function prepare(ctx: Ctx, claims: readonly Claim[], decrypted: Decrypted): Promise<Preparation[]> {
  const [rows, events] = await Promise.all([
    ctx.db
      .select({ delivery: webhookDelivery, endpoint: webhookEndpoint })
      .from(webhookDelivery)
      .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.endpointId))
      .where(
        inArray(
          webhookDelivery.id,
          claims.map(({ id }) => id),
        ),
      ),
    findEvents(
      ctx,
      claims.flatMap(({ eventId }) => eventId ?? []),
    ),
  ]);
  const rowOf = new Map(rows.map((row) => [row.delivery.id, row]));
  return claims.map((claim): Preparation => {
    const row = rowOf.get(claim.id);
    if (row?.delivery.status !== "pending" || row.delivery.attempts !== claim.attempt) return { kind: "lost", claim };
    const { url } = row.endpoint;
    if (isHeldBack(row.endpoint, ctx.now)) return { kind: "held", claim };
    const body = messageBody(claim, claim.eventId ? events.get(claim.eventId) : undefined);
    if (body === null) return { kind: "forgotten", claim, url };
    const target = targetOf(row.endpoint, ctx.now, decrypted);
    return target ? { kind: "ready", claim, target, body } : { kind: "unreadable", claim, url };
  });
}

type Endpoint = typeof webhookEndpoint.$inferSelect;

/** A rate moves `pacedUntil` by at most one interval after the claim; a later time means a Retry-After. */
function isHeldBack({ status, pacedUntil, ratePerMinute }: Endpoint, now: Date): boolean {
  const intervalMs = ratePerMinute ? minuteMs / ratePerMinute : 0;
  return status !== "active" || (pacedUntil !== null && pacedUntil.getTime() > now.getTime() + intervalMs);
}

function targetOf(row: Endpoint, now: Date, decrypted: Decrypted): Target | null {
  const read = (stored: string) => {
    const known = decrypted.get(stored) ?? openSealed(stored);
    decrypted.set(stored, known);
    return known;
  };
  const hasPrevious = row.previousSecret && row.previousSecretUntil && row.previousSecretUntil > now;
  try {
    const secrets = [row.secret, ...(hasPrevious ? [row.previousSecret!] : [])].map(read);
    return { url: row.url, secrets, headers: JSON.parse(read(row.headers)) as CustomHeader[] };
  } catch (error) {
    log.error({ err: error, endpointId: row.id }, "a webhook secret cannot be read");
    return null;
  }
}
