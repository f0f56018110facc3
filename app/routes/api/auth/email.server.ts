import { z } from "@hono/zod-openapi";
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
import { refuse, tooMany } from "#app/lib/refusal.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import { signedIn as isSession, refusal } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { Done, done, doneAfter, Opened, ofField, opened, proofRefusals } from "./answers.server.ts";
import { clientOf, dropCookie, keepVerifyRequest } from "./cookies.server.ts";

const LinkOrCode = z.union([z.object({ token: text({ max: 200, shape: "verbatim" }) }), MailedCode], {
  error: "Enter the 6 digits from the email.",
});

const other_browser = [422, accountMessages.codeOfOtherBrowser] as const;
const open = publicArea({
  other_browser,
  link_not_valid: [422, accountMessages.linkNotValid],
  wrong_code: [422, accountMessages.mailedCodeWrong],
  no_code: (_, c) => refusal(c, 422, "other_browser", accountMessages.codeOfOtherBrowser),
  code_over: [422, accountMessages.mailedCodeOver],
  last_wrong_code: (_, c) => refusal(c, 422, "code_over", accountMessages.mailedCodeOver),
  sent_just_now: accountMessages.mailPause,
});
const signedIn = sessionArea({ ...proofRefusals(), same_address: ofField("newEmail", accountMessages.sameEmail) });

export const emailEndpoints = endpoints(
  open.post("/auth/verify-email", {
    summary:
      "Verify an address by the token of a mailed link, or by the mailed code in the browser that requested it, which also signs in",
    body: LinkOrCode,
    returns: z.union([Done, Opened]),
    statuses: [400, 422, 429],
    command: async (ctx, input, c) => {
      if ("token" in input) return doneAfter(await verifyEmail(ctx, input), accountMessages.verified);
      const request = verifyRequestOf(c.req.raw.headers, env());
      // Another tab of this browser was faster.
      const isSignedIn = isSession(ctx) !== undefined;
      if (!request) return isSignedIn ? done(accountMessages.verified) : refuse("other_browser");
      const tried = await countCodeTry(ctx, c.get("address"), "mailed-code");
      if (!tried.allowed) return tooMany(tried.retryAfterSeconds);
      const verified = await verifyEmailByCode(ctx, { request, code: input.code });
      if (verified.ok || verified.reason.kind === "code_over") await tried.forgive();
      if (!verified.ok)
        return isSignedIn && verified.reason.kind === "code_over" ? done(accountMessages.verified) : verified;
      dropCookie(c, verifyCookieName(env()));
      // This browser has just sent the password. Admins and accounts that need a code sign in as usual.
      const session = await openSession(ctx, { userId: verified.value.userId, aal: "aal1" }, clientOf(c));
      return session ? opened(c, session) : done(accountMessages.verified);
    },
  }),
  open.post("/auth/send-verification-email", {
    summary: "Send another verification mail to the browser that signed up; at most one a minute and five an hour",
    returns: Done,
    statuses: [409, 422, 429],
    refusals: { code_over: [422, accountMessages.linkNotValid] },
    command: async (ctx, _, c) => {
      const person = await findUnverifiedAccount(ctx, c.req.raw.headers);
      if (!person) return refuse("code_over");
      const limit = await countUse(ctx, "verification-mail", person.id);
      if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
      const request = await mailVerification(ctx, person, resendPauseSeconds);
      if (!request) return refuse("sent_just_now");
      keepVerifyRequest(c, request);
      return done(accountMessages.mailSentAgain);
    },
  }),
  signedIn.post("/auth/change-email", {
    summary: "Start a change of address; the old address confirms it, then the new one is verified",
    body: ChangeEmail,
    returns: Done,
    statuses: [400, 403, 422, 429, 503],
    command: async (ctx, input, c) => {
      const limit = await countUse(ctx, "verification-mail", ctx.actor.userId);
      if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
      return doneAfter(await startEmailChange(ctx, { ...input, address: c.get("address") }));
    },
  }),
  signedIn.post("/auth/cancel-email-change", {
    summary: "Cancel a change of address",
    returns: Done,
    command: async (ctx) => {
      await cancelEmailChange(ctx);
      return done();
    },
  }),
);
