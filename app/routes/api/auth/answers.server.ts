import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accountWords } from "#app/features/accounts/accounts.ts";
import type { FreshProofRefusal, SignedInSession } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { never } from "#app/lib/result.ts";
import { type EndpointEnv, refusal, tooMany } from "../endpoint.server.ts";
import { keepSession } from "./cookies.server.ts";

export const Done = z.object({ status: z.literal(true), message: z.string().optional() });
export const Person = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() });
export const Opened = z.object({ redirect: z.literal(false), user: Person });

type AuthContext = Context<EndpointEnv>;

export const done = (c: AuthContext, message?: string) =>
  c.json({ status: true as const, ...(message ? { message } : {}) }, 200);

/** Sets the session cookies and returns the user. */
export function opened(c: AuthContext, session: SignedInSession) {
  keepSession(c, session);
  return c.json({ redirect: false as const, user: session.user }, 200);
}

/** A refusal with a field error. */
export const refuseField = (c: AuthContext, code: string, field: string, message: string) =>
  refusal(c, 422, code, message, { fields: { [field]: message } });

/** The refusals of `proveAgain`, as errors of the password field. */
export function notProven(c: AuthContext, reason: FreshProofRefusal, field: string) {
  switch (reason.kind) {
    case "wrong_password":
      return refuseField(c, "wrong_password", field, accountWords.currentPasswordWrong);
    case "code_first":
      return refusal(c, 403, "second_factor_required", accountWords.codeFirst);
    case "too_many":
      return tooMany(c, reason.retryAfterSeconds);
    default:
      return never(reason);
  }
}
