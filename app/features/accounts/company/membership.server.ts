import { eq } from "drizzle-orm";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { accountAudit } from "../audit.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { company, profile, user } from "../tables.server.ts";
import { joinCompany, separateCompany } from "./companies.server.ts";
import { endDomain } from "./domain-proof.server.ts";

/** Gives the user a company of their own again. Does nothing in one's own company. */
export const leaveCompany = async (ctx: SignedInCtx): Promise<Result<undefined, never>> => {
  await inTransaction(ctx, (tx) => separateCompany(tx, ctx.actor));
  return ok();
};

/**
 * Moves a user into the company of another one, named by the address. Idempotent. For admins. Refusals: not_found, `no_such_member`
 * (no account with this address has a company), `same_person`, `no_profile` (the user has never signed in).
 */
export const joinUserToCompany = (
  ctx: Ctx,
  input: { userId: string; memberEmail: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"no_such_member" | "same_person" | "no_profile">>> =>
  adminCommand(ctx, "users", async (tx) => {
    const { userId } = input;
    const target = await findMember(tx, userId);
    if (!target) return notFound();
    if (!target.profile) return refuse("no_profile");
    const member = await findUserByEmail(tx, input.memberEmail);
    if (member?.id === userId) return refuse("same_person");
    const theirs = member && (await findMember(tx, member.id))?.company;
    if (!theirs) return refuse("no_such_member");
    if (target.profile.companyId === theirs.id) return unrecorded();
    await joinCompany(tx, { userId, company: theirs, joinedBy: "admin" });
    return recorded({ action: accountAudit.companyJoined, subject: userId, detail: { company: theirs.id } });
  });

/** Gives a user a company of their own again. Idempotent. For admins. Refusal: not_found. */
export const separateUser = (
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "users", async (tx) => {
    const target = await findMember(tx, userId);
    if (!target?.profile) return notFound();
    if (target.profile.joinedBy === "own") return unrecorded();
    await separateCompany(tx, { userId, email: target.user.email });
    return recorded({ action: accountAudit.companyLeft, subject: userId });
  });

/** Ends the sharing by domain of a user's company. Idempotent. For admins. Refusal: not_found. */
export const releaseDomainOfUser = (
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "users", async (tx) => {
    const target = await findMember(tx, userId);
    if (!target?.company) return notFound();
    if (!target.company.domainConfirmedAt) return unrecorded();
    await endDomain(tx, target.company.id);
    return recorded({ action: accountAudit.domainReleased, subject: userId });
  });

async function findMember(tx: Pick<Ctx, "db">, userId: string) {
  if (!isUuid(userId)) return null;
  const [found] = await tx.db
    .select({ user, profile, company })
    .from(user)
    .leftJoin(profile, eq(profile.authUserId, user.id))
    .leftJoin(company, eq(company.id, profile.companyId))
    .where(eq(user.id, userId));
  return found ?? null;
}
