import { z } from "@hono/zod-openapi";
import {
  accountMessages,
  ChangePassword,
  EmailOnly,
  MailedCode,
  ResetPassword,
} from "#app/features/accounts/accounts.ts";
import { changePassword } from "#app/features/accounts/passwords/password-change.server.ts";
import { requestReset, resetPassword, tryResetCode } from "#app/features/accounts/passwords/password-reset.server.ts";
import { mailedCode } from "#app/features/accounts/sign-in/proofs.server.ts";
import { resetCookieName, resetRequestOf } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { countCodeTry } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { refusal, tooMany } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { Done, done, doneAfter, ofField, proofRefusals } from "./answers.server.ts";
import { dropCookie, keepCookie, renewSession } from "./cookies.server.ts";

const common_password = ofField("newPassword", accountMessages.commonPassword);
const open = publicArea({
  common_password,
  other_browser: [422, accountMessages.codeOfOtherBrowser],
  wrong_code: [422, accountMessages.mailedCodeWrong],
  code_over: [422, accountMessages.mailedCodeOver],
  last_wrong_code: (_, c) => refusal(c, 422, "code_over", accountMessages.mailedCodeOver),
  link_not_valid: [422, accountMessages.resetLinkNotValid],
});
const signedIn = sessionArea({ ...proofRefusals("currentPassword"), common_password });

export const passwordEndpoints = endpoints(
  open.post("/auth/request-password-reset", {
    summary: "Mail a link and a code to an address that has an account; the response is the same for every address",
    body: EmailOnly,
    returns: Done,
    statuses: [400, 422, 429],
    command: async (ctx, input, c) => {
      const client = await countUse(ctx, "password-reset-client", limitKey(c.get("address")));
      if (!client.allowed) return tooMany(c, client.retryAfterSeconds);
      // Counted by the exact address, with or without an account. A mailed link is valid at least as long as this limit
      // lasts.
      const account = await countUse(ctx, "password-reset-account", input.email);
      if (!account.allowed) return tooMany(c, account.retryAfterSeconds, accountMessages.resetLimit);
      const request = await requestReset(ctx, input);
      keepCookie(c, resetCookieName(env()), request, mailedCode.minutes * 60);
      return done(accountMessages.resetAsked);
    },
  }),
  open.post("/auth/verify-reset-code", {
    summary: "Exchange the mailed code, in the browser that requested it, for the token that sets a password",
    body: MailedCode,
    returns: z.object({ token: z.string() }),
    statuses: [400, 422, 429],
    command: async (ctx, { code }, c) => {
      const request = resetRequestOf(c.req.raw.headers, env());
      if (!request) return refuse("other_browser");
      const limit = await countCodeTry(ctx, c.get("address"), "mailed-code");
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const tried = await tryResetCode(ctx, { request, code });
      if (tried.ok || tried.reason.kind === "code_over") await limit.forgive();
      if (!tried.ok) return tried;
      dropCookie(c, resetCookieName(env()));
      return ok({ token: tried.value.token });
    },
  }),
  open.post("/auth/reset-password", {
    summary: "Set a new password and end every session; does not sign in",
    body: ResetPassword,
    returns: Done,
    statuses: [400, 422, 503],
    command: async (ctx, input) => doneAfter(await resetPassword(ctx, input), accountMessages.passwordReset),
  }),
  signedIn.post("/auth/change-password", {
    summary: "Set a new password, given the current one, and end the other sessions",
    body: ChangePassword,
    returns: Done,
    statuses: [400, 403, 422, 429, 503],
    command: async (ctx, input, c) => {
      const changed = await changePassword(ctx, { ...input, address: c.get("address") });
      if (changed.ok) await renewSession(c, ctx.actor.sessionId);
      return doneAfter(changed, accountMessages.passwordSaved);
    },
  }),
);
