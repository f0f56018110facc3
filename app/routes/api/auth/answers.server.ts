import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import type {
  FreshProofRefusal,
  ProvenOutcome,
  SignedInSession,
} from "#app/features/accounts/sign-in/sign-in.server.ts";
import { never } from "#app/lib/result.ts";
import { type EndpointEnv, refusal, tooMany } from "../endpoint.server.ts";
import { keepChallenge, keepSession } from "./cookies.server.ts";

export const Done = z.object({ status: z.literal(true), message: z.string().optional() });
export const Person = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() });
export const Opened = z.object({ redirect: z.literal(false), user: Person });

export const CodeNeeded = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) });

type AuthContext = Context<EndpointEnv>;

export const done = (c: Context, message?: string) =>
  c.json({ status: true as const, ...(message ? { message } : {}) }, 200);

export function opened(c: AuthContext, session: SignedInSession) {
  keepSession(c, session);
  return c.json({ redirect: false as const, user: session.user }, 200);
}

/** The response to a user who was identified without a password. */
export function proven(c: AuthContext, outcome: ProvenOutcome) {
  switch (outcome.kind) {
    case "opened":
      return opened(c, outcome.session);
    case "code_needed":
      return codeNeeded(c, outcome.challenge);
    case "account_disabled":
      return refusal(c, 403, "account_disabled", accountMessages.accountDisabled);
    case "second_factor_missing":
      return refusal(c, 403, "second_factor_missing", accountMessages.adminNeedsFactor);
    default:
      return never(outcome);
  }
}

export function codeNeeded(c: AuthContext, challenge: string) {
  keepChallenge(c, challenge);
  return c.json({ twoFactorRedirect: true as const, twoFactorMethods: ["totp"] }, 200);
}

export const refuseField = (c: Context, code: string, field: string, message: string) =>
  refusal(c, 422, code, message, { fields: { [field]: message } });

/** The refusals of `proveAgain`, as errors of the password field. */
export function notProven(c: Context, reason: FreshProofRefusal, field: string) {
  switch (reason.kind) {
    case "wrong_password":
      return refuseField(c, "wrong_password", field, accountMessages.currentPasswordWrong);
    case "code_first":
      return refusal(c, 403, "second_factor_required", accountMessages.codeFirst);
    case "sign_in_again":
      return refusal(c, 403, "sign_in_again", accountMessages.signInAgain);
    case "too_many":
      return tooMany(c, reason.retryAfterSeconds);
    default:
      return never(reason);
  }
}
