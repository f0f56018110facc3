import { and, eq, type SQL } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { type Refusal, refuse, type Stale, stale } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import type { SignUp } from "./accounts.ts";
import { accountAudit } from "./audit.ts";
import { createCompany, renameOwnCompany, settleCompany } from "./company/companies.server.ts";
import { forgetVerification, mailVerification } from "./email/email-links.server.ts";
import { accountCreated, accountProfileChanged, accountSignedIn, accountVerified } from "./events.ts";
import { hashNewPassword } from "./passwords/password-hash.server.ts";
import { findPerson } from "./profile/people.server.ts";
import { profileOf, profileValues } from "./profile/profile.server.ts";
import { isPlaceholderCompany, type ProfileChange, profileFields, profileNames } from "./profile/profile-fields.ts";
import { mergeProfile, type ProfileBase } from "./profile/profile-merge.ts";
import { consumeProof, tryMailedCode } from "./sign-in/proofs.server.ts";
import { account, profile, user } from "./tables.server.ts";

/*
 * Accounts: identity, proof of identity, and profiles.
 *
 * Life of an account: signed up (a mail is sent, nothing else) -> verified, by the button behind the mailed link or by the
 * operator -> signed in for the first time, which creates the profile and finds the company -> possibly disabled, which
 * ends every session at once. Events: account.created, account.verified, account.signed_in, account.email_changed,
 * account.profile_changed, account.deleted.
 *
 * Invariants: addresses are lower-case and unique; no one can sign in before the address is verified; a sign-up and its
 * mail are one transaction, and signing in unverified sends a new mail, so a user can always get a link; sessions are
 * opened only in sign-in/opening.server.ts, which first checks for disabled accounts, admins without a second factor and
 * accounts that still need a code.
 *
 * Prevents: enumeration (sign-in returns the same for known and unknown addresses; only sign-up reveals them, as specified,
 * and is rate-limited), mass assignment (a sign-up accepts only an address and a password), mail scanners (opening a link
 * changes nothing), mailbox flooding (one link in five minutes).
 *
 * Related files: sign-in/ opens sessions, sign-in/session.server.ts finds the actor of a request, sign-in/proofs.server.ts stores mailed
 * tokens and codes, users/administrators.server.ts grants admin rights, deletion.server.ts deletes accounts; second-factor/,
 * email/ and passwords/ hold those subjects.
 */

/**
 * Creates an account and its verification mail in one transaction. `request` is the token of the browser that can enter the
 * mailed code. Refusals: `common_password`, `email_taken`. Throws GateCrowded and MailboxFull.
 */
export async function signUp(
  ctx: Ctx,
  input: SignUp,
): Promise<
  Result<{ userId: string; email: string; name: string; request: string }, Refusal<"common_password" | "email_taken">>
> {
  const password = await hashNewPassword(input.password);
  if (!password) return refuse("common_password");
  return inTransaction(ctx, async (tx) => {
    const person = await addPerson(tx, { email: input.email, password, emailVerified: false });
    if (!person) return refuse("email_taken");
    await publish(tx, accountCreated, { userId: person.userId, email: input.email });
    const request = await mailVerification(tx, { id: person.userId, email: input.email });
    return ok({ ...person, email: input.email, request: request ?? "" });
  });
}

/** Verifies an address by a mailed token. Refusal: `link_not_valid` (unknown, used, expired). */
export async function verifyEmail(
  ctx: Ctx,
  input: { token: string },
): Promise<Result<{ userId: string; email: string }, Refusal<"link_not_valid">>> {
  return inTransaction(ctx, async (tx) => {
    const userId = await consumeProof(tx, "verify-email", input.token);
    const person = userId ? await markVerified(tx, eq(user.id, userId)) : null;
    return person ? ok(person) : refuse("link_not_valid");
  });
}

/**
 * Verifies an address by the mailed code, in the browser that requested it. Every attempt counts, whatever its outcome.
 * Refusals: `code_over` (expired, five attempts), `wrong_code`, `last_wrong_code` (the fifth), `no_code` (the mail went to another
 * browser's request).
 */
export async function verifyEmailByCode(
  ctx: Ctx,
  input: { request: string; code: string },
): Promise<
  Result<{ userId: string; email: string }, Refusal<"code_over" | "wrong_code" | "last_wrong_code" | "no_code">>
