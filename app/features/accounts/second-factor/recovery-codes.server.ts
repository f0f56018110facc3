import { randomBytes, randomInt } from "node:crypto";
import { and, asc, eq, isNull } from "drizzle-orm";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { lightHash } from "../passwords/password-hash.server.ts";
import { recoveryCode } from "../tables.server.ts";
import { lockAccount } from "./account-lock.server.ts";

/*
 * Ten codes for a lost authenticator app. They are shown once, after enrollment or renewal, and each is valid for one
 * sign-in. A code has ten characters without look-alikes, 49 bits; it is stored as a salted slow hash (ASVS 6.5.3). The
 * set shares one salt, so that an attempt costs one hash instead of ten. One conditional UPDATE uses a code. A new set
 * replaces the old one.
 */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const inSet = 10;
/** At or below this number the mail about a used code asks for a new set. */
export const fewCodes = 3;

type At = Pick<Ctx, "db" | "now">;

/** Replaces the set and returns the new codes as displayed, `ABCDE-FGHJK`. Ten hashes: about 0.1 s. */
export async function replaceRecoveryCodes(ctx: Ctx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: inSet }, newCode);
  const salt = randomBytes(16).toString("hex");
  const hashes = await Promise.all(codes.map((code) => hashOf(code, salt)));
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    await tx.db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
    await tx.db.insert(recoveryCode).values(hashes.map((hash) => ({ userId, salt, hash, createdAt: ctx.now })));
  });
  return codes;
}

/** Uses up an unused code of the user; false if there is none. Case, spaces and dashes are ignored. */
export async function acceptRecoveryCode(ctx: At, input: { userId: string; code: string }): Promise<boolean> {
  const [set] = await ctx.db
    .select({ salt: recoveryCode.salt })
    .from(recoveryCode)
    .where(eq(recoveryCode.userId, input.userId))
    .orderBy(asc(recoveryCode.createdAt))
    .limit(1);
  if (!set) return false;
  const hash = await hashOf(input.code, set.salt);
  const [used] = await ctx.db
    .update(recoveryCode)
    .set({ usedAt: ctx.now })
    .where(and(eq(recoveryCode.userId, input.userId), eq(recoveryCode.hash, hash), isNull(recoveryCode.usedAt)))
    .returning({ id: recoveryCode.id });
  return used !== undefined;
}

export const countRecoveryCodes = (ctx: Pick<Ctx, "db">, userId: string): Promise<number> =>
  ctx.db.$count(recoveryCode, and(eq(recoveryCode.userId, userId), isNull(recoveryCode.usedAt)));

export const forgetRecoveryCodes = async (ctx: Pick<Ctx, "db">, userId: string): Promise<void> => {
  await ctx.db.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
};

function newCode(): string {
  const letters = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

const hashOf = async (code: string, salt: string) =>
  (await lightHash(code.toUpperCase().replace(/[\s-]/g, ""), salt)).toString("hex");
