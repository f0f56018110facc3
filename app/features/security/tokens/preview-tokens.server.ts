import { parse } from "cookie-es";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { adminCommand, recorded } from "../audit/admin-command.server.ts";
import { securityAudit } from "../audit.ts";
import { previewToken } from "../tables.server.ts";
import { defaultTokenDays, maxTokenDays } from "./preview-token-days.ts";

/*
 * Preview hosts show unpublished work. Only admins and holders of a preview token can open them.
 *
 * The operator creates a token; it is readable once and stored as a keyed hash. Presenting it in a browser (in a form,
 * in a URL, or by a message from a trusted page) sets a session cookie. The cookie names the token and is signed, and
 * every request looks the token up, so revoking it closes the preview in every browser at once.
 *
 * Prevents reading drafts by guessing (256 random bits), with a copied database (only hashes), with a forged cookie
 * (signature), and forever (expiry). The marker in the tab's session storage grants nothing.
 */

/** Creates a token, readable only in the return value. For admins and the command line. Refusals: not_admin, bad_days. */
export async function createPreviewToken(
  ctx: Ctx,
  { days = defaultTokenDays }: { days?: number } = {},
): Promise<Result<{ id: string; token: string; expiresAt: Date }, NotAdmin | Refusal<"bad_days">>> {
  return adminCommand(ctx, "settings", async (tx) => {
    if (!Number.isInteger(days) || days < 1 || days > maxTokenDays) return refuse("bad_days");
    const token = `preview_${randomToken()}`;
    const expiresAt = new Date(tx.now.getTime() + days * dayMs);
    const [made] = await tx.db
      .insert(previewToken)
      .values({ hash: hashToken(token), createdAt: tx.now, expiresAt })
      .returning({ id: previewToken.id });
    const { id } = made!;
    return recorded(
      { action: securityAudit.previewTokenCreated, subject: id, detail: { days } },
      { id, token, expiresAt },
    );
  });
}

export type PreviewTokenEntry = {
  id: string;
  status: "valid" | "expired" | "revoked";
  createdAt: Date;
  expiresAt: Date;
};

export async function listPreviewTokens(ctx: Ctx): Promise<Result<PreviewTokenEntry[], NotAdmin>> {
  if (!canRead(ctx.actor, "settings")) return notAdmin();
  const rows = await ctx.db.select().from(previewToken).orderBy(desc(previewToken.createdAt)).limit(500);
  return ok(
    rows.map(({ id, createdAt, expiresAt, revokedAt }) => ({
      id,
      status: revokedAt ? "revoked" : expiresAt <= ctx.now ? "expired" : "valid",
      createdAt,
      expiresAt,
    })),
  );
}

/** Revokes a token: browsers that used it lose access at once. Refusals: not_admin, not_found. */
export async function revokePreviewToken(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "settings", async (tx) => {
    if (!isUuid(id)) return notFound();
    const [revoked] = await tx.db
      .update(previewToken)
      .set({ revokedAt: tx.now })
      .where(and(eq(previewToken.id, id), isNull(previewToken.revokedAt)))
      .returning({ id: previewToken.id });
    if (!revoked) return notFound();
    return recorded({ action: securityAudit.previewTokenRevoked, subject: id });
  });
}

/** Returns the cookie value if this token is valid now, otherwise null. */
export async function admitPreviewToken(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<string | null> {
  const [found] = await ctx.db
    .select({ id: previewToken.id })
    .from(previewToken)
    .where(and(eq(previewToken.hash, hashToken(token)), isOpen(ctx)));
  return found ? `${found.id}.${sign(found.id)}` : null;
}

/** Whether the request's cookie was issued for a token that is still valid. */
export async function holdsPreviewCookie(ctx: Pick<Ctx, "db" | "now">, cookies: string | undefined): Promise<boolean> {
  const name = previewCookieName();
  const [id = "", signature = ""] = (parse(cookies ?? "", { filter: (key) => key === name })[name] ?? "").split(".");
  if (!isUuid(id) || !isSameText(signature, sign(id))) return false;
  const [found] = await ctx.db
    .select({ id: previewToken.id })
    .from(previewToken)
    .where(and(eq(previewToken.id, id), isOpen(ctx)));
  return found !== undefined;
}

const isSecure = () => env().SITE_URL.startsWith("https:");

export const previewCookieName = () => (isSecure() ? "__Host-gtmarc_preview" : "gtmarc_preview");

/**
 * A session cookie, not readable by scripts. Over https it also works in a frame of a page of PREVIEW_TRUSTED_DOMAINS, for
 * that site only.
 */
export function previewCookieAttributes() {
  const always = { path: "/", httpOnly: true } as const;
  return isSecure() && env().PREVIEW_TRUSTED_DOMAINS.length > 0
    ? ({ ...always, secure: true, sameSite: "none", partitioned: true } as const)
    : ({ ...always, secure: isSecure(), sameSite: "lax" } as const);
}

const isOpen = ({ now }: Pick<Ctx, "now">) => and(isNull(previewToken.revokedAt), gt(previewToken.expiresAt, now));

const hashToken = (token: string) => keyedHash("preview-token", token);

const sign = (id: string) => keyedHash("preview-cookie", id);