> {
  const tried = await tryMailedCode(ctx, { purpose: "verify-request", ...input });
  if (!tried.ok) return tried;
  return inTransaction(ctx, async (tx) => {
    const person = await markVerified(tx, eq(user.id, tried.value));
    return person ? ok(person) : refuse("code_over");
  });
}

/** Marks an address as verified for the operator. Idempotent. Refusals: `not_allowed`, `no_such_account`. */
export async function verifyUser(
  ctx: Ctx,
  input: { email: string },
): Promise<Result<{ userId: string; email: string }, Refusal<"not_allowed" | "no_such_account">>> {
  if (ctx.actor.kind !== "system") return refuse("not_allowed");
  return inTransaction(ctx, async (tx) => {
    const person = await markVerified(tx, eq(user.email, canonicalAddress(input.email)));
    if (!person) return refuse("no_such_account");
    await writeAuditEntry(tx, { action: accountAudit.userVerified, subject: person.userId });
    return ok(person);
  });
}

/** Runs after a session is opened. The first one creates the profile and company. Publishes the sign-in event. */
export async function welcome(ctx: Ctx, input: { userId: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await ensureProfile(tx, input.userId);
    const person = await findPerson(tx, input.userId);
    if (person) await publish(tx, accountSignedIn, { userId: input.userId, email: person.email });
  });
}

/**
 * Saves what changed in the user's profile since `base`, the values of the form when it was opened, and refuses fields that
 * changed elsewhere meanwhile; without `base` it saves all. Names the company, which is created if the user has none; only its creator can rename
 * it. The placeholder name 'company' is never saved. Publishes an event if the
 * name, company or title changed.
 */
export async function updateProfile(
  ctx: SignedInCtx,
  change: ProfileChange,
  base?: ProfileBase,
): Promise<Result<undefined, Stale<{ current: Partial<ProfileBase> }>>> {
  const { userId } = ctx.actor;
  return inTransaction(ctx, async (tx) => {
    await ensureProfile(tx, userId);
    const [before] = await tx.db.select().from(profile).where(eq(profile.authUserId, userId)).for("update");
    const stored = profileValues(profileOf(ctx.actor, before));
    const { merged: input, conflicts } = mergeProfile(change, base ?? stored, stored);
    if (base && conflicts.length > 0)
      return stale({ current: Object.fromEntries(conflicts.map((name) => [name, stored[name]])) });
    const named = isPlaceholderCompany(input.company_name) ? null : input.company_name;
    const companyId = named
      ? await companyFor({ ...tx, actor: ctx.actor }, before?.companyId ?? null, named)
      : undefined;
    await tx.db
      .update(profile)
      .set({
        ...Object.fromEntries(profileNames.map((name) => [profileFields[name].column, input[name]])),
        ...(named ? { companyId } : { companyName: before?.companyName ?? null }),
        updatedAt: ctx.now,
      })
      .where(eq(profile.authUserId, userId));
    await tx.db
      .update(user)
      .set({ name: `${input.first_name} ${input.last_name}`, updatedAt: ctx.now })
      .where(eq(user.id, userId));
    const isSame =
      before?.firstName === input.first_name &&
      before.lastName === input.last_name &&
      before.title === input.title &&
      (named === null || before.companyName === named);
    if (!isSame)
      await publish(tx, accountProfileChanged, {
        ...{ userId, email: ctx.actor.email },
        ...{ name: `${input.first_name} ${input.last_name}`, firstName: input.first_name, lastName: input.last_name },
        companyName: named ?? before?.companyName ?? null,
        title: input.title ?? null,
      });
    return ok();
  });
}

/**
 * Fills empty fields of the user's profile from a request for access that they sent for their own address. The placeholder name
 * 'company' is not taken over. Publishes an event if the company or title changed. False if that failed; the request is kept.
 */
export async function fillProfile(ctx: SignedInCtx, given: Given): Promise<boolean> {
  try {
    await fillEmptyFields(ctx, given);
    return true;
  } catch (error) {
    log.error({ err: error, userId: ctx.actor.userId }, "the profile was not filled from an access request");
    return false;
  }
}
type Given = { companyName: string; title: string | null; industry: string | null };

