import { and, eq, isNull } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { never, ok, type Result } from "#app/lib/result.ts";
import { type Role, roleOf } from "#app/lib/rights.ts";
import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { addPerson } from "../accounts.server.ts";
import { NewPassword } from "../accounts.ts";
import { accountAudit } from "../audit.ts";
import { accountVerified } from "../events.ts";
import { type Registration, storePasskey } from "../passkeys/own-passkeys.server.ts";
import { isCommonPassword } from "../passwords/common-passwords.server.ts";
import { replacePassword } from "../passwords/password-change.server.ts";
import { hashPassword } from "../passwords/password-hash.server.ts";
import { findPerson } from "../profile/people.server.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { hasFactor, putVerifiedFactor } from "../second-factor/codes.server.ts";
import { replaceRecoveryCodes } from "../second-factor/recovery-codes.server.ts";
import { matchingStep, newTotpSecret, normalizeTotpSecret, stepAt, totpUri } from "../second-factor/totp.server.ts";
import { account, profile, session, user } from "../tables.server.ts";
import { removeFromTeam, setRole } from "./roles.server.ts";

/*
 * Commands for the operator to create and remove admins, always with a verified second factor (spec:
 * admin-second-factor). Interactively there are two steps: `prepareAdmin`, which writes nothing, and `createAdmin` with
 * the code that the app shows. Unattended, `createAdmin` gets a secret and no code. Admins change the right of existing
 * users in the admin area (users/roles.server.ts).
 */

export type AdminRefusal = Refusal<
  | "not_allowed"
  | "bad_email"
  | "password_needed"
  | "weak_password"
  /** Common or leaked (spec: common-passwords). */
  | "common_password"
  | "account_disabled"
>;

/**
 * Returns the secret and otpauth URI of a new factor, or null if the account already has a verified one. Checks
 * everything that `createAdmin` would refuse.
 */
export async function prepareAdmin(
  ctx: Ctx,
  input: { email: string; password?: string | undefined },
): Promise<
  Result<
    { email: string; exists: boolean; isNamed: boolean; enrollment: { secret: string; uri: string } | null },
    AdminRefusal
  >
> {
  const checked = await checkRequest(ctx, input);
  if (!checked.ok) return checked;
  const { email, person } = checked.value;
  const isProtected = person !== null && (await hasFactor.of(ctx, person.id));
  const secret = newTotpSecret();
  return ok({
    email,
    exists: person !== null,
    isNamed: person !== null && (await hasName(ctx, person.id)),
    enrollment: isProtected ? null : { secret, uri: totpUri(secret, email) },
  });
}

/**
 * Creates a verified admin account, or promotes an existing account. `totpSecret` (Base32) becomes its verified factor;
 * if `code` is given, it must be a current code of the secret. Without a secret the account must have a verified
 * factor. Returns ten recovery codes with a new factor, readable only here. A password given for an existing account
 * replaces the old one and ends its sessions. `clientName` is what clients read. Further refusals: `bad_secret`, `wrong_code`, `factor_needed`.
 */
export async function createAdmin(
  ctx: Ctx,
  input: {
    email: string;
    password?: string | undefined;
    /** In place of the password: removes the one that an existing account has, and ends its sessions. */
    passkey?: Registration | undefined;
    totpSecret?: string | undefined;
    code?: string | undefined;
    /** What clients read in mails and documents; the profile keeps its names if both are missing. */
    firstName?: string | undefined;
    lastName?: string | undefined;
    /** Without it the first one becomes the owner, others admins; an owner stays one. */
    role?: Role | undefined;
    /** Of the audit entry; without it "made a user an admin". */
    action?: typeof accountAudit.memberJoined;
    /** Uses up the link that allows this, in the same transaction; false refuses. The audit entry then names the person. */
    claim?: (tx: Ctx) => Promise<boolean>;
  },
): Promise<
  Result<
    {
      userId: string;
      created: boolean;
      clientName: string;
      otpauthUri: string | null;
      recoveryCodes: string[] | null;
    },
    AdminRefusal | Refusal<"bad_secret" | "wrong_code" | "factor_needed" | "link_not_valid">
  >
