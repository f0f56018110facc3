import { and, desc, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { pick } from "#app/lib/program/record-of.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { jsonOf } from "#app/platform/database/columns.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { companyFacts } from "../access.ts";
import { readAccess } from "../grants/grants.server.ts";
import { accessCode, accessRequest, wizardGrant } from "../tables.server.ts";
import type { OwnRequest, RequestedCompany } from "./own-request.ts";
import { stateOf } from "./queue.server.ts";

/*
 * The access state that signed-in users see, for their own verified address. A block is not revealed: a blocked request
 * is pending without a date.
 */

/** Returns the state of the actor's newest request or code, or null. */
export async function findOwnRequest(ctx: SignedInCtx): Promise<OwnRequest | null> {
  const { email } = ctx.actor;
  const [[request], codes] = await Promise.all([
    newestRequest(ctx.db).execute({ email }),
    codesOf(ctx.db).execute({ email }),
  ]);
  const usable = codes.find(({ code }) => !code.usedAt && !code.revokedAt && code.expiresAt > ctx.now)?.code;
  if (usable)
    return { state: "code_sent", at: usable.issuedAt, expiresAt: usable.expiresAt, isMailed: usable.isMailed };
  if (request?.status === "pending") return { state: "waiting", at: request.requestedAt, dueAt: request.dueAt };
  const newest = codes[0]?.code;
  const declinedAt = request?.status === "declined" ? request.decidedAt : null;
  if (declinedAt && (!newest || newest.issuedAt <= declinedAt)) return { state: "declined", at: declinedAt };
  if (!newest) return null;
  const state = stateOf("approved", [codes[0]!], ctx.now);
  // No code is usable here, and pending and declined requests were returned above.
  if (state === "waiting" || state === "declined" || state === "code_sent") return null;
  const at = newest.usedAt ?? newest.issuedAt;
  if (state !== "has_access") return { state, at };
  const { reason } = await readAccess(ctx, ctx.actor.userId);
  return reason === "too_many_devices" || reason === "blocked" ? { state: "suspended", at, reason } : { state, at };
}

const newestRequest = prepared((db) =>
  db
    .select()
    .from(accessRequest)
    .where(eq(accessRequest.email, sql.placeholder("email")))
    .orderBy(desc(accessRequest.requestedAt), desc(accessRequest.id))
    .limit(1)
    .prepare("access_newest_request"),
);

const codesOf = prepared((db) =>
  db
    .select({ code: accessCode, hasGrant: wizardGrant.id })
    .from(accessCode)
    .leftJoin(wizardGrant, and(eq(wizardGrant.userId, accessCode.usedBy), isNull(wizardGrant.revokedAt)))
    .where(eq(accessCode.email, sql.placeholder("email")))
    .orderBy(desc(accessCode.issuedAt), desc(accessCode.id))
    .prepare("access_codes_of"),
);

/** SQL expression: the company of the newest request of `email`, or null. For other features' statements. */
export const selectRequestedCompany = (email: SQLWrapper): SQL<RequestedCompany | null> => sql`(
  select ${jsonOf(pick(accessRequest, companyFacts))}
  from ${accessRequest} where ${accessRequest.email} = ${email}
  order by ${accessRequest.requestedAt} desc, ${accessRequest.id} desc limit 1)`;
