import { and, eq, ne } from "drizzle-orm";
import { z } from "zod";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { type NotFound, notFound, type Refusal, refuse, type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction, type SignedInCtx } from "#app/platform/context.server.ts";
import { randomToken } from "#app/platform/secrets/hashes.server.ts";
import { addPerson, claimUnverified } from "../accounts.server.ts";
import { accountAudit } from "../audit.ts";
import { providerConnectedMail } from "../emails/provider-connected.tsx";
import { accountCreated, accountVerified } from "../events.ts";
import { findUserByEmail } from "../profile/profile.server.ts";
import { type FreshProofRefusal, proveAgain } from "../sign-in/fresh-proof.server.ts";
import { consumeProof, makeProof } from "../sign-in/proofs.server.ts";
import { alarmLink } from "../sign-in/security-alarm.server.ts";
import { type Client, type ProvenOutcome, signInProven } from "../sign-in/sign-in.server.ts";
import { account } from "../tables.server.ts";
import { authorizationUrl, clientOf, grantOf, type ProviderFailure, type ProviderIdentity } from "./openid.server.ts";
import { type ProviderId, providerIds, providerNames } from "./sign-in-providers.ts";

/*
 * Sign-in with an account of an identity provider. It is one factor, like a password: an account with a second factor
 * still needs its code.
 *
 * An identity is the provider's id of a person. A new one is connected to the account with its address only if the
 * provider has verified that address; without such an account one is created. Prevents: taking over an account with an
 * address that the provider did not verify (nOAuth); a password that a stranger set before the address's owner came
 * (removed when an unverified account is connected); signing a victim in to the attacker's account, and injected codes
 * (state, nonce and PKCE belong to the browser that started the sign-in and are used once). An address change
 * disconnects every provider, because they verified the old address.
 */

export const providerMinutes = 10;

const State = z.object({
  provider: z.enum(providerIds),
  nonce: z.string(),
  verifier: z.string(),
  next: z.string().nullable(),
});

export const listProviders = (): ProviderId[] => providerIds.filter((provider) => clientOf(provider) !== null);

/**
 * Starts a sign-in: returns the URL for the browser and the token for its cookie. Refusals: `not_found` (the provider's
 * keys are not set), `too_many`, `provider_unavailable`.
 */
