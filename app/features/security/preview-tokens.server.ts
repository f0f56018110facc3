import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { parse } from "cookie-es";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { adminCommand, recorded } from "./admin-command.server.ts";
import { securityAudit } from "./audit.ts";
import { defaultTokenDays, longestTokenDays } from "./preview-token-days.ts";
import { previewToken } from "./tables.server.ts";

/*
 * Preview hosts show what is not published yet. They are closed but for admins and for whoever holds a preview token.
 *
 * A token is made by the operator, read once, and kept as a keyed hash. Showing it in a browser (in a form, in an address,
 * or by a message from a trusted page) yields a cookie that lasts as long as the browser runs. The cookie names the token
 * and carries a signature, and the token is looked up with every request, so that revoking it closes every browser at once.
 *
 * What it stops: reading drafts of the site by guessing (256 random bits), from a copied database (only hashes), by
 * forging the cookie (signature), and by keeping one forever (expiry). The mark in the tab's storage opens nothing.
 */

const dayMs = 86_400_000;

/** Makes a token; the answer is the only time it can be read. For admins and the command line. Refusals: not_admin, bad_days. */
export async function createPreviewToken(
  ctx: Ctx,
  { days = defaultTokenDays }: { days?: number } = {},
): Promise<Result<{ id: string; token: string; expiresAt: Date }, NotAdmin | Refusal<"bad_days">>> {
  return adminCommand(ctx, async (tx) => {
    if (!Number.isInteger(days) || days < 1 || days > longestTokenDays) return refuse("bad_days");
    const token = `preview_${randomBytes(32).toString("base64url")}`;
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

/** Every token there was, newest first. Refusal: not_admin. */
export async function listPreviewTokens(ctx: Ctx): Promise<Result<PreviewTokenEntry[], NotAdmin>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
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

/** Closes the preview hosts to everybody who came with this token, at once. Refusals: not_admin, not_found. */
export async function revokePreviewToken(
  ctx: Ctx,
  { id }: { id: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, async (tx) => {
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

/** What the cookie has to say when this token is valid now; null when it is not. */
export async function admitPreviewToken(ctx: Pick<Ctx, "db" | "now">, token: string): Promise<string | null> {
  const [found] = await ctx.db
    .select({ id: previewToken.id })
    .from(previewToken)
    .where(and(eq(previewToken.hash, hashToken(token)), isOpen(ctx)));
  return found ? `${found.id}.${sign(found.id)}` : null;
}

/** Whether the cookie of this request was given for a token that is valid still. */
export async function holdsPreviewCookie(ctx: Pick<Ctx, "db" | "now">, cookies: string | undefined): Promise<boolean> {
  const name = previewCookieName();
  const [id = "", signature = ""] = (parse(cookies ?? "", { filter: (key) => key === name })[name] ?? "").split(".");
  if (!isUuid(id) || !isSignature(signature, id)) return false;
  const [found] = await ctx.db
    .select({ id: previewToken.id })
    .from(previewToken)
    .where(and(eq(previewToken.id, id), isOpen(ctx)));
  return found !== undefined;
}

const isSecure = () => env().SITE_URL.startsWith("https:");

export const previewCookieName = () => (isSecure() ? "__Host-gtmarc_preview" : "gtmarc_preview");

/** Lasts as long as the browser runs; no script reads it. */
export const previewCookieAttributes = () =>
  ({ path: "/", httpOnly: true, sameSite: "lax", secure: isSecure() }) as const;

const isOpen = ({ now }: Pick<Ctx, "now">) => and(isNull(previewToken.revokedAt), gt(previewToken.expiresAt, now));

const hashToken = (token: string) =>
  createHmac("sha256", env().SECRET).update(`preview-token:${token}`).digest("base64url");

const sign = (id: string) => createHmac("sha256", env().SECRET).update(`preview-cookie:${id}`).digest("base64url");

function isSignature(given: string, id: string): boolean {
  const expected = Buffer.from(sign(id));
  const received = Buffer.from(given);
  return expected.length === received.length && timingSafeEqual(expected, received);
}
