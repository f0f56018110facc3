import { desc, eq } from "drizzle-orm";
import { findEmails, findUserByEmail } from "#app/features/accounts/profile/profile.server.ts";
import { type AuditLine, listAuditLines } from "#app/features/security/audit/audit.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { AccessAnswer } from "../access.ts";
import { type ActiveBlock, findBlock } from "../grants/blocks.server.ts";
import { readAccess } from "../grants/grants.server.ts";
import { accessBlock, accessCheckLog, accessCode, accessRequest, wizardGrant } from "../tables.server.ts";
import { readStates } from "./queue.server.ts";
import type { RequestState } from "./queue.ts";

const maxLogEntries = 50;

/** One entry of the history; `by` is an admin's address, or null for automatic changes. */
export type HistoryLine = { at: Date; what: string; by: string | null; note: string | null };

export type CheckLine = {
  at: Date;
  outcome: "granted" | "denied" | "blocked";
  reason: string | null;
  device: string;
  userAgent: string;
};

export type RequestFile = {
  request: typeof accessRequest.$inferSelect;
  state: RequestState;
  person: { userId: string; isVerified: boolean; isAdmin: boolean; access: AccessAnswer; hadGrant: boolean } | null;
  block: ActiveBlock | null;
  history: HistoryLine[];
  /** Newest first, at most 50. */
  checks: CheckLine[];
  others: { id: string; requestedAt: Date; status: "pending" | "approved" | "declined" }[];
};

/** Returns a request with its history. For admins (aal2). Refusals: not_admin, not_found. */
export async function readRequestFile(ctx: Ctx, requestId: string): Promise<Result<RequestFile, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  if (!isUuid(requestId)) return notFound();
  const [request] = await ctx.db.select().from(accessRequest).where(eq(accessRequest.id, requestId));
  if (!request) return notFound();
  const account = await findUserByEmail(ctx, request.email);
  const [states, codes, blocks, block, grants, checks, all] = await Promise.all([
    readStates(ctx, [request]),
    ctx.db
      .select()
      .from(accessCode)
      .where(eq(accessCode.email, request.email))
      .orderBy(desc(accessCode.issuedAt), desc(accessCode.id)),
    ctx.db.select().from(accessBlock).where(eq(accessBlock.email, request.email)),
    findBlock(ctx, { email: request.email, userId: account?.id }),
    account ? ctx.db.select().from(wizardGrant).where(eq(wizardGrant.userId, account.id)) : [],
    account
      ? ctx.db
          .select()
          .from(accessCheckLog)
          .where(eq(accessCheckLog.userId, account.id))
          .orderBy(desc(accessCheckLog.at))
          .limit(maxLogEntries)
      : [],
    ctx.db
      .select({ id: accessRequest.id, requestedAt: accessRequest.requestedAt, status: accessRequest.status })
      .from(accessRequest)
      .where(eq(accessRequest.email, request.email))
      .orderBy(desc(accessRequest.requestedAt)),
  ]);
  const actions = await listAuditLines(ctx, [
    request.id,
    ...blocks.map(({ id }) => id),
    ...(account ? [account.id] : []),
  ]);
  const names = await findEmails(
    ctx,
    [...actions.map(({ actorUserId }) => actorUserId), request.decidedBy].flatMap((userId) => userId ?? []),
  );
  return ok({
    request,
    state: states.get(request.id)!,
    person: account && {
      userId: account.id,
      isVerified: account.emailVerified,
      isAdmin: account.isAdmin,
      access: await readAccess(ctx, account.id),
      hadGrant: grants.length > 0,
    },
    block,
    history: historyOf(request, codes, grants, actions, names),
    checks: checks.map(({ at, outcome, reason, fingerprintHash, userAgent }) => ({
      at,
      outcome,
      reason,
      device: fingerprintHash.slice(0, 6),
      userAgent,
    })),
    others: all.filter(({ id }) => id !== request.id),
  });
}

const actionLabels: Partial<Record<AuditLine["act"], string>> = {
  "access-request.approved": "Approved",
  "access-request.declined": "Declined",
  "access-request.reopened": "Reopened",
  "access-code.resent": "New code sent, the old one withdrawn",
  "access-grant.revoked": "Access revoked",
  "access-grant.restored": "Access restored",
  "access-devices.forgiven": "Device count reset",
  "access.blocked": "Blocked",
  "access.unblocked": "Block lifted",
};

/**
 * Oldest first, a decision before its code. Admins' actions are from the audit log, automatic changes from the rows.
 */
function historyOf(
  request: typeof accessRequest.$inferSelect,
  codes: readonly (typeof accessCode.$inferSelect)[],
  grants: readonly (typeof wizardGrant.$inferSelect)[],
  actions: readonly AuditLine[],
  names: ReadonlyMap<string, string>,
): HistoryLine[] {
  const byItself = { by: null, note: null };
  const lines: HistoryLine[] = [{ at: request.requestedAt, what: "Requested access", ...byItself }];
  const isAudited = actions.some(({ act, subject }) => subject === request.id && act === "access-request.approved");
  if (request.status === "approved" && request.decidedAt && !isAudited) {
    const by = request.decidedBy && (names.get(request.decidedBy) ?? null);
    lines.push({ at: request.decidedAt, what: by ? "Approved" : "Approved automatically", by, note: null });
  }
  for (const { act, at, actorUserId, detail } of actions) {
    const by = actorUserId === null ? null : (names.get(actorUserId) ?? null);
    const what = actionLabels[act];
    const note = typeof detail["reason"] === "string" ? detail["reason"] : null;
    if (what) lines.push({ at, what, by, note: act === "access-request.declined" ? request.declineNote : note });
  }
  for (const code of codes) {
    lines.push({ at: code.issuedAt, what: code.isMailed ? "Code emailed" : "Code created manually", ...byItself });
    if (code.usedAt) lines.push({ at: code.usedAt, what: "Code used", ...byItself });
  }
  for (const grant of grants) lines.push({ at: grant.grantedAt, what: "Got access", ...byItself });
  return lines.sort((first, second) => first.at.getTime() - second.at.getTime());
}
