import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { keepAddress } from "#app/features/accounts/profile/people.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse, isWithinLimit } from "#app/features/security/requests/limits.server.ts";
import { canRead, type SignedIn, system } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import {
  type NotAdmin,
  type NotFound,
  notAdmin,
  notFound,
  type Refusal,
  refuse,
  type TooMany,
  tooMany,
} from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { codeLifeDays } from "../access.ts";
import { accessAudit } from "../audit.ts";
import { accessCodeMail } from "../emails/access-code.tsx";
import { accessGranted } from "../events.ts";
import { isBlocked } from "../grants/blocks.server.ts";
import { approvePending } from "../requests/deciding.server.ts";
import { accessCode, wizardGrant } from "../tables.server.ts";
import { makeCode, readCode } from "./code.ts";

/*
 * Access codes. Issued to one email address, valid for 30 days, redeemed once by the account with that address.
 *
 * The code appears only in the mail and on the operator's screen. The database stores a keyed hash, so a stolen copy
 * contains no usable code, and testing guesses against it needs SECRET. Online guessing is rate-limited per account and per
 * client; attempts on one account are serialized, so that parallel guesses are all counted.
 */

export type IssuedCode = { id: string; code: string; email: string; expiresAt: Date };

/**
 * Creates a code for `email`. It is only readable in the return value; `mail: true` also mails it. Approves the pending
 * request of that address, so that no second code follows.
 * For admins (aal2) and the command line. Refusals: not_admin, invalid_email.
 */
export async function issueCode(
  ctx: Ctx,
  input: { email: string; mail?: boolean },
): Promise<Result<IssuedCode, NotAdmin | Refusal<"invalid_email">>> {
  return adminCommand(ctx, "access", async (tx) => {
    const email = emailAddress("").safeParse(input.email);
    if (!email.success) return refuse("invalid_email");
    await takeTurn(tx, "access-request", email.data);
    const requestId = await approvePending(tx, email.data);
    const issued = await newCode(tx, { email: email.data, mail: input.mail ?? false, requestId });
    return recorded({ action: accessAudit.accessCodeIssued, subject: issued.id }, issued);
  });
}

/** Stores a new code in the caller's transaction. For this feature only: does not check the actor. */
export async function newCode(
  ctx: Ctx,
  input: { email: string; mail: boolean; requestId?: string | undefined },
): Promise<IssuedCode> {
  const code = makeCode();
  const id = newId();
  const expiresAt = new Date(ctx.now.getTime() + codeLifeDays * dayMs);
  await ctx.db.insert(accessCode).values({
    id,
    hash: hashCode(code),
    email: input.email,
    issuedAt: ctx.now,
    expiresAt,
    requestId: input.requestId ?? null,
    isMailed: input.mail,
  });
  if (input.mail) await queueMail(ctx, accessCodeMail({ code, to: input.email, expiresAt }));
  return { id, code, email: input.email, expiresAt };
}

export type CodeStatus = "unused" | "used" | "expired" | "revoked";
export type CodeSummary = {
  id: string;
  email: string;
  status: CodeStatus;
  issuedAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
};

/** Lists the newest codes, at most 500, without the codes themselves. Refusal: not_admin. */
export async function listCodes(ctx: Ctx): Promise<Result<CodeSummary[], NotAdmin>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  const rows = await ctx.db
    .select()
    .from(accessCode)
    .orderBy(desc(accessCode.issuedAt), desc(accessCode.id))
    .limit(500);
  return ok(
    rows.map(({ id, email, issuedAt, expiresAt, usedAt, revokedAt }) => ({
      id,
      email,
      status: usedAt ? "used" : revokedAt ? "revoked" : expiresAt <= ctx.now ? "expired" : "unused",
      issuedAt,
      expiresAt,
      usedAt,
    })),
  );
}

