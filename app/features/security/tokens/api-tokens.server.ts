import { and, desc, eq, isNull, lt, or, sql } from "drizzle-orm";
import { type ApiClient, canRead } from "#app/lib/actor.ts";
import { type ApiScope, apiScopes, isApiScope } from "#app/lib/api-scopes.ts";
import { minuteMs } from "#app/lib/durations.ts";
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
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keyedHash, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { adminCommand, type FreshCodeRequired, freshAdminCommand, recorded } from "../audit/admin-command.server.ts";
import { securityAudit } from "../audit.ts";
import { limitKey } from "../requests/client-address.server.ts";
import { countUse } from "../requests/limits.server.ts";
import { apiToken } from "../tables.server.ts";

/*
 * Tokens with which programs read /api/v1. An admin creates one with the scopes it needs; it is readable once and can
 * be revoked at any time. It opens only the read-only endpoints of its scopes.
 *
 * Prevents guessing (256 random bits, wrong tokens are limited per client), use of a copied database (only a keyed hash
 * is stored), timing attacks (the lookup compares hashes, which a caller cannot choose without the key), and use after
 * revocation (every request looks the token up).
 */

const maxOpenTokens = 100;

/** Creates a token, shown once. For admins with a recent code. Refusals: no_scope, too_many_tokens (100 active). */
export function createApiToken(
  ctx: Ctx,
  { name, scopes }: { name: string; scopes: readonly ApiScope[] },
): Promise<
  Result<{ id: string; token: string }, NotAdmin | FreshCodeRequired | Refusal<"no_scope" | "too_many_tokens">>
> {
  return freshAdminCommand(ctx, "settings", async (tx) => {
    const distinct = apiScopes.filter((scope) => scopes.includes(scope));
    if (distinct.length === 0) return refuse("no_scope");
    const open = await tx.db.$count(apiToken, isNull(apiToken.revokedAt));
    if (open >= maxOpenTokens) return refuse("too_many_tokens");
    const token = `${prefix}${randomToken()}`;
    const [created] = await tx.db
      .insert(apiToken)
      .values({ hash: hashToken(token), name, scopes: distinct, createdAt: tx.now })
      .returning({ id: apiToken.id });
    const { id } = created!;
    return recorded(
      { action: securityAudit.apiTokenCreated, subject: id, detail: { name, scopes: distinct.join(", ") } },
      { id, token },
    );
  });
}

export type ApiTokenEntry = Omit<typeof apiToken.$inferSelect, "hash">;

const maxListed = 200;

/** The newest 200 tokens, without the secret values; active ones first. For admins (aal2). Refusal: not_admin. */
export async function listApiTokens(ctx: Ctx): Promise<Result<ApiTokenEntry[], NotAdmin>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const { id, name, scopes, createdAt, lastUsedAt, revokedAt } = apiToken;
  const rows = await ctx.db
    .select({ id, name, scopes, createdAt, lastUsedAt, revokedAt })
    .from(apiToken)
    .orderBy(desc(isNull(revokedAt)), desc(createdAt), desc(id))
    .limit(maxListed);
  return ok(rows);
}

/** Revokes a token at once. Refusals: not_admin, not_found (unknown or already revoked). */
export function revokeApiToken(ctx: Ctx, { id }: { id: string }): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "settings", async (tx) => {
    if (!isUuid(id)) return notFound();
    const [revoked] = await tx.db
      .update(apiToken)
      .set({ revokedAt: tx.now })
      .where(and(eq(apiToken.id, id), isNull(apiToken.revokedAt)))
      .returning({ name: apiToken.name });
    if (!revoked) return notFound();
    return recorded({ action: securityAudit.apiTokenRevoked, subject: id, detail: { name: revoked.name } });
  });
}

const useMinutes = 1;

/**
 * The actor of a request with an `Authorization` header, for the endpoints of `scope`. Refusals: no_token (missing, unknown or
 * revoked), no_scope, too_many (600 requests a minute per token; 60 wrong tokens in 15 minutes per client `address`).
 */
export async function identifyApiClient(
  ctx: Ctx,
  { authorization, scope, address }: { authorization: string | undefined; scope: ApiScope; address: string },
): Promise<Result<ApiClient, Refusal<"no_token" | "no_scope"> | TooMany>> {
  const token = tokenPattern.exec(authorization ?? "")?.[1];
  if (!token) return refuse("no_token");
  const [found] = await ctx.db
    .select({ id: apiToken.id, scopes: apiToken.scopes, lastUsedAt: apiToken.lastUsedAt })
    .from(apiToken)
    .where(and(eq(apiToken.hash, hashToken(token)), isNull(apiToken.revokedAt)));
  if (!found) {
    const wrong = await countUse(ctx, "api-token-wrong", limitKey(address));
    return wrong.allowed ? refuse("no_token") : tooMany(wrong.retryAfterSeconds);
  }
  const use = await countUse(ctx, "api-token", found.id);
  if (!use.allowed) return tooMany(use.retryAfterSeconds);
  await markUse(ctx, found);
  const scopes = found.scopes.filter(isApiScope);
  return scopes.includes(scope) ? ok({ kind: "token", tokenId: found.id, scopes }) : refuse("no_scope");
}

/** Simultaneous requests write once: the condition is checked again under the row's lock. */
async function markUse({ db, now }: Ctx, { id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): Promise<void> {
  const before = new Date(now.getTime() - useMinutes * minuteMs);
  if (lastUsedAt && lastUsedAt > before) return;
  await db
    .update(apiToken)
    .set({ lastUsedAt: sql`greatest(${apiToken.lastUsedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(apiToken.id, id), or(isNull(apiToken.lastUsedAt), lt(apiToken.lastUsedAt, before))));
}

/** Lets secret scanners recognize leaked tokens. */
const prefix = "gtmarc_";
const tokenPattern = /^Bearer (gtmarc_[\w-]{43})$/i;

const hashToken = (token: string) => keyedHash("api-token", token);
