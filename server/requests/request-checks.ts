import type { Context, MiddlewareHandler } from "hono";
import { rejectedRequests } from "#app/platform/metrics.server.ts";
import { sendPlainPage } from "#app/routes/forms/plain-page.server.ts";
import { holdsNul, isForm } from "./posted-form.ts";
import type { AppEnv } from "./request-env.ts";
import { judgeTarget } from "./request-target.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Refuses unsupported methods (405) and unreadable targets (400), and redirects GET and HEAD to the normal form of the path
 * (308). Later steps see normal paths only. Other methods are refused instead of redirected, so that no body is lost or sent
 * twice.
 */
export const checkTarget: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!methods.has(c.req.method)) return methodNotAllowed(c, [...methods]);
  const target = judgeTarget(c.env?.incoming?.url ?? targetOf(c.req.url), c.req.header("host"));
  switch (target.kind) {
    case "normal":
      return next();
    case "other-form":
      if (c.req.method === "GET" || c.req.method === "HEAD") return c.redirect(target.normal, 308);
      return refuse(c, 400, "bad_address", "This address is not in its normal form.");
    case "unreadable":
      return refuse(c, 400, "bad_address", "This address cannot be read. Please check the link.");
  }
};

/** Rejects forms with U+0000, which the database cannot store; endpoints check JSON themselves (endpoint.server.ts). */
export const checkForm: MiddlewareHandler<AppEnv> = async (c, next) =>
  isForm(c) && (await holdsNul(c)) ? refuse(c, 400, "bad_form", "This form contains unsupported characters.") : next();

/** Whether the client expects JSON instead of a page. */
export const wantsJson = (c: Context<AppEnv>): boolean => /^\/api(\/|$)|\.data$/.test(c.req.path);

export function methodNotAllowed(c: Context<AppEnv>, allowed: readonly string[]) {
  c.header("allow", allowed.join(", "));
  return refuse(c, 405, "method_not_allowed", "This address does not support that method.");
}

/** The target without its origin, for requests without a raw request (tests, development). */
const targetOf = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, "");

function refuse(c: Context<AppEnv>, status: 400 | 405, code: string, message: string) {
  rejectedRequests.inc({ reason: code });
  c.set("refusalCode", code);
  if (wantsJson(c)) return c.json({ error: { code, message } }, status);
  return sendPlainPage(c, status, status === 400 ? "Bad request" : "Method not allowed", message);
}
