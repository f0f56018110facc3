import { createRoute, z } from "@hono/zod-openapi";
import { verifyEmail, verifyEmailByCode } from "#app/features/accounts/accounts.server.ts";
import { accountMessages, ChangeEmail, MailedCode } from "#app/features/accounts/accounts.ts";
import { cancelEmailChange, startEmailChange } from "#app/features/accounts/email/email-change.server.ts";
import {
  findUnverifiedAccount,
  mailVerification,
  resendPauseSeconds,
} from "#app/features/accounts/email/email-links.server.ts";
import { verifyCookieName, verifyRequestOf } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { countCodeTry, openSession } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import {
  answers,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  sessionFirst,
  signedIn,
  signInFirst,
  tooMany,
} from "../endpoint.server.ts";
import { Done, done, notProven, Opened, opened, refuseField } from "./answers.server.ts";
import { clientOf, dropCookie, keepVerifyRequest } from "./cookies.server.ts";

const LinkOrCode = z.union([z.object({ token: text({ max: 200, shape: "verbatim" }) }), MailedCode], {
  error: "Enter the 6 digits from the email.",
});

export const emailEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/verify-email",
      summary:
        "Verify an address by the token of a mailed link, or by the mailed code in the browser that requested it, which also signs in",
      request: { body: jsonBody(LinkOrCode) },
      responses: { ...answers(200, z.union([Done, Opened])), ...refusals(400, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const input = c.req.valid("json");
      if ("token" in input) {
        const verified = await verifyEmail(ctx, input);
        return verified.ok
          ? done(c, accountMessages.verified)
          : refusal(c, 422, "link_not_valid", accountMessages.linkNotValid);
      }
      const request = verifyRequestOf(c.req.raw.headers, env());
      // Another tab of this browser was faster.
      const isSignedIn = signedIn(ctx) !== undefined;
      if (!request && isSignedIn) return done(c, accountMessages.verified);
      if (!request) return refusal(c, 422, "other_browser", accountMessages.codeOfOtherBrowser);
      const tried = await countCodeTry(ctx, c.get("address"), "mailed-code");
      if (!tried.allowed) return tooMany(c, tried.retryAfterSeconds);
      const verified = await verifyEmailByCode(ctx, { request, code: input.code });
      if (verified.ok || verified.reason.kind === "code_over") await tried.forgive();
      if (!verified.ok) {
        switch (verified.reason.kind) {
          case "wrong_code":
            return refusal(c, 422, "wrong_code", accountMessages.mailedCodeWrong);
          case "no_code":
            return refusal(c, 422, "other_browser", accountMessages.codeOfOtherBrowser);
          case "code_over":
            if (isSignedIn) return done(c, accountMessages.verified);
            return refusal(c, 422, "code_over", accountMessages.mailedCodeOver);
          default:
            return never(verified.reason);
        }
      }
      dropCookie(c, verifyCookieName(env()));
      // This browser has just sent the password. Admins and accounts that need a code sign in as usual.
      const session = await openSession(ctx, { userId: verified.value.userId, aal: "aal1" }, clientOf(c));
      return session ? opened(c, session) : done(c, accountMessages.verified);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/send-verification-email",
      summary: "Send another verification mail to the browser that signed up; at most one a minute and five an hour",
      responses: { ...answers(200, Done), ...refusals(409, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const person = await findUnverifiedAccount(ctx, c.req.raw.headers);
      if (!person) return refusal(c, 422, "code_over", accountMessages.linkNotValid);
      const limit = await countUse(ctx, "verification-mail", person.id);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const request = await mailVerification(ctx, person, resendPauseSeconds);
      if (!request) return refusal(c, 409, "sent_just_now", accountMessages.mailPause);
      keepVerifyRequest(c, request);
      return done(c, accountMessages.mailSentAgain);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/change-email",
      summary: "Start a change of address; the old address confirms it, then the new one is verified",
      middleware: sessionFirst,
      request: { body: jsonBody(ChangeEmail) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 403, 422, 429, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const limit = await countUse(ctx, "verification-mail", ctx.actor.userId);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const started = await startEmailChange(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (started.ok) return done(c);
      return started.reason.kind === "same_address"
        ? refuseField(c, "same_address", "newEmail", accountMessages.sameEmail)
        : notProven(c, started.reason, "password");
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/cancel-email-change",
      summary: "Cancel a change of address",
      responses: { ...answers(200, Done), ...refusals(401) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      await cancelEmailChange(ctx);
      return done(c);
    },
  );
