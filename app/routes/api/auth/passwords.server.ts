import { createRoute, z } from "@hono/zod-openapi";
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
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { answers, jsonBody, newEndpoints, refusal, refusals, sessionFirst, tooMany } from "../endpoint.server.ts";
import { Done, done, notProven, refuseField } from "./answers.server.ts";
import { dropCookie, keepCookie, renewSession } from "./cookies.server.ts";

export const passwordEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/request-password-reset",
      summary: "Mail a link and a code to an address that has an account; the response is the same for every address",
      request: { body: jsonBody(EmailOnly) },
      responses: { ...answers(200, Done), ...refusals(400, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const input = c.req.valid("json");
      const client = await countUse(ctx, "password-reset-client", limitKey(c.get("address")));
      if (!client.allowed) return tooMany(c, client.retryAfterSeconds);
      // Counted by the exact address, with or without an account. A mailed link is valid at least as long as this limit
      // lasts.
      const account = await countUse(ctx, "password-reset-account", input.email);
      if (!account.allowed) return tooMany(c, account.retryAfterSeconds, accountMessages.resetLimit);
      const request = await requestReset(ctx, input);
      keepCookie(c, resetCookieName(env()), request, mailedCode.minutes * 60);
      return done(c, accountMessages.resetAsked);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/verify-reset-code",
      summary: "Exchange the mailed code, in the browser that requested it, for the token that sets a password",
      request: { body: jsonBody(MailedCode) },
      responses: { ...answers(200, z.object({ token: z.string() })), ...refusals(400, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const request = resetRequestOf(c.req.raw.headers, env());
      if (!request) return refusal(c, 422, "other_browser", accountMessages.codeOfOtherBrowser);
      const limit = await countCodeTry(ctx, c.get("address"), "mailed-code");
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const tried = await tryResetCode(ctx, { request, code: c.req.valid("json").code });
      if (tried.ok || tried.reason.kind !== "wrong_code") await limit.forgive();
      if (tried.ok) {
        dropCookie(c, resetCookieName(env()));
        return c.json({ token: tried.value.token }, 200);
      }
      return tried.reason.kind === "wrong_code"
        ? refusal(c, 422, "wrong_code", accountMessages.mailedCodeWrong)
        : refusal(c, 422, "code_over", accountMessages.mailedCodeOver);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/reset-password",
      summary: "Set a new password and end every session; does not sign in",
      request: { body: jsonBody(ResetPassword) },
      responses: { ...answers(200, Done), ...refusals(400, 422, 503) },
    }),
    async (c) => {
      const reset = await resetPassword(c.get("ctx"), c.req.valid("json"));
      if (reset.ok) return done(c, accountMessages.passwordReset);
      switch (reset.reason.kind) {
        case "link_not_valid":
          return refusal(c, 422, "link_not_valid", accountMessages.resetLinkNotValid);
        case "common_password":
          return refuseField(c, "common_password", "newPassword", accountMessages.commonPassword);
        default:
          return never(reset.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/change-password",
      summary: "Set a new password, given the current one, and end the other sessions",
      middleware: sessionFirst,
      request: { body: jsonBody(ChangePassword) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 403, 422, 429, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const changed = await changePassword(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (!changed.ok) {
        return changed.reason.kind === "common_password"
          ? refuseField(c, "common_password", "newPassword", accountMessages.commonPassword)
          : notProven(c, changed.reason, "currentPassword");
      }
      await renewSession(c, ctx.actor.sessionId);
      return done(c, accountMessages.passwordSaved);
    },
  );
