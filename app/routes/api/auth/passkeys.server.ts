import { z } from "@hono/zod-openapi";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Context } from "hono";
import { accountMessages, Credential, PasskeyName, ProofAgain } from "#app/features/accounts/accounts.ts";
import { proveFreshPasskey, startFreshPasskey } from "#app/features/accounts/passkeys/fresh-passkey.server.ts";
import {
  finishPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#app/features/accounts/passkeys/own-passkeys.server.ts";
import { signInByPasskey, startPasskeySignIn } from "#app/features/accounts/passkeys/passkey-sign-in.server.ts";
import { mapped } from "#app/lib/result.ts";
import { renamedElsewhere } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { accountRefusals, CodeNeeded, Done, done, doneAfter, Opened, proofRefusals, proven } from "./answers.server.ts";
import { clientOf, renewSession } from "./cookies.server.ts";

/** Options and responses have the JSON form of WebAuthn (Level 3, §5.1.8-9); the library validates their contents. */
const Options = z.looseObject({ challenge: z.string() });

const challenge_over = [410, accountMessages.passkeyOver] as const;
const signedIn = sessionArea({
  ...proofRefusals(),
  challenge_over,
  too_many_passkeys: accountMessages.tooManyPasskeys,
  not_verified: [422, accountMessages.passkeyNotAdded],
  known: accountMessages.passkeyKnown,
  stale: (reason: { current: string }, c: Context) => renamedElsewhere(c, reason),
  no_passkey: accountMessages.noPasskey,
  passkey_refused: [403, accountMessages.passkeyNotFresh],
});
const open = publicArea({ ...accountRefusals, challenge_over, passkey_refused: [401, accountMessages.passkeyRefused] });

/** Adding, naming and removing one's own passkeys, and signing in with one. */
export const passkeyEndpoints = endpoints(
  signedIn.post("/auth/passkeys/options", {
    summary: "Start adding a passkey, given the password: the options for navigator.credentials.create()",
    body: ProofAgain,
    returns: Options,
    statuses: [400, 403, 409, 422, 429, 503],
    command: async (ctx, input, c) =>
      mapped(await startPasskey(ctx, { ...input, address: c.get("address") }), (options) => ({ ...options })),
  }),
  signedIn.post("/auth/passkeys", {
    summary: "Add the passkey that the browser made",
    body: PasskeyName.extend({ response: Credential }),
    returns: z.object({ id: z.string() }),
    statuses: [400, 409, 410, 422],
    command: (ctx, { name, response }) =>
      finishPasskey(ctx, { name, response: response as unknown as RegistrationResponseJSON }),
  }),
  signedIn.put("/auth/passkeys/{id}", {
    summary: "Rename one of the user's passkeys",
    body: PasskeyName.extend({ from: z.string() }),
    returns: Done,
    statuses: [400, 404, 409, 422],
    command: async (ctx, input) => doneAfter(await renamePasskey(ctx, input)),
  }),
  signedIn.post("/auth/passkeys/{id}/removal", {
    summary: "Remove one of the user's passkeys, given the password",
    body: ProofAgain,
    returns: Done,
    statuses: [400, 403, 404, 422, 429, 503],
    refusals: { not_found: accountMessages.passkeyNotFound },
    command: async (ctx, input, c) => doneAfter(await removePasskey(ctx, { ...input, address: c.get("address") })),
  }),
  signedIn.post("/auth/two-factor/passkey/options", {
    summary: "Start verifying a passkey instead of a code: the options for navigator.credentials.get()",
    returns: Options,
    statuses: [409, 429],
    command: async (ctx, _, c) =>
      mapped(await startFreshPasskey(ctx, { address: c.get("address") }), (options) => ({ ...options })),
  }),
  signedIn.post("/auth/two-factor/verify-passkey", {
    summary: "Raise the open session to aal2 with a passkey that verified its user; counts as a recent code",
    body: z.object({ response: Credential }),
    returns: Done,
    statuses: [400, 403, 410, 422],
    command: async (ctx, { response }, c) => {
      const outcome = await proveFreshPasskey(ctx, { response: response as unknown as AuthenticationResponseJSON });
      if (!outcome.ok) return outcome;
      await renewSession(c, ctx.actor.sessionId, "aal2");
      return done();
    },
  }),
  open.post("/auth/sign-in/passkey/options", {
    security: [],
    summary: "Start signing in with a passkey: the options for navigator.credentials.get()",
    returns: Options,
    statuses: [429],
    command: async (ctx, _, c) =>
      mapped(await startPasskeySignIn(ctx, { address: c.get("address") }), (options) => ({ ...options })),
  }),
  open.post("/auth/sign-in/passkey", {
    security: [],
    summary: "Open a session for a passkey, or require a second-factor code if the passkey counts as one factor only",
    body: z.object({ response: Credential }),
    returns: z.union([Opened, CodeNeeded]),
    statuses: [400, 401, 403, 410, 422, 503],
    command: async (ctx, { response }, c) => {
      const outcome = await signInByPasskey(
        ctx,
        { response: response as unknown as AuthenticationResponseJSON },
        clientOf(c),
      );
      return outcome.ok ? proven(c, outcome.value) : outcome;
    },
  }),
);
