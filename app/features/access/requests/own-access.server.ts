import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { pick } from "#app/lib/program/record-of.ts";
import type { SignedInCtx } from "#app/platform/context.server.ts";
import { jsonOf } from "#app/platform/database/columns.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { companyFacts, suspensionOf } from "../access.ts";
import { readAccess, readGrantedAt } from "../grants/grants.server.ts";
import { accessCode, accessRequest } from "../tables.server.ts";
import type { OwnAccess, RequestedCompany } from "./own-access.ts";

/*
 * The access state that signed-in users see. Every page and refusal that says something about their access takes it from here. Access
 * that a person has, open or suspended, comes first; then the codes and requests of their verified address. A block of a person
 * without access is not revealed: a blocked request is pending without a date.
 */

/** Returns the state of the actor's access, request or code; null without any of them. */
export async function findOwnAccess(ctx: SignedInCtx): Promise<OwnAccess | null> {
  const { userId, email } = ctx.actor;
  const access = await readAccess(ctx, userId);
  const at = await readGrantedAt(ctx, userId);
  if (access.hasAccess) return { state: "has_access", at };
  const reason = suspensionOf(access);
  if (at && reason) return { state: "suspended", at, reason };
  const [[request], codes] = await Promise.all([
    newestRequest(ctx.db).execute({ email }),
    codesOf(ctx.db).execute({ email, userId }),
  ]);
  const usable = codes.find(({ usedAt, revokedAt, expiresAt }) => !usedAt && !revokedAt && expiresAt > ctx.now);
  if (usable)
    return { state: "code_sent", at: usable.issuedAt, expiresAt: usable.expiresAt, isMailed: usable.isMailed };
  if (request?.status === "pending") return { state: "waiting", at: request.requestedAt, dueAt: request.dueAt };
  const [newest] = codes;
  const declinedAt = request?.status === "declined" ? request.decidedAt : null;
  if (declinedAt && (!newest || newest.issuedAt <= declinedAt)) return { state: "declined", at: declinedAt };
  if (!newest) return null;
  const used = codes.find(({ usedAt }) => usedAt !== null);
  if (used?.usedAt) return { state: "access_ended", at: used.usedAt };
  return { state: newest.revokedAt ? "code_withdrawn" : "code_expired", at: newest.issuedAt };
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

/** Of the address, except those that another account used, and those that the account used under another address. */
const codesOf = prepared((db) => {
  const userId = sql.placeholder("userId");
  const isOwn = and(eq(accessCode.email, sql.placeholder("email")), isNull(accessCode.usedBy));
  return db
    .select()
    .from(accessCode)
    .where(or(isOwn, eq(accessCode.usedBy, userId)))
    .orderBy(desc(accessCode.issuedAt), desc(accessCode.id))
    .prepare("access_codes_of");
});

/** SQL expression: the company of the newest request of `email`, or null. For other features' statements. */
export const selectRequestedCompany = (email: SQLWrapper): SQL<RequestedCompany | null> => sql`(
  select ${jsonOf(pick(accessRequest, companyFacts))}
  from ${accessRequest} where ${accessRequest.email} = ${email}
  order by ${accessRequest.requestedAt} desc, ${accessRequest.id} desc limit 1)`;
