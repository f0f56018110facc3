import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import { z } from "zod";
import { hourMs } from "#app/lib/durations.ts";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { everywhere, requestOutside, theOutside } from "#app/platform/outside/outside-request.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import type { ProviderId } from "./sign-in-providers.ts";

/*
 * OpenID Connect, authorization code flow with PKCE, as Google and Microsoft document it. The signature, issuer, audience,
 * lifetime and nonce of an ID token are checked (OpenID Connect Core 1.0 §3.1.3.7).
 */

const issuers: Record<ProviderId, string> = {
  google: "https://accounts.google.com",
  // Work, school and personal accounts; the ID token names the tenant.
  microsoft: "https://login.microsoftonline.com/common/v2.0",
};

/** The tenant of personal Microsoft accounts; Microsoft has verified their addresses. */
const personalTenant = "9188040d-6c67-4c5b-b112-36a304b66dad";

/** Allowed difference between the provider's clock and this one. The library allows none. */
const clockSkewSeconds = 60;

type Client = { clientId: string; clientSecret: string };

export function clientOf(provider: ProviderId): Client | null {
  const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET } = env();
  const [clientId, clientSecret] =
    provider === "google" ? [GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET] : [MICROSOFT_CLIENT_ID, MICROSOFT_CLIENT_SECRET];
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
type Discovery = z.infer<typeof Discovery>;
const Tokens = z.object({
  id_token: z.string(),
  refresh_token: z.string().optional(),
});
const Renewed = z.object({
  access_token: z.string(),
  expires_in: z.number().optional(),
  refresh_token: z.string().optional(),
});
const Keys = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const yes = z.union([z.literal(true), z.literal("true"), z.literal(1), z.literal("1")]);
const Claims = z.looseObject({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  email: emailAddress("no address").optional(),
  email_verified: yes.optional().catch(undefined),
  hd: z.string().min(1).optional().catch(undefined),
  xms_edov: yes.optional().catch(undefined),
  tid: z.string().optional(),
});

/** `email` is lower-case; `isVerified`: the provider is authoritative for the address. */
export type ProviderIdentity = { subject: string; email: string | null; isVerified: boolean };

export type ProviderFailure = Refusal<"provider_unavailable">;

const redirectUri = (provider: ProviderId) => `${env().SITE_URL}/auth/callback/${provider}`;

/** What a flow asks for besides the identity: scopes, and parameters that the provider needs to issue a refresh token. */
export type AskedAccess = { scopes: readonly string[]; parameters: Readonly<Record<string, string>> };

/** The URL where the browser continues; it comes back to /auth/callback/{provider}. Refusal: provider_unavailable. */
export async function authorizationUrl(
  provider: ProviderId,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
  access: AskedAccess = { scopes: [], parameters: {} },
): Promise<Result<string, ProviderFailure>> {
  const client = clientOf(provider);
  const server = client && (await discover(provider));
  if (!client || !server) return refuse("provider_unavailable");
  const url = new URL(server.authorization_endpoint);
  const parameters = {
    ...{
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: redirectUri(provider),
      scope: ["openid", "email", ...access.scopes].join(" "),
    },
    ...{ prompt: "select_account", state, nonce, ...access.parameters },
    ...{ code_challenge: hashToken(verifier), code_challenge_method: "S256" },
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return ok(url.href);
}

type Grant = { identity: ProviderIdentity; refreshToken: string | null };

/** Exchanges the code of a callback for the identity and, if the flow asked for access, a refresh token. */
export async function grantOf(
  provider: ProviderId,
  { code, nonce, verifier }: { code: string; nonce: string; verifier: string },
): Promise<Result<Grant, ProviderFailure>> {
  const client = clientOf(provider);
  const server = client && (await discover(provider));
  if (!client || !server) return refuse("provider_unavailable");
  const tokens = await call(server.token_endpoint, Tokens, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUri(provider),
    code_verifier: verifier,
    client_id: client.clientId,
    client_secret: client.clientSecret,
  });
  const claims = tokens && (await verified(provider, { token: tokens.id_token, server, audience: client.clientId }));
  if (!claims || claims.nonce !== nonce) return refuse("provider_unavailable");
  const email = claims.email ?? null;
  const identity = { subject: claims.sub, email, isVerified: email !== null && vouches(provider, claims) };
  return ok({ identity, refreshToken: tokens.refresh_token ?? null });
}

export type Renewal = { accessToken: string; lifeSeconds: number; refreshToken: string | null };

/**
 * An access token by a refresh token; `refreshToken` replaces the one that was used. Refusals: access_revoked (expired, or withdrawn by
 * the person or an administrator), provider_unavailable.
 */
