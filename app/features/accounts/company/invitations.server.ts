import { and, eq, gt } from "drizzle-orm";
import { queueStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotFound, notFound, type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { companyInvitationMail } from "../emails/company-invitation.tsx";
import { company, companyInvitation, profile } from "../tables.server.ts";
import { joinCompany } from "./companies.server.ts";

/*
 * An invitation to share a company. Any member sends it; the mail contains no token, because the invited person accepts it signed in
 * with the verified address that it was sent to. The answer is the same whether the address has an account.
 */

export const invitationDays = 30;

export type InvitationRefusal = Refusal<"no_company" | "own_address"> | TooMany;

/** Invites an address; again within 30 days renews it. Refusals: `no_company`, `own_address`, `too_many`. Throws MailboxFull. */
export async function inviteToCompany(
  ctx: SignedInCtx,
  { email }: { email: string },
): Promise<Result<undefined, InvitationRefusal>> {
  const { userId } = ctx.actor;
  if (email === ctx.actor.email) return refuse("own_address");
  const own = await companyOf(ctx, userId);
  if (!own) return refuse("no_company");
  const limit = await countUse(ctx, "company-invitation", userId);
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  return inTransaction(ctx, async (tx) => {
    const expiresAt = new Date(tx.now.getTime() + invitationDays * dayMs);
    await tx.db
      .insert(companyInvitation)
      .values({ id: newId(), companyId: own.id, email, invitedBy: userId, createdAt: tx.now, expiresAt })
      .onConflictDoUpdate({
        target: [companyInvitation.companyId, companyInvitation.email],
        set: { invitedBy: userId, expiresAt },
      });
    await queueStrangerMail(tx, companyInvitationMail({ to: email, from: ctx.actor.email, days: invitationDays }));
    return ok();
  });
}

/** Joins the company that the user's verified address was invited to. Refusal: `not_found` (expired, withdrawn, for someone else). */
export async function acceptInvitation(ctx: SignedInCtx, id: string): Promise<Result<undefined, NotFound>> {
  if (!isUuid(id)) return notFound();
  return inTransaction(ctx, async (tx) => {
    const [invitation] = await tx.db
      .delete(companyInvitation)
      .where(
        and(
          eq(companyInvitation.id, id),
          eq(companyInvitation.email, ctx.actor.email),
          gt(companyInvitation.expiresAt, tx.now),
        ),
      )
      .returning();
    if (!invitation) return notFound();
    const [invited] = await tx.db.select().from(company).where(eq(company.id, invitation.companyId)).for("update");
    if (!invited) return notFound();
    await joinCompany(tx, { userId: ctx.actor.userId, company: invited, joinedBy: "invitation" });
    return ok();
  });
}

/** Deletes an invitation: a member of its company withdraws it, or the invited person declines it. Refusal: `not_found`. */
export async function withdrawInvitation(ctx: SignedInCtx, id: string): Promise<Result<undefined, NotFound>> {
  if (!isUuid(id)) return notFound();
  const [invitation] = await ctx.db.select().from(companyInvitation).where(eq(companyInvitation.id, id));
  const own = await companyOf(ctx, ctx.actor.userId);
  const isTheirs = invitation && (invitation.email === ctx.actor.email || invitation.companyId === own?.id);
  if (!isTheirs) return notFound();
  await ctx.db.delete(companyInvitation).where(eq(companyInvitation.id, id));
  return ok();
}

async function companyOf(ctx: Pick<SignedInCtx, "db">, userId: string) {
  const [own] = await ctx.db
    .select({ company })
    .from(profile)
    .innerJoin(company, eq(company.id, profile.companyId))
    .where(eq(profile.authUserId, userId));
  return own?.company ?? null;
}
