import { createRoute, z } from "@hono/zod-openapi";
import { accountMessages, ProofAgain, SignInLinkRequest } from "#app/features/accounts/accounts.ts";
import {
  disconnectProvider,
  providerMinutes,
  startProviderSignIn,
} from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { providerIds } from "#app/features/accounts/providers/sign-in-providers.ts";
import { providerCookieName, surplusProviderCookies } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { requestSignInLink } from "#app/features/accounts/sign-in/sign-in-link.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { nextPath } from "#app/lib/next-path.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { env } from "#app/platform/env.server.ts";
import {
  answers,
  jsonBody,
  newEndpoints,
  notFound,
  refusal,
  refusals,
  sessionFirst,
  tooMany,
} from "../endpoint.server.ts";
import { Done, done, notProven } from "./answers.server.ts";
import { dropCookie, keepCookie } from "./cookies.server.ts";

const Provider = z.object({ provider: z.enum(providerIds) });

/** Signing in by a mailed link or at an identity provider. The link's button and the callback are in forms.server.ts. */
export const passwordlessEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-in/link",
      security: [],
      summary: "Mail a sign-in link to an address that has an account; the response is the same for every address",
      request: { body: jsonBody(SignInLinkRequest) },
      responses: { ...answers(200, Done), ...refusals(400, 422, 429) },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const { email, next } = c.req.valid("json");
      const clientKey = limitKey(c.get("address"));
      const client = await countUse(ctx, "sign-in-link-client", clientKey);
      if (!client.allowed) return tooMany(c, client.retryAfterSeconds);
      // Counted by the address as it was entered, with or without an account. The mailbox has its own limit (link-mail.server.ts).
      const account = await countUse(ctx, "sign-in-link-account", `${email}|${clientKey}`);
      if (!account.allowed) return tooMany(c, account.retryAfterSeconds, accountMessages.signInLinkLimit);
      await requestSignInLink(ctx, { email, next: nextPath(next) });
      return done(c, accountMessages.signInLinkAsked);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-in/provider",
      security: [],
      summary: "Start signing in at an identity provider: the URL where the browser continues",
      request: { body: jsonBody(Provider.extend({ next: text({ max: 2000, shape: "verbatim" }).nullish() })) },
      responses: { ...answers(200, z.object({ url: z.string() })), ...refusals(400, 404, 422, 429, 503) },
    }),
    async (c) => {
      const { provider, next } = c.req.valid("json");
      const input = { provider, next: nextPath(next), address: c.get("address") };
      const started = await startProviderSignIn(c.get("ctx"), input);
      if (started.ok) {
        const { url, token } = started.value;
        for (const name of surplusProviderCookies(c.req.raw.headers, env())) dropCookie(c, name);
        keepCookie(c, providerCookieName(env(), token), token, providerMinutes * 60);
        return c.json({ url }, 200);
      }
      switch (started.reason.kind) {
        case "not_found":
          return notFound(c);
        case "too_many":
          return tooMany(c, started.reason.retryAfterSeconds);
        case "provider_unavailable":
          return refusal(c, 503, "provider_unavailable", accountMessages.providerUnavailable);
        default:
          return never(started.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/providers/{provider}/removal",
      summary: "Disconnect an identity provider from the user's account, given the password",
      middleware: sessionFirst,
      request: { params: Provider, body: jsonBody(ProofAgain) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 403, 404, 422, 429, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const input = { ...c.req.valid("param"), ...c.req.valid("json"), address: c.get("address") };
      const disconnected = await disconnectProvider(ctx, input);
      if (disconnected.ok) return done(c);
      return disconnected.reason.kind === "not_found" ? notFound(c) : notProven(c, disconnected.reason, "password");
    },
  );
