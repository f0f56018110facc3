import type { MiddlewareHandler } from "hono";
import { setCookie } from "hono/cookie";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { previewMessages, previewParameter } from "#app/features/security/tokens/preview.ts";
import {
  admitPreviewToken,
  holdsPreviewCookie,
  previewCookieAttributes,
  previewCookieName,
} from "#app/features/security/tokens/preview-tokens.server.ts";
import { pageOf, signInAddress } from "#app/lib/addresses/next-path.ts";
import { rejectedRequests } from "#app/platform/metrics.server.ts";
import type { AppEnv } from "../requests/request-env.ts";

/**
 * Protects preview hosts (spec: preview-hosts): pages redirect to /auth and endpoints return 403 unless the visitor is an admin
 * or has the cookie of a valid token. Runs after the session step. Uses the host from step 2 of the chain, which clients cannot
 * forge.
 */
export const previewGate: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.get("hostKind") !== "preview") return next();
  const ctx = c.get("ctx");
  const isAdmin = ctx.actor.kind === "user" && ctx.actor.isAdmin;
  const url = new URL(c.req.url);
  const shown = c.req.method === "GET" && !url.pathname.startsWith("/api/") && url.searchParams.get(previewParameter);
  url.searchParams.delete(previewParameter);
  if (isAdmin || (await holdsPreviewCookie(ctx, c.req.header("cookie")))) {
    c.set("preview", "open");
    return shown ? c.redirect(pageOf(url.href), 302) : next();
  }
  c.set("preview", "closed");
  if (shown) {
    const limit = await countUse(ctx, "preview-token", limitKey(c.get("address")));
    const value = limit.allowed ? await admitPreviewToken(ctx, shown) : null;
    if (!value) return c.redirect(`/auth?notice=preview-token&next=${encodeURIComponent(pageOf(url.href))}`, 302);
    setCookie(c, previewCookieName(), value, previewCookieAttributes());
    return c.redirect(pageOf(url.href), 302);
  }
  if (isAlwaysOpen(url.pathname)) return next();
  rejectedRequests.inc({ reason: "preview_closed" });
  if (url.pathname.startsWith("/api/"))
    return c.json({ error: { code: "preview_closed", message: previewMessages.closed } }, 403);
  return c.redirect(signInAddress(c.req.url), 302);
};

/** Needed for signing in: the sign-in page with its data and routes, its endpoints, and redeeming a token. */
const isAlwaysOpen = (path: string) => openPaths.has(path) || path.startsWith("/api/auth/");

const openPaths = new Set([
  "/auth",
  "/auth.data",
  "/__manifest",
  "/api/rpc/is_admin",
  "/api/functions/validate-preview-token",
]);
