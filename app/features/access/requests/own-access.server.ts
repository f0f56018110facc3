import { and, desc, eq, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { pick } from "#app/lib/program/record-of.ts";
import type { Ctx, SignedInCtx } from "#app/platform/context.server.ts";
import { jsonOf } from "#app/platform/database/columns.server.ts";
import { prepared } from "#app/platform/db.server.ts";
import { type AccessAnswer, companyFacts, suspensionOf } from "../access.ts";
import { readGrant } from "../grants/grants.server.ts";
import { accessCode, accessRequest } from "../tables.server.ts";
import type { OwnAccess, RequestedCompany } from "./own-access.ts";

/*
 * The access state that signed-in users see. Every page and refusal that says something about their access takes it from here. Access
 * that a person has, open or suspended, comes first; then the codes and requests of their verified address. A block of a person
 * without access is not revealed: a blocked request is pending without a date.
 */

/** Returns the state of the actor's access, request or code; null without any of them. */
export const findOwnAccess = async (ctx: SignedInCtx): Promise<OwnAccess | null> =>
  (await readAccessOf(ctx, ctx.actor)).state;

/** The state of a user's access as they see it, and the answer of the access check that it follows. */
export async function readAccessOf(
  ctx: Ctx,
  person: { userId: string; email: string },
): Promise<{ access: AccessAnswer; state: OwnAccess | null }> {
  const { access, grantedAt: at } = await readGrant(ctx, person.userId);
  if (access.hasAccess) return { access, state: { state: "has_access", at } };
  const reason = suspensionOf(access);
  if (at && reason) return { access, state: { state: "suspended", reason } };
  return { access, state: await findStateWithoutAccess(ctx, person) };
}

async function findStateWithoutAccess(
  ctx: Ctx,
  { userId, email }: { userId: string; email: string },
): Promise<OwnAccess | null> {
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
