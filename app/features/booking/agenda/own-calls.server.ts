import { and, desc, eq, ne, or, sql } from "drizzle-orm";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { manageToken } from "../bookings/manage-token.server.ts";
import { booking, eventType, host } from "../tables.server.ts";
import { type CallState, callState } from "./agenda.ts";
import type { BookedTime } from "./blueprint-call.ts";
import { hostNames, selectCohosts } from "./booked-call.server.ts";

type OwnCall = {
  id: string;
  title: string;
  hostName: string;
  start: Date;
  end: Date;
  timezone: string;
  state: CallState;
  href: string | null;
};

const maxCalls = 30;

/** Lists the signed-in user's calls, by account or verified address, latest first; at most 30. */
export async function listOwnCalls(ctx: SignedInCtx): Promise<OwnCall[]> {
  const { userId, email } = ctx.actor;
  const rows = await ownCalls(ctx.db).execute({ userId, email });
  return rows.map(({ during, status, outcome, source, externalUrl, cohosts, ...call }) => ({
    ...call,
    ...during,
    hostName: hostNames({ host: { name: call.hostName }, cohosts }),
    state: callState({ status, outcome, ...during }, ctx.now),
    href: source === "own" ? `/booking/${manageToken(call.id)}` : externalUrl,
  }));
}

/**
 * Returns the reader's own call of an event type at `start`, or null. Own: booked by the signed-in user or for their verified address, or
 * `token` is the token of its link. An address that someone entered proves nothing.
 */
export async function findOwnCall(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  { eventType: slug, start, token }: { eventType: string; start: Date; token: string | undefined },
): Promise<BookedTime | null> {
  const proofs = [
    ...(actor.kind === "user" ? [eq(booking.userId, actor.userId), eq(booking.email, actor.email)] : []),
    ...(token ? [eq(booking.manageTokenHash, hashToken(token))] : []),
  ];
  if (proofs.length === 0) return null;
  const [row] = await db
    .select({ id: booking.id, ...pick(booking, ["during", "timezone"]) })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(
      and(
        eq(eventType.slug, slug),
        eq(booking.source, "own"),
        ne(booking.status, "cancelled"),
        sql`lower(${booking.during}) = ${start.toISOString()}::timestamptz`,
        or(...proofs),
      ),
    )
    .limit(1);
  return row ? { ...row.during, timezone: row.timezone, href: `/booking/${manageToken(row.id)}` } : null;
}

const ownCalls = prepared((db) =>
  db
    .select({
      id: booking.id,
      title: eventType.title,
      hostName: host.name,
      cohosts: selectCohosts,
      ...pick(booking, ["during", "timezone", "status", "outcome", "source", "externalUrl"]),
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(or(eq(booking.userId, sql.placeholder("userId")), eq(booking.email, sql.placeholder("email"))))
    .orderBy(sql`lower(${booking.during}) desc`, desc(booking.id))
    .limit(maxCalls)
    .prepare("booking_own_calls"),
);
