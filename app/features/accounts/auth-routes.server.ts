import { Hono } from "hono";
import { GateCrowded } from "#app/lib/narrow-gate.ts";
import { accountWords } from "./accounts.ts";
import { type AuthEnv, type AuthParts, busy, refused, tooMany } from "./auth-answers.server.ts";
import { emailCalls } from "./email-calls.server.ts";
import { factorCalls } from "./factor-calls.server.ts";
import { passwordCalls } from "./password-calls.server.ts";
import { TooManyCodes } from "./second-factor.server.ts";
import { sessionCalls } from "./session-calls.server.ts";
import { signInCalls } from "./sign-in-calls.server.ts";

/*
 * /api/auth/*: the calls around signing in, written out one by one; whatever is not here is 404, and what changes
 * something does not answer to GET. The library never sees a request: it is handed an address that our chain found, a
 * user agent, and checked input. The pages that mailed links open post plain forms to their own addresses; those are here,
 * too, because they are the same acts.
 */

/** The calls of /api/auth and the forms of the pages that mailed links open, for server/app.ts. */
export function authRoutes(parts: AuthParts): Hono<AuthEnv> {
  const routes = new Hono<AuthEnv>();
  signInCalls(routes, parts);
  emailCalls(routes, parts);
  passwordCalls(routes, parts);
  factorCalls(routes, parts);
  sessionCalls(routes, parts);
  routes.get("/.well-known/change-password", (c) => c.redirect("/account?tab=security", 302));
  routes.all("/api/auth/*", (c) => refused(c, 404, { code: "not_found", message: "There is no such call." }));
  routes.onError((error, c) => {
    if (error instanceof GateCrowded) return busy(c);
    if (error instanceof TooManyCodes) return tooMany(c, error.retryAfterSeconds, accountWords.tooManyCodes);
    throw error;
  });
  return routes;
}
