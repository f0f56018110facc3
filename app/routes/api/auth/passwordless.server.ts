import { z } from "@hono/zod-openapi";
import { accountMessages, ProofAgain, SignInLinkRequest } from "#app/features/accounts/accounts.ts";
import { disconnectProvider, startProviderSignIn } from "#app/features/accounts/providers/provider-sign-in.server.ts";
import { providerIds } from "#app/features/accounts/providers/sign-in-providers.ts";
import { requestSignInLink } from "#app/features/accounts/sign-in/sign-in-link.server.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { nextPath } from "#app/lib/addresses/next-path.ts";
import { ok } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { tooMany } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { Done, done, doneAfter, proofRefusals } from "./answers.server.ts";
import { keepProviderCookie } from "./cookies.server.ts";

const Provider = z.object({ provider: z.enum(providerIds) });

const open = publicArea({ provider_unavailable: [503, accountMessages.providerUnavailable] });
const signedIn = sessionArea(proofRefusals());

/** Signing in by a mailed link or at an identity provider. The link's button and the callback are in routes/forms/auth-links.server.ts. */
export const passwordlessEndpoints = endpoints(
  open.post("/auth/sign-in/link", {
    security: [],
    summary: "Mail a sign-in link to an address that has an account; the response is the same for every address",
    body: SignInLinkRequest,
    returns: Done,
    statuses: [400, 422, 429],
    command: async (ctx, { email, next }, c) => {
      const clientKey = limitKey(c.get("address"));
      const client = await countUse(ctx, "sign-in-link-client", clientKey);
      if (!client.allowed) return tooMany(c, client.retryAfterSeconds);
      // Counted by the address as it was entered, with or without an account. The mailbox has its own limit (link-mail.server.ts).
      const account = await countUse(ctx, "sign-in-link-account", `${email}|${clientKey}`);
      if (!account.allowed) return tooMany(c, account.retryAfterSeconds, accountMessages.signInLinkLimit);
      await requestSignInLink(ctx, { email, next: nextPath(next) });
      return done(accountMessages.signInLinkAsked);
    },
  }),
  open.post("/auth/sign-in/provider", {
    security: [],
    summary: "Start signing in at an identity provider: the URL where the browser continues",
    body: Provider.extend({ next: text({ max: 2000, shape: "verbatim" }).nullish() }),
    returns: z.object({ url: z.string() }),
    statuses: [400, 404, 422, 429, 503],
    command: async (ctx, { provider, next }, c) => {
      const started = await startProviderSignIn(ctx, { provider, next: nextPath(next), address: c.get("address") });
      if (!started.ok) return started;
      const { url, token } = started.value;
      keepProviderCookie(c, token);
      return ok({ url });
    },
  }),
  signedIn.post("/auth/providers/{provider}/removal", {
    summary: "Disconnect an identity provider from the user's account, given the password",
    params: Provider,
    body: ProofAgain,
    returns: Done,
    statuses: [400, 403, 404, 422, 429, 503],
    command: async (ctx, input, c) => doneAfter(await disconnectProvider(ctx, { ...input, address: c.get("address") })),
  }),
);
