import type { Context, MiddlewareHandler } from "hono";
import { rejectedRequests } from "#app/platform/metrics.server.ts";
import { sendPlainPage } from "./plain-page.ts";
import { holdsNul, isForm } from "./posted-form.ts";
import type { AppEnv } from "./request-env.ts";
import { judgeTarget } from "./request-target.ts";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * Refuses methods that are not used here (405) and addresses that cannot be read (400), and sends GET and HEAD for another form of a
 * path to its normal form (308). What follows in the chain sees normal paths only; other methods are refused, so that no body
 * is lost or sent twice.
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

/** Rejects plain forms with U+0000, which the database cannot store; endpoints check their own JSON (endpoint.server.ts). */
export const checkForm: MiddlewareHandler<AppEnv> = async (c, next) =>
  isForm(c) && (await holdsNul(c))
    ? refuse(c, 400, "bad_form", "This form holds characters that cannot be read.")
    : next();

/** Whether the request comes from a script, which gets JSON, and not from a browser that shows a page. */
export const isCall = (c: Context<AppEnv>): boolean => /^\/api(\/|$)|\.data$/.test(c.req.path);

export function methodNotAllowed(c: Context<AppEnv>, allowed: readonly string[]) {
  c.header("allow", allowed.join(", "));
  return refuse(c, 405, "method_not_allowed", "This address cannot be used that way.");
}

/** The address as it was sent, without its origin, where there is no raw request (tests, development). */
const targetOf = (url: string) => url.replace(/^https?:\/\/[^/?#]*/i, "");

function refuse(c: Context<AppEnv>, status: 400 | 405, code: string, message: string) {
  rejectedRequests.inc({ reason: code });
  c.set("refusalCode", code);
  if (isCall(c)) return c.json({ error: { code, message } }, status);
  return sendPlainPage(c, status, status === 400 ? "Bad request" : "Method not allowed", message);
}