async function fillEmptyFields(ctx: SignedInCtx, given: Given): Promise<void> {
  const { userId, email } = ctx.actor;
  await inTransaction(ctx, async (tx) => {
    await ensureProfile(tx, userId);
    const [before] = await tx.db.select().from(profile).where(eq(profile.authUserId, userId)).for("update");
    if (!before) return;
    const { firstName, lastName } = before;
    const isNamed = before.companyName === null && !isPlaceholderCompany(given.companyName);
    const companyName = isNamed ? given.companyName : before.companyName;
    const title = before.title ?? given.title;
    const industry = before.industry ?? given.industry;
    if (!isNamed && title === before.title && industry === before.industry) return;
    const companyId = isNamed
      ? await companyFor({ ...tx, actor: ctx.actor }, before.companyId, given.companyName)
      : before.companyId;
    await tx.db
      .update(profile)
      .set({ companyName, companyId, title, industry, updatedAt: ctx.now })
      .where(eq(profile.authUserId, userId));
    if (!isNamed && title === before.title) return;
    const person = await findPerson(tx, userId);
    const name = person?.name ?? "";
    await publish(tx, accountProfileChanged, { userId, email, name, firstName, lastName, companyName, title });
  });
}

/**
 * Inserts the rows of an account, or returns null if the address has one. For sign-up, admins created by the operator
 * and, with a null password, identity providers.
 */
export async function addPerson(
  ctx: Ctx,
  input: { email: string; password: string | null; emailVerified: boolean },
): Promise<{ userId: string; name: string } | null> {
  const name = input.email.slice(0, input.email.lastIndexOf("@"));
  const stamps = { createdAt: ctx.now, updatedAt: ctx.now };
  const [made] = await ctx.db
    .insert(user)
    .values({ email: input.email, name, emailVerified: input.emailVerified, ...stamps })
    .onConflictDoNothing({ target: user.email })
    .returning({ id: user.id });
  if (!made) return null;
  if (input.password !== null)
    await ctx.db
      .insert(account)
      .values({ userId: made.id, providerId: "credential", accountId: made.id, password: input.password, ...stamps });
  return { userId: made.id, name };
}

/**
 * For someone who has just proven access to the mailbox of an unverified account: verifies the address and deletes the password,
 * because the person who signed up may be someone else. Changes nothing for a verified account.
 */
export async function claimUnverified(tx: Ctx, userId: string): Promise<void> {
  const [unverified] = await tx.db
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.id, userId), eq(user.emailVerified, false)))
    .for("update");
  if (!unverified) return;
  await tx.db.delete(account).where(and(eq(account.userId, userId), eq(account.providerId, "credential")));
  await markVerified(tx, eq(user.id, userId));
}

/** Marks the account's address as verified and revokes all pending verification links and codes. Null without an account. */
export async function markVerified(ctx: Ctx, which: SQL) {
  const [person] = await ctx.db.select().from(user).where(which).for("update");
  if (!person) return null;
  await forgetVerification(ctx, person.id);
  if (!person.emailVerified) {
    await ctx.db.update(user).set({ emailVerified: true, updatedAt: ctx.now }).where(eq(user.id, person.id));
    await publish(ctx, accountVerified, { userId: person.id, email: person.email });
  }
  return { userId: person.id, email: person.email };
}

/** Keeps a row that a simultaneous request inserted. */
async function ensureProfile(ctx: Ctx, userId: string) {
  const [known] = await ctx.db.select({ id: profile.id }).from(profile).where(eq(profile.authUserId, userId));
  if (known) return;
  const [person] = await ctx.db.select({ email: user.email }).from(user).where(eq(user.id, userId));
  if (!person) return;
  const [made] = await ctx.db
    .insert(profile)
    .values({ authUserId: userId, workEmail: person.email, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflictDoNothing({ target: profile.authUserId })
    .returning({ id: profile.id });
  if (made) await settleCompany(ctx, { userId, email: person.email });
}

async function companyFor(ctx: SignedInCtx, current: string | null, name: string): Promise<string> {
  const { userId, email } = ctx.actor;
  if (current) {
    await renameOwnCompany(ctx, { companyId: current, name, userId });
    return current;
  }
  return (await createCompany(ctx, { name, userId, email }))!;
}
