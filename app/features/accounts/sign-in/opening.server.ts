import { and, eq } from "drizzle-orm";
import { addressHash } from "#app/features/security/security-log/address-hash.server.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { roleOf } from "#app/lib/rights.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { randomToken } from "#app/platform/secrets/hashes.server.ts";
import type { SignIn } from "../accounts.ts";
import { hashPassword, verifyPassword } from "../passwords/password-hash.server.ts";
import { type Aal, account, session, twoFactor, user } from "../tables.server.ts";
import { idleEnd } from "./session.server.ts";

type Client = { address: string; userAgent: string };

/** `token` is the new session's; it becomes the cookie. */
export type Opened = {
  token: string;
  user: { id: string; email: string; name: string; emailVerified: boolean };
};

/**
 * Why no session was opened: the account is disabled, needs a code of its second factor, or is an admin's without a
 * verified factor (spec: admin-second-factor).
 */
export type NotOpened = "disabled" | "code-needed" | "factor-missing";

/**
 * The outcome of a password. `wrong` includes unknown addresses and accounts without a password; all others are
 * returned for the right password only.
 */
export type PasswordOutcome =
  | { kind: "opened"; opened: Opened }
  | { kind: "wrong" }
  | { kind: NotOpened | "unverified"; userId: string };

/** Checks a password and opens a session. An unknown address takes as long as a wrong password. Throws GateCrowded. */
export async function tryPassword(ctx: Ctx, { email, password }: SignIn, client: Client): Promise<PasswordOutcome> {
  const [found] = await ctx.db
    .select({ userId: user.id, emailVerified: user.emailVerified, hash: account.password })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
    .where(eq(user.email, canonicalAddress(email)));
  if (!found?.hash) {
    await hashPassword(password);
    return { kind: "wrong" };
  }
  const { userId, hash } = found;
  if (!(await verifyPassword({ hash, password }))) return { kind: "wrong" };
  if (!found.emailVerified) return { kind: "unverified", userId };
  const opened = await openProvenSession(ctx, { userId, aal: "aal1" }, client);
  return typeof opened === "string" ? { kind: opened, userId } : { kind: "opened", opened };
}

/**
 * Opens a session for a person who has proven who they are: at aal2 after a valid code, at aal1 otherwise. Every new
 * session of the product is made here.
 */
export async function openProvenSession(
  ctx: Ctx,
  { userId, aal }: { userId: string; aal: Aal },
  { address, userAgent }: Client,
): Promise<Opened | NotOpened> {
  const [person] = await ctx.db
    .select({
      user: { id: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified },
      ...{ isAdmin: user.isAdmin, role: user.role, disabledAt: user.disabledAt, factor: twoFactor.status },
    })
    .from(user)
    .leftJoin(twoFactor, and(eq(twoFactor.userId, user.id), eq(twoFactor.status, "verified")))
    .where(eq(user.id, userId));
  if (!person || person.disabledAt) return "disabled";
  if (person.factor && aal === "aal1") return "code-needed";
  if (!person.factor && roleOf(person)) return "factor-missing";
  const token = randomToken();
  await ctx.db.insert(session).values({
    ...{ userId, token, aal, expiresAt: idleEnd(ctx.now), factorVerifiedAt: aal === "aal2" ? ctx.now : null },
    ...{ ipHash: address ? addressHash(address) : null, userAgent: userAgent.slice(0, 500) },
    ...{ lastSeenAt: ctx.now, createdAt: ctx.now, updatedAt: ctx.now },
  });
  return { token, user: person.user };
}
