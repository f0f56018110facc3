import { and, eq, gt, isNull } from "drizzle-orm";
import { withdrawMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { approveRequest, declineRequest } from "../access.server.ts";
import { type DeclineInput, maxAtOnce } from "../access.ts";
import { accessAudit } from "../audit.ts";
import { newCode } from "../codes/codes.server.ts";
import { accessCode, accessRequest } from "../tables.server.ts";
import { readStates } from "./queue.server.ts";

/**
 * Returns a declined request to the queue. While the decline mail is held, it is canceled and the request gets its
 * previous due date (`isMailWithdrawn`). After the mail was sent, the request waits for an admin. For admins (aal2).
 * Refusals: not_admin, not_found, not_declined, other_pending (the address has a newer request).
 */
export async function reopenRequest(
  ctx: Ctx,
  input: { requestId: string },
): Promise<Result<{ isMailWithdrawn: boolean }, NotAdmin | NotFound | Refusal<"not_declined" | "other_pending">>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.requestId)) return notFound();
    const request = await findRequest(tx, input.requestId);
    if (!request) return notFound();
    await takeTurn(tx, "access-request", request.email);
    const [other] = await tx.db
      .select({ id: accessRequest.id })
      .from(accessRequest)
      .where(and(eq(accessRequest.email, request.email), eq(accessRequest.status, "pending")));
    if (other) return refuse(other.id === input.requestId ? "not_declined" : "other_pending");
    const [declined] = await tx.db
      .select()
      .from(accessRequest)
      .where(and(eq(accessRequest.id, input.requestId), eq(accessRequest.status, "declined")))
      .for("update");
    if (!declined?.decidedAt) return refuse("not_declined");
    const mail = { kind: "access-declined", to: declined.email, queuedAt: declined.decidedAt };
    const isMailWithdrawn = await withdrawMail(tx, mail);
    await tx.db
      .update(accessRequest)
      .set({
        ...{ status: "pending", decidedAt: null, decidedBy: null, declineReason: null, declineNote: null },
        dueAt: isMailWithdrawn ? declined.dueAt : null,
      })
      .where(eq(accessRequest.id, declined.id));
    return recorded({ action: accessAudit.accessRequestReopened, subject: declined.id }, { isMailWithdrawn });
  });
}

/**
 * Mails a new code and revokes the previous one. For admins (aal2). Refusals: not_admin, not_found, not_approved,
 * has_access, already_used (the access it gave has ended).
 */
export async function resendCode(
  ctx: Ctx,
  input: { requestId: string },
): Promise<Result<{ expiresAt: Date }, NotAdmin | NotFound | Refusal<"not_approved" | "has_access" | "already_used">>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.requestId)) return notFound();
    const request = await findRequest(tx, input.requestId);
    if (!request) return notFound();
    if (request.status !== "approved") return refuse("not_approved");
    await takeTurn(tx, "access-request", request.email);
    const state = (await readStates(tx, [request])).get(request.id);
    if (state === "has_access") return refuse("has_access");
    if (state === "access_ended") return refuse("already_used");
    await tx.db
      .update(accessCode)
      .set({ revokedAt: tx.now })
      .where(
        and(
          eq(accessCode.requestId, request.id),
          isNull(accessCode.usedAt),
          isNull(accessCode.revokedAt),
          gt(accessCode.expiresAt, tx.now),
        ),
      );
    const { expiresAt } = await newCode(tx, { email: request.email, mail: true, requestId: request.id });
    return recorded({ action: accessAudit.accessCodeResent, subject: request.id }, { expiresAt });
  });
}

export type Decided = {
  done: string[];
  refused: { requestId: string; reason: "not_found" | "already_decided" }[];
};

/** Decides each request in its own transaction. For admins (aal2). Refusals: not_admin, too_many_at_once (over 200). */
export async function decideMany(
  ctx: Ctx,
  input: { requestIds: readonly string[] } & ({ decision: "approve" } | ({ decision: "decline" } & DeclineInput)),
): Promise<Result<Decided, NotAdmin | Refusal<"too_many_at_once">>> {
  if (input.requestIds.length > maxAtOnce) return refuse("too_many_at_once");
  const decided: Decided = { done: [], refused: [] };
  for (const requestId of new Set(input.requestIds)) {
    const result =
      input.decision === "approve"
        ? await approveRequest(ctx, { requestId })
        : await declineRequest(ctx, { requestId, reason: input.reason, note: input.note });
    if (result.ok) decided.done.push(requestId);
    else if (result.reason.kind === "not_admin") return notAdmin();
    else decided.refused.push({ requestId, reason: result.reason.kind });
  }
  return ok(decided);
}

async function findRequest(tx: Ctx, requestId: string) {
  const [request] = await tx.db.select().from(accessRequest).where(eq(accessRequest.id, requestId));
  return request;
}
