import { eq } from "drizzle-orm";
import { z } from "zod";
import {
  type AskedAccess,
  authorizationUrl,
  clientOf,
  grantOf,
  type ProviderFailure,
} from "#app/features/accounts/providers/openid.server.ts";
import { providerMinutes } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { type ProviderId, providerIds } from "#app/features/accounts/providers/sign-in-providers.ts";
import { consumeProof, makeProof } from "#app/features/accounts/sign-in/proofs.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { randomToken } from "#app/platform/secrets/hashes.server.ts";
import { sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { bookingAudit } from "../audit.ts";
import { host } from "../tables.server.ts";
import { type ConnectRefusal, connectAccount, connectRefusalText } from "./accounts.server.ts";

/*
 * Connects a calendar of Google or Microsoft: an admin agrees at the provider that the product may read the list of calendars and read and
 * write events, and comes back with a code. The flow belongs to the browser and the admin who started it, and is used once.
 */

const access: Record<ProviderId, AskedAccess> = {
  google: {
    scopes: [
      "https://www.googleapis.com/auth/calendar.calendarlist.readonly",
      "https://www.googleapis.com/auth/calendar.events",
    ],
    // A refresh token is only issued to someone who is asked for consent.
    parameters: { access_type: "offline", prompt: "consent select_account" },
  },
  microsoft: {
    scopes: ["offline_access", "https://graph.microsoft.com/Calendars.ReadWrite"],
    parameters: {},
  },
};

const State = z.object({
  hostId: z.string(),
  userId: z.string(),
  provider: z.enum(providerIds),
  nonce: z.string(),
  verifier: z.string(),
});

/** The providers that can be connected: those with a client id and secret in the settings. */
export const listCalendarProviders = (): ProviderId[] => providerIds.filter((provider) => clientOf(provider) !== null);

/** Starts a flow: the URL for the browser, and the token for its cookie. Refusals: not_admin, not_found, provider_unavailable. */
export async function startCalendarConsent(
  ctx: Ctx,
  { hostId, provider }: { hostId: string; provider: ProviderId },
): Promise<Result<{ url: string; token: string }, NotAdmin | NotFound | ProviderFailure>> {
  const started = await adminCommand(ctx, "calendar", async (tx) => {
    const [by] = isUuid(hostId) ? await tx.db.select({ id: host.id }).from(host).where(eq(host.id, hostId)) : [];
    if (!by || !clientOf(provider) || tx.actor.kind !== "user") return notFound();
    const state = { hostId, provider, userId: tx.actor.userId, nonce: randomToken(), verifier: randomToken() };
    const value = JSON.stringify(state);
    const token = await makeProof(tx, { purpose: "calendar-consent", value, minutes: providerMinutes });
    const entry = { action: bookingAudit.calendarConsentStarted, subject: hostId, detail: { kind: provider } };
    return recorded(entry, { ...state, token });
  });
  if (!started.ok) return started;
  const { token, ...state } = started.value;
  const url = await authorizationUrl(provider, { ...state, state: token }, access[provider]);
  return url.ok ? ok({ url: url.value, token }) : url;
}

export type ConsentRefusal = ConnectRefusal | ProviderFailure | Refusal<"consent_over" | "no_access">;

const consentTexts: Readonly<Record<ConsentRefusal["kind"], string>> = {
  ...connectRefusalText,
  consent_over: "The connection was canceled or took too long. Try again.",
  no_access: "The provider gave no lasting access. Try again and agree to all that is asked.",
  provider_unavailable: "The provider could not be reached. Try again later.",
};

/** The sentence of the page to which a callback leads; null for unknown outcomes and for `connected`. */
export const consentProblem = (outcome: string): string | null =>
  Object.hasOwn(consentTexts, outcome) ? consentTexts[outcome as ConsentRefusal["kind"]] : null;

/**
 * Completes the callback and connects the account; null if the flow was none of a calendar. `token` is the browser's cookie. Refusals:
 * consent_over (expired, used, another browser or admin, or canceled at the provider), no_access (the provider gave no lasting access),
 * provider_unavailable, and those of `connectAccount`. The result names the host of the page where the admin started.
 */
export async function finishCalendarConsent(
  ctx: Ctx,
  input: { provider: ProviderId; state: string; code: string; token: string | undefined },
): Promise<{ hostId: string; connected: Result<unknown, ConsentRefusal> } | null> {
  if (!input.token || input.token !== input.state) return null;
  const kept = await consumeProof(ctx, "calendar-consent", input.token);
  if (!kept) return null;
  const state = State.parse(JSON.parse(kept));
  return { hostId: state.hostId, connected: await connectGranted(ctx, state, input) };
}

async function connectGranted(
  ctx: Ctx,
  state: z.infer<typeof State>,
  { provider, code }: { provider: ProviderId; code: string },
): Promise<Result<unknown, ConsentRefusal>> {
  const isSame = ctx.actor.kind === "user" && ctx.actor.userId === state.userId && state.provider === provider;
  if (!isSame || !code) return refuse("consent_over");
  const granted = await grantOf(provider, { ...state, code });
  if (!granted.ok) return granted;
  const { identity, refreshToken } = granted.value;
  if (!refreshToken) return refuse("no_access");
  const username = identity.email ?? identity.subject;
  return connectAccount(ctx, {
    ...{ hostId: state.hostId, kind: provider, server: "", username, secret: sealText(refreshToken) },
  });
}