export async function startProviderSignIn(
  ctx: Ctx,
  input: { provider: ProviderId; next: string | null; address: string },
): Promise<Result<{ url: string; token: string }, NotFound | TooMany | ProviderFailure>> {
  if (!clientOf(input.provider)) return notFound();
  const limit = await countUse(ctx, "provider-sign-in", limitKey(input.address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const state = { provider: input.provider, nonce: randomToken(), verifier: randomToken(), next: input.next };
  const token = await makeProof(ctx, {
    purpose: "provider-sign-in",
    value: JSON.stringify(state),
    minutes: providerMinutes,
  });
  const url = await authorizationUrl(input.provider, { ...state, state: token });
  return url.ok ? ok({ url: url.value, token }) : url;
}

type ProviderOutcome = Result<
  { outcome: ProvenOutcome; next: string | null },
  ProviderFailure | Refusal<"provider_over" | "address_not_verified">
>;

/**
 * Completes the callback. `token` is the browser's cookie. Refusals: `provider_over` (expired, used, another browser,
 * canceled at the provider), `provider_unavailable`, `address_not_verified`.
 */
export async function finishProviderSignIn(
  ctx: Ctx,
  input: { provider: ProviderId; state: string; code: string; token: string | undefined },
  client: Client,
): Promise<ProviderOutcome> {
  if (!input.token || input.token !== input.state) return refuse("provider_over");
  const kept = await consumeProof(ctx, "provider-sign-in", input.token);
  const state = kept ? State.parse(JSON.parse(kept)) : null;
  if (!state || state.provider !== input.provider || !input.code) return refuse("provider_over");
  const granted = await grantOf(state.provider, { ...state, code: input.code });
  if (!granted.ok) return granted;
  const userId = await inTransaction(ctx, (tx) => ownerOf(tx, state.provider, granted.value.identity));
  if (!userId) return refuse("address_not_verified");
  return ok({ outcome: await signInProven(ctx, { userId, aal: "aal1" }, client), next: state.next });
}

/**
 * The account of an identity; connects or creates one if the provider is authoritative for the address, else null. Another
 * request can create the account or connect the identity at the same time: both get the one account.
 */
async function ownerOf(tx: Ctx, provider: ProviderId, identity: ProviderIdentity): Promise<string | null> {
  const known = await findOwner(tx, provider, identity);
  if (known) return known;
  const { email, subject } = identity;
  if (!email || !identity.isVerified) return null;
  const made = await addPerson(tx, { email, password: null, emailVerified: true });
  if (made) {
    await connect(tx, { userId: made.userId, provider, subject });
    await publish(tx, accountCreated, { userId: made.userId, email });
    await publish(tx, accountVerified, { userId: made.userId, email });
    return made.userId;
  }
  const person = await findUserByEmail(tx, email);
  // A disabled account is refused when the session is opened.
  if (!person || person.isDisabled) return person?.id ?? null;
  await claimUnverified(tx, person.id);
  if (!(await connect(tx, { userId: person.id, provider, subject }))) return findOwner(tx, provider, identity);
  const notMe = await alarmLink(tx, person.id);
  await queueMail(tx, providerConnectedMail({ to: email, provider: providerNames[provider], now: tx.now, notMe }));
  return person.id;
}

async function findOwner(tx: Ctx, provider: ProviderId, { subject }: ProviderIdentity): Promise<string | null> {
  const [known] = await tx.db
    .select({ userId: account.userId })
    .from(account)
    .where(and(eq(account.providerId, provider), eq(account.accountId, subject)));
  return known?.userId ?? null;
}

/** False if the identity is connected already. */
async function connect(
  tx: Ctx,
  { userId, provider, subject }: { userId: string; provider: ProviderId; subject: string },
): Promise<boolean> {
  const [connected] = await tx.db
    .insert(account)
    .values({ userId, providerId: provider, accountId: subject, createdAt: tx.now, updatedAt: tx.now })
    .onConflictDoNothing()
    .returning({ id: account.id });
  if (!connected) return false;
  const entry = { action: accountAudit.identityLinked, subject: userId, byUserId: userId, detail: { provider } };
  await writeAuditEntry(tx, entry);
  return true;
}

/** Lists how the user can sign in besides passkeys and mailed links. */
export async function listSignInMethods(
  ctx: SignedInCtx,
): Promise<{ hasPassword: boolean; providers: { provider: ProviderId; createdAt: Date }[] }> {
  const rows = await ctx.db
    .select({ provider: account.providerId, password: account.password, createdAt: account.createdAt })
    .from(account)
    .where(eq(account.userId, ctx.actor.userId));
  return {
    hasPassword: rows.some(({ provider, password }) => provider === "credential" && password !== null),
    providers: rows.flatMap(({ provider, createdAt }) =>
      providerIds.filter((id) => id === provider).map((id) => ({ provider: id, createdAt })),
    ),
  };
}

/** Disconnects a provider from the user's account. Refusals: those of `proveAgain`, `not_found`. */
export async function disconnectProvider(
  ctx: SignedInCtx,
  input: { provider: ProviderId; password?: string | undefined; address: string },
): Promise<Result<undefined, FreshProofRefusal | NotFound>> {
  const { userId } = ctx.actor;
  const proven = await proveAgain(ctx, input);
  if (!proven.ok) return proven;
  return inTransaction(ctx, async (tx) => {
    const deleted = await tx.db
      .delete(account)
      .where(
        and(eq(account.userId, userId), eq(account.providerId, input.provider), ne(account.providerId, "credential")),
      )
      .returning({ id: account.id });
    if (deleted.length === 0) return notFound();
    const detail = { provider: input.provider };
    await writeAuditEntry(tx, { action: accountAudit.identityRemoved, subject: userId, detail });
    return ok();
  });
}
