import { createRoute, z } from "@hono/zod-openapi";
import { signUp } from "#app/features/accounts/accounts.server.ts";
import { accountMessages, Recovery, SecondFactorCode, SignIn, SignUp } from "#app/features/accounts/accounts.ts";
import { challengeCookieName, challengeTokenOf } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { type CodeOutcome, signIn, signInByCode } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import {
  answers,
  type EndpointContext,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  tooMany,
} from "../endpoint.server.ts";
import { CodeNeeded, codeNeeded, Opened, opened, Person, refuseField } from "./answers.server.ts";
import { clearPrefetched, clientOf, dropCookie, keepToken, keepVerifyRequest } from "./cookies.server.ts";

export const signInEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-up/email",
      summary: "Create an account and mail a link and a code; does not sign in",
      request: { body: jsonBody(SignUp) },
      responses: {
        ...answers(200, z.object({ user: Person, message: z.string() })),
        ...refusals(400, 422, 429, 503),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const input = c.req.valid("json");
      for (const key of [limitKey(c.get("address")), `email:${input.email}`]) {
        const limit = await countUse(ctx, "sign-up", key);
        if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      }
      const made = await signUp(ctx, input);
      if (made.ok) {
        const { userId: id, email, name, request } = made.value;
        keepVerifyRequest(c, request);
        return c.json({ user: { id, email, name, emailVerified: false }, message: accountMessages.signedUp }, 200);
      }
      switch (made.reason.kind) {
        case "common_password":
          return refuseField(c, "common_password", "password", accountMessages.commonPassword);
        case "email_taken":
          return refuseField(c, "email_taken", "email", accountMessages.emailTaken);
        default:
          return never(made.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-in/email",
      security: [],
      summary: "Open a session, or require a second-factor code",
      request: { body: jsonBody(SignIn) },
      responses: { ...answers(200, z.union([Opened, CodeNeeded])), ...refusals(400, 401, 403, 422, 429, 503) },
    }),
    async (c) => {
      const outcome = await signIn(c.get("ctx"), c.req.valid("json"), clientOf(c));
      switch (outcome.kind) {
        case "opened":
          return opened(c, outcome.session);
        case "code_needed":
          return codeNeeded(c, outcome.challenge);
        case "too_many":
          return tooMany(c, outcome.retryAfterSeconds);
        case "wrong_password":
          return refusal(c, 401, "invalid_credentials", accountMessages.invalidCredentials);
        case "not_verified":
          keepVerifyRequest(c, outcome.request);
          return notVerified(c, outcome.mail);
        case "account_disabled":
          return refusal(c, 403, "account_disabled", accountMessages.accountDisabled);
        case "second_factor_missing":
          return refusal(c, 403, "second_factor_missing", accountMessages.adminNeedsFactor);
        default:
          return never(outcome);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/two-factor/verify-totp",
      security: [],
      summary: "Complete a pending sign-in with a code, or raise the open session to aal2 under a new token",
      request: { body: jsonBody(SecondFactorCode) },
      responses: { ...answers(200, Opened), ...refusals(400, 401, 422, 429, 503) },
    }),
    async (c) => {
      const outcome = await signInByCode(
        c.get("ctx"),
        { ...c.req.valid("json"), by: "app", challenge: challengeTokenOf(c.req.raw.headers, env()) },
        clientOf(c),
      );
      return codeAnswer(c, outcome, accountMessages.wrongCode);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/two-factor/verify-recovery-code",
      security: [],
      summary: "Complete a pending sign-in with a recovery code",
      request: { body: jsonBody(Recovery) },
      responses: { ...answers(200, Opened), ...refusals(400, 401, 422, 429, 503) },
    }),
    async (c) => {
      const outcome = await signInByCode(
        c.get("ctx"),
        { ...c.req.valid("json"), by: "recovery", challenge: challengeTokenOf(c.req.raw.headers, env()) },
        clientOf(c),
      );
      return codeAnswer(c, outcome, accountMessages.recoveryCodeWrong);
    },
  );

/** One code per case, so that the page never says that a mail was sent when none was. */
function notVerified(c: EndpointContext, mail: "sent" | "recent" | "mailbox_full") {
  switch (mail) {
    case "sent":
      return refusal(c, 403, "email_not_verified", accountMessages.notVerified);
    case "recent":
      return refusal(c, 403, "verification_mailed_recently", accountMessages.notVerifiedRecentMail);
    case "mailbox_full":
      return refusal(c, 403, "mailbox_limit", accountMessages.notVerifiedNoMail);
  }
}

function codeAnswer(c: EndpointContext, outcome: CodeOutcome, wrong: string) {
  switch (outcome.kind) {
    case "opened":
      return opened(c, outcome.session);
    case "renewed":
      keepToken(c, outcome.token);
      clearPrefetched(c);
      return c.json({ redirect: false as const, user: outcome.user }, 200);
    case "too_many":
      return tooMany(c, outcome.retryAfterSeconds);
    case "wrong_code":
      return refusal(c, 401, "wrong_code", wrong);
    case "challenge_over":
      dropCookie(c, challengeCookieName(env()));
      return refusal(c, 401, "challenge_over", accountMessages.challengeOver);
    default:
      return never(outcome);
  }
}
