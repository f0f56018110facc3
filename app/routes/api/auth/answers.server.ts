import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import type { ProvenOutcome, SignedInSession } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { mapped, ok, type Result } from "#app/lib/result.ts";
import { type EndpointContext, refusal } from "../endpoint.server.ts";
import { keepChallenge, keepSession } from "./cookies.server.ts";

export const Done = z.object({ status: z.literal(true), message: z.string().optional() });
export const Person = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() });
export const Opened = z.object({ redirect: z.literal(false), user: Person });

export const CodeNeeded = z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) });

const doneWith = (message?: string) => ({ status: true as const, ...(message ? { message } : {}) });
export const done = (message?: string) => ok(doneWith(message));
/** `done` unless the command was refused. */
export const doneAfter = <Reason extends { kind: string }>(result: Result<unknown, Reason>, message?: string) =>
  mapped(result, () => doneWith(message));

export function opened(c: EndpointContext, session: SignedInSession) {
  keepSession(c, session);
  return ok({ redirect: false as const, user: session.user });
}

export function codeNeeded(c: EndpointContext, challenge: string) {
  keepChallenge(c, challenge);
  return ok({ twoFactorRedirect: true as const, twoFactorMethods: ["totp"] });
}

/** The response to a user who was identified without a password. */
export function proven(c: EndpointContext, outcome: ProvenOutcome) {
  if (outcome.kind === "opened") return opened(c, outcome.session);
  return outcome.kind === "code_needed" ? codeNeeded(c, outcome.challenge) : refuse(outcome.kind);
}

/** A refusal as an error of a field. */
export const ofField = (field: string, text: string) => [422, text, { [field]: text }] as const;

/** Why an account cannot sign in. */
export const accountRefusals = {
  account_disabled: [403, accountMessages.accountDisabled],
  second_factor_missing: [403, accountMessages.adminNeedsFactor],
} as const;

export const secondFactorRequired = (_: object, c: Context) =>
  refusal(c, 403, "second_factor_required", accountMessages.codeFirst);

/** The refusals of `proveAgain`; a wrong password is an error of its field. */
export const proofRefusals = (field = "password") =>
  ({
    wrong_password: ofField(field, accountMessages.currentPasswordWrong),
    code_first: secondFactorRequired,
    sign_in_again: [403, accountMessages.signInAgain],
  }) as const;
