import { z } from "@hono/zod-openapi";
import { signUp } from "#app/features/accounts/accounts.server.ts";
import { accountMessages, Recovery, SecondFactorCode, SignIn, SignUp } from "#app/features/accounts/accounts.ts";
import { challengeCookieName, challengeTokenOf } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { type CodeOutcome, signIn, signInByCode } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { refuse, tooMany } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { type EndpointContext, refusal } from "../endpoint.server.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";
import { accountRefusals, CodeNeeded, codeNeeded, Opened, ofField, opened, Person } from "./answers.server.ts";
import { clearPrefetched, clientOf, dropCookie, keepToken, keepVerifyRequest } from "./cookies.server.ts";

const open = publicArea({
  ...accountRefusals,
  common_password: ofField("password", accountMessages.commonPassword),
  email_taken: ofField("email", accountMessages.emailTaken),
  wrong_password: (_, c) => refusal(c, 401, "invalid_credentials", accountMessages.invalidCredentials),
  // One code per case, so that the page never says that a mail was sent when none was.
  email_not_verified: [403, accountMessages.notVerified],
  verification_mailed_recently: [403, accountMessages.notVerifiedRecentMail],
  mailbox_limit: [403, accountMessages.notVerifiedNoMail],
  wrong_code: [401, accountMessages.wrongCode],
  challenge_over: [401, accountMessages.challengeOver],
});
const unverified = {
  sent: "email_not_verified",
  recent: "verification_mailed_recently",
  mailbox_full: "mailbox_limit",
} as const;
const byCode = { security: [], returns: Opened, statuses: [400, 401, 422, 429, 503] };

export const signInEndpoints = endpoints(
  open.post("/auth/sign-up/email", {
    summary: "Create an account and mail a link and a code; does not sign in",
    body: SignUp,
    returns: z.object({ user: Person, message: z.string() }),
    statuses: [400, 422, 429, 503],
    command: async (ctx, input, c) => {
      for (const key of [limitKey(c.get("address")), `email:${input.email}`]) {
        const limit = await countUse(ctx, "sign-up", key);
        if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
      }
      const made = await signUp(ctx, input);
      if (!made.ok) return made;
      const { userId: id, email, name, request } = made.value;
      keepVerifyRequest(c, request);
      return ok({ user: { id, email, name, emailVerified: false }, message: accountMessages.signedUp });
    },
  }),
  open.post("/auth/sign-in/email", {
    security: [],
    summary: "Open a session, or require a second-factor code",
    body: SignIn,
    returns: z.union([Opened, CodeNeeded]),
    statuses: [400, 401, 403, 422, 429, 503],
    command: async (ctx, input, c) => {
      const outcome = await signIn(ctx, input, clientOf(c));
      switch (outcome.kind) {
        case "opened":
          return opened(c, outcome.session);
        case "code_needed":
          return codeNeeded(c, outcome.challenge);
        case "not_verified":
          keepVerifyRequest(c, outcome.request);
          return refuse(unverified[outcome.mail]);
        default:
          return { ok: false, reason: outcome };
      }
    },
  }),
  open.post("/auth/two-factor/verify-totp", {
    ...byCode,
    summary: "Complete a pending sign-in with a code, or raise the open session to aal2 under a new token",
    body: SecondFactorCode,
    command: async (ctx, input, c) => codeAnswer(c, await signInByCode(ctx, codeOf(c, "app", input), clientOf(c))),
  }),
  open.post("/auth/two-factor/verify-recovery-code", {
    ...byCode,
    summary: "Complete a pending sign-in with a recovery code",
    body: Recovery,
    refusals: { wrong_code: [401, accountMessages.recoveryCodeWrong] },
    command: async (ctx, input, c) => codeAnswer(c, await signInByCode(ctx, codeOf(c, "recovery", input), clientOf(c))),
  }),
);

const codeOf = <By extends "app" | "recovery">(c: EndpointContext, by: By, input: { code: string }) => ({
  ...{ ...input, by, challenge: challengeTokenOf(c.req.raw.headers, env()) },
});

function codeAnswer(c: EndpointContext, outcome: CodeOutcome) {
  switch (outcome.kind) {
    case "opened":
      return opened(c, outcome.session);
    case "renewed":
      keepToken(c, outcome.token);
      clearPrefetched(c);
      return ok({ redirect: false as const, user: outcome.user });
    case "challenge_over":
      dropCookie(c, challengeCookieName(env()));
      return refuse("challenge_over");
    default:
      return { ok: false as const, reason: outcome };
  }
}