> {
  const checked = await checkRequest(ctx, input);
  if (!checked.ok) return checked;
  const secret = input.totpSecret === undefined ? null : normalizeTotpSecret(input.totpSecret);
  if (input.totpSecret !== undefined && !secret) return refuse("bad_secret");
  const step = secret && input.code !== undefined ? await matchingStep(secret, input.code, stepAt(ctx.now)) : 0;
  if (step === null) return refuse("wrong_code");
  const { email, person: known } = checked.value;
  if (!secret && !(known && (await hasFactor.of(ctx, known.id)))) return refuse("factor_needed");
  const password = input.password === undefined ? null : await hashPassword(input.password);

  return inTransaction(ctx, async (tx) => {
    if (input.claim && !(await input.claim(tx))) return refuse("link_not_valid");
    const isNew = password !== null || input.passkey !== undefined;
    const made = isNew ? await addPerson(tx, { email, password, emailVerified: true }) : null;
    const [person] = await tx.db.select().from(user).where(eq(user.email, email)).for("update");
    if (!person) return refuse("password_needed");
    if (secret) await putVerifiedFactor(tx, { userId: person.id, secret, lastStep: Number(step) });
    if (isNew && !made) await resetCredentials(tx, person.id, password);
    const registration = input.passkey;
    if (registration && !(await storePasskey(tx, { userId: person.id, name: passkeyName, registration })))
      throw new Error("An account has this passkey already.");
    await tx.db.update(user).set({ emailVerified: true, updatedAt: ctx.now }).where(eq(user.id, person.id));
    const role = input.role ?? (roleOf(person) === "owner" || !(await hasOwner(tx)) ? "owner" : "admin");
    await setRole(tx, person.id, role);
    await writeNames(tx, { ...person, ...input });
    await writeAuditEntry(tx, {
      action: input.action ?? accountAudit.adminCreated,
      subject: person.id,
      detail: { created: made !== null, role },
      ...(input.claim && { byUserId: person.id }),
    });
    if (made || !person.emailVerified) await publish(tx, accountVerified, { userId: person.id, email });
    const recoveryCodes = secret ? await replaceRecoveryCodes(tx, person.id) : null;
    const otpauthUri = secret ? totpUri(secret, email) : null;
    const clientName = (await findPerson(tx, person.id))?.clientName ?? "";
    return ok({ userId: person.id, created: made !== null, clientName, otpauthUri, recoveryCodes });
  });
}

/** Whether an owner can sign in. Locks the owners, so that of two first admins one becomes the owner. */
async function hasOwner(tx: Ctx): Promise<boolean> {
  const isOwner = and(eq(user.isAdmin, true), eq(user.role, "owner"), isNull(user.disabledAt));
  const owners = await tx.db.select({ id: user.id }).from(user).where(isOwner).for("no key update");
  return owners.length > 0;
}

async function hasName(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [found] = await ctx.db
    .select({ firstName: profile.firstName, lastName: profile.lastName })
    .from(profile)
    .where(eq(profile.authUserId, userId));
  return Boolean(found?.firstName || found?.lastName);
}

async function writeNames(
  tx: Ctx,
  {
    id,
    email,
    firstName,
    lastName,
  }: { id: string; email: string } & Partial<Record<"firstName" | "lastName", string | undefined>>,
): Promise<void> {
  const named = (text: string | undefined) => (text === undefined ? undefined : cut(oneLine(text), 100) || undefined);
  const names = Object.fromEntries(
    Object.entries({ firstName: named(firstName), lastName: named(lastName) }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  if (Object.keys(names).length === 0) return;
  await tx.db
    .insert(profile)
    .values({ authUserId: id, workEmail: email, ...names })
    .onConflictDoUpdate({ target: profile.authUserId, set: { ...names, updatedAt: tx.now } });
}

/**
 * Like `removeFromTeam`, for the operator, also for the last admin. Refusals: `not_allowed`, `no_such_account`,
 * `not_an_admin`.
 */
export async function revokeAdmin(
  ctx: Ctx,
  input: { email: string },
): Promise<Result<{ userId: string }, Refusal<"not_allowed" | "no_such_account" | "not_an_admin">>> {
  if (ctx.actor.kind !== "system") return refuse("not_allowed");
  const person = await findUserByEmail(ctx, input.email);
  if (!person) return refuse("no_such_account");
  const removed = await removeFromTeam(ctx, { userId: person.id });
  if (removed.ok) return ok({ userId: person.id });
  switch (removed.reason.kind) {
    case "not_in_team":
      return refuse("not_an_admin");
    case "not_found":
      return refuse("no_such_account");
    case "not_admin":
    case "fresh_code_required":
    case "own_account":
    case "owner_only":
      return refuse("not_allowed");
    default:
      return never(removed.reason);
  }
}

/** Of the one that a link's page makes; its owner can rename it. */
const passkeyName = "Made on joining";

const AdminEmail = emailAddress("Invalid email address");

async function checkRequest(
  ctx: Ctx,
  input: { email: string; password?: string | undefined; passkey?: object | undefined },
) {
  if (ctx.actor.kind !== "system") return refuse("not_allowed");
  const email = AdminEmail.safeParse(input.email);
  if (!email.success) return refuse("bad_email");
  if (input.password !== undefined && !NewPassword.safeParse(input.password).success) return refuse("weak_password");
  if (input.password !== undefined && (await isCommonPassword(input.password))) return refuse("common_password");
  const person = await findUserByEmail(ctx, email.data);
  if (!person && input.password === undefined && !input.passkey) return refuse("password_needed");
  if (person?.isDisabled) return refuse("account_disabled");
  return ok({ email: email.data, person });
}

async function resetCredentials(ctx: Ctx, userId: string, password: string | null) {
  if (password === null)
    await ctx.db.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, "credential")));
  else await replacePassword(ctx, { userId, password });
  await ctx.db.delete(session).where(eq(session.userId, userId));
}