/** Revokes an unused code. Idempotent. Refusals: not_admin, not_found, already_used. */
export async function revokeCode(
  ctx: Ctx,
  input: { id: string },
): Promise<Result<undefined, NotAdmin | NotFound | Refusal<"already_used">>> {
  return adminCommand(ctx, "access", async (tx) => {
    if (!isUuid(input.id)) return notFound();
    const [revoked] = await tx.db
      .update(accessCode)
      .set({ revokedAt: ctx.now })
      .where(and(eq(accessCode.id, input.id), isNull(accessCode.usedAt), isNull(accessCode.revokedAt)))
      .returning({ id: accessCode.id });
    if (revoked) {
      return recorded({ action: accessAudit.accessCodeRevoked, subject: revoked.id });
    }
    const [code] = await tx.db.select().from(accessCode).where(eq(accessCode.id, input.id));
    if (!code) return notFound();
    return code.usedAt ? refuse("already_used") : unrecorded();
  });
}

export type RedeemRefusal =
  | TooMany
  | Refusal<"sign_in_first" | "unknown_code" | "other_email" | "blocked" | "expired" | "already_used">;

/**
 * Redeems the code that the signed-in user typed and grants access to the wizard. Checks run in this order (spec: code-checks):
 * session, attempts, code exists, email matches, not expired, not used. Only wrong codes count against the limits; a
 * revoked code gets the same response as an unknown one. Of simultaneous submissions exactly one succeeds.
 */
export async function redeemCode(
  ctx: Ctx,
  input: { code: string; address: string },
): Promise<Result<{ grantedAt: Date }, RedeemRefusal>> {
  const { actor } = ctx;
  if (actor.kind !== "user") return refuse("sign_in_first");
  const work = async (tx: Ctx): Promise<Result<{ grantedAt: Date }, RedeemRefusal>> => {
    await takeTurn(tx, "access-code", actor.userId);
    const counted = [
      ["access-code-user", actor.userId],
      ["access-code-client", limitKey(input.address)],
    ] as const;
    for (const [rule, who] of counted) {
      const limit = await isWithinLimit(tx, rule, who);
      if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
    }
    const refused = await redeem(tx, actor, input.code);
    if (!refused) return ok({ grantedAt: ctx.now });
    if (refused === "unknown_code" || refused === "other_email")
      for (const [rule, who] of counted) await countUse(tx, rule, who);
    return refuse(refused);
  };
  // The count of wrong codes must outlive the refusal.
  return inTransaction(ctx, work, { keepWrites: true });
}

async function redeem(tx: Ctx, actor: SignedIn, typed: string) {
  // Before a code's row is locked: moves of the account and admins' commands lock in this order.
  await keepAddress(tx, actor.userId);
  await takeTurn(tx, "access-request", actor.email);
  const text = readCode(typed);
  const code = text ? await findByHash(tx, hashCode(text)) : undefined;
  if (!code || code.revokedAt) return "unknown_code";
  if (code.email !== actor.email) return "other_email";
  if (await isBlocked(tx, actor.email)) return "blocked";
  if (code.expiresAt <= tx.now) return "expired";
  const [won] = await tx.db
    .update(accessCode)
    .set({ usedAt: tx.now, usedBy: actor.userId })
    .where(
      and(
        eq(accessCode.id, code.id),
        isNull(accessCode.usedAt),
        isNull(accessCode.revokedAt),
        gt(accessCode.expiresAt, tx.now),
      ),
    )
    .returning({ id: accessCode.id });
  if (!won) return "already_used";
  await tx.db
    .insert(wizardGrant)
    .values({ userId: actor.userId, grantedAt: tx.now, codeId: code.id })
    .onConflictDoNothing();
  // A request that was made after the code is answered by the grant.
  await approvePending({ ...tx, actor: system }, actor.email);
  await publish(tx, accessGranted, { userId: actor.userId, email: actor.email });
  return null;
}

async function findByHash(ctx: Ctx, hash: string) {
  const [code] = await ctx.db.select().from(accessCode).where(eq(accessCode.hash, hash));
  return code;
}

const hashCode = (code: string) => keyedHash("access-code", code);