export async function renewAccess(
  provider: ProviderId,
  refreshToken: string,
): Promise<Result<Renewal, ProviderFailure | Refusal<"access_revoked">>> {
  const client = clientOf(provider);
  const server = client && (await discover(provider));
  if (!client || !server) return refuse("provider_unavailable");
  const response = await ask(server.token_endpoint, {
    ...{ grant_type: "refresh_token", refresh_token: refreshToken },
    ...{ client_id: client.clientId, client_secret: client.clientSecret },
  });
  const body = response.ok ? jsonIn(response.value.body.toString("utf8")) : undefined;
  if (response.ok && response.value.status === 400 && Revoked.safeParse(body).success) return refuse("access_revoked");
  const renewed = response.ok && response.value.status === 200 ? Renewed.safeParse(body) : null;
  if (!renewed?.success) return refuse("provider_unavailable");
  const { access_token: accessToken, expires_in: lifeSeconds = 3600, refresh_token: next = null } = renewed.data;
  return ok({ accessToken, lifeSeconds, refreshToken: next });
}

const Revoked = z.looseObject({ error: z.enum(["invalid_grant", "interaction_required"]) });

/**
 * Whether the provider is authoritative for the address. Google verified other addresses once, but they may have
 * changed owners since, so only its own mailboxes and Workspace (claim `hd`) count. Microsoft fills `email` with what a
 * tenant's administrator typed, so it counts only with the claim xms_edov ("email domain owner verified") or for
 * personal accounts.
 */
function vouches(provider: ProviderId, claims: z.infer<typeof Claims>): boolean {
  if (provider === "microsoft") return claims.xms_edov !== undefined || claims.tid === personalTenant;
  return claims.email_verified !== undefined && (claims.hd !== undefined || isGoogleMailbox(claims.email ?? ""));
}

const isGoogleMailbox = (email: string) => /@(gmail|googlemail)\.com$/i.test(email);

async function verified(
  provider: ProviderId,
  { token, server, audience }: { token: string; server: Discovery; audience: string },
) {
  try {
    const keys = await call(server.jwks_uri, Keys);
    if (!keys) throw new Error("no keys");
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      ...{ audience, issuer: issuersOf(server, token), clockTolerance: clockSkewSeconds },
      requiredClaims: ["exp"],
    });
    return Claims.parse(payload);
  } catch (error) {
    log.warn({ provider, reason: (error as Error).message }, "the ID token of a sign-in provider was not valid");
    return null;
  }
}

/** Microsoft's issuer contains the tenant of the token: `https://login.microsoftonline.com/{tenantid}/v2.0`. */
function issuersOf({ issuer }: Discovery, token: string): string {
  if (!issuer.includes("{tenantid}")) return issuer;
  const tid = String(decodeJwt(token)["tid"]);
  if (!/^[0-9a-f-]{36}$/.test(tid)) throw new Error("no tenant");
  return issuer.replace("{tenantid}", tid);
}

const discovered = new Map<string, { at: number; server: Discovery }>();

async function discover(provider: ProviderId): Promise<Discovery | null> {
  const { OPENID_TEST_ISSUER } = env();
  const issuer = OPENID_TEST_ISSUER ? `${OPENID_TEST_ISSUER}/${provider}` : issuers[provider];
  const known = discovered.get(issuer);
  if (known && performance.now() - known.at < hourMs) return known.server;
  const server = await call(`${issuer}/.well-known/openid-configuration`, Discovery);
  if (server) discovered.set(issuer, { at: performance.now(), server });
  return server;
}

/** GETs JSON, or POSTs a form. Null if the provider did not respond as documented; the log says why. */
async function call<Schema extends z.ZodType>(
  url: string,
  schema: Schema,
  form?: Record<string, string>,
): Promise<z.infer<Schema> | null> {
  const response = await ask(url, form);
  const { hostname } = new URL(url);
  const body = response.ok && response.value.status === 200 ? jsonIn(response.value.body.toString("utf8")) : undefined;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const reason = response.ok ? `status ${response.value.status}` : response.reason.kind;
  log.warn({ hostname, reason }, "a sign-in provider did not respond as expected");
  return null;
}

const ask = (url: string, form?: Record<string, string>) =>
  requestOutside(
    {
      url,
      method: form ? "POST" : "GET",
      headers: {
        accept: "application/json",
        "user-agent": "GTMarc sign-in",
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
      limits: { timeoutMs: 8000, maxBytes: 256 * 1024 },
      oversize: "refuse",
    },
    env().OPENID_TEST_ISSUER ? everywhere : theOutside,
  );
