import { createRoute, z } from "@hono/zod-openapi";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { accountMessages, PasskeyName, ProofAgain } from "#app/features/accounts/accounts.ts";
import { proveFreshPasskey, startFreshPasskey } from "#app/features/accounts/passkeys/fresh-passkey.server.ts";
import {
  finishPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
} from "#app/features/accounts/passkeys/own-passkeys.server.ts";
import { signInByPasskey, startPasskeySignIn } from "#app/features/accounts/passkeys/passkey-sign-in.server.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import {
  answers,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  renamedElsewhere,
  sessionFirst,
  tooMany,
} from "../endpoint.server.ts";
import { CodeNeeded, Done, done, notProven, Opened, proven } from "./answers.server.ts";
import { clientOf, renewSession } from "./cookies.server.ts";

/** Options and responses have the JSON form of WebAuthn (Level 3, §5.1.8-9); the library validates their contents. */
const Options = z.looseObject({ challenge: z.string() });
const binary = text({ min: 1, max: 20_000, shape: "verbatim" }).regex(/^[\w-]+$/, "Not base64url");
const Credential = z.looseObject({
  id: text({ min: 1, max: 2000, shape: "verbatim" }),
  rawId: text({ min: 1, max: 2000, shape: "verbatim" }),
  type: z.literal("public-key"),
  response: z.looseObject({ clientDataJSON: binary }),
});
const PasskeyId = z.object({ id: recordId() });

/** Adding, naming and removing one's own passkeys, and signing in with one. */
export const passkeyEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/passkeys/options",
      summary: "Start adding a passkey, given the password: the options for navigator.credentials.create()",
      middleware: sessionFirst,
      request: { body: jsonBody(ProofAgain) },
      responses: { ...answers(200, Options), ...refusals(400, 401, 403, 409, 422, 429, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const started = await startPasskey(ctx, { ...c.req.valid("json"), address: c.get("address") });
      if (started.ok) return c.json({ ...started.value }, 200);
      switch (started.reason.kind) {
        case "too_many_passkeys":
          return refusal(c, 409, "too_many_passkeys", accountMessages.tooManyPasskeys);
        case "fresh_code_required":
          return freshCodeFirst(c);
        default:
          return notProven(c, started.reason, "password");
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/passkeys",
      summary: "Add the passkey that the browser made",
      middleware: sessionFirst,
      request: { body: jsonBody(PasskeyName.extend({ response: Credential })) },
      responses: { ...answers(200, z.object({ id: z.string() })), ...refusals(400, 401, 409, 410, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const { name, response } = c.req.valid("json");
      const made = await finishPasskey(ctx, { name, response: response as unknown as RegistrationResponseJSON });
      if (made.ok) return c.json(made.value, 200);
      switch (made.reason.kind) {
        case "challenge_over":
          return refusal(c, 410, "challenge_over", accountMessages.passkeyOver);
        case "not_verified":
          return refusal(c, 422, "not_verified", accountMessages.passkeyNotAdded);
        case "known":
          return refusal(c, 409, "known", accountMessages.passkeyKnown);
        case "too_many_passkeys":
          return refusal(c, 409, "too_many_passkeys", accountMessages.tooManyPasskeys);
        default:
          return never(made.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/auth/passkeys/{id}",
      summary: "Rename one of the user's passkeys",
      middleware: sessionFirst,
      request: { params: PasskeyId, body: jsonBody(PasskeyName.extend({ from: z.string() })) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const renamed = await renamePasskey(ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      if (renamed.ok) return done(c);
      return renamed.reason.kind === "stale" ? renamedElsewhere(c, renamed.reason) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/passkeys/{id}/removal",
      summary: "Remove one of the user's passkeys, given the password",
      middleware: sessionFirst,
      request: { params: PasskeyId, body: jsonBody(ProofAgain) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 403, 404, 422, 429, 503) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const input = { ...c.req.valid("param"), ...c.req.valid("json"), address: c.get("address") };
      const removed = await removePasskey(ctx, input);
      if (removed.ok) return done(c);
      return removed.reason.kind === "not_found"
        ? refusal(c, 404, "not_found", accountMessages.passkeyNotFound)
        : notProven(c, removed.reason, "password");
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/two-factor/passkey/options",
      summary: "Start verifying a passkey instead of a code: the options for navigator.credentials.get()",
      middleware: sessionFirst,
      responses: { ...answers(200, Options), ...refusals(401, 409, 429) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const started = await startFreshPasskey(ctx, { address: c.get("address") });
      if (started.ok) return c.json({ ...started.value }, 200);
      return started.reason.kind === "no_passkey"
        ? refusal(c, 409, "no_passkey", accountMessages.noPasskey)
        : tooMany(c, started.reason.retryAfterSeconds);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/two-factor/verify-passkey",
      summary: "Raise the open session to aal2 with a passkey that verified its user; counts as a recent code",
      middleware: sessionFirst,
      request: { body: jsonBody(z.object({ response: Credential })) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 403, 410, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const response = c.req.valid("json").response as unknown as AuthenticationResponseJSON;
      const proven = await proveFreshPasskey(ctx, { response });
      if (proven.ok) {
        await renewSession(c, ctx.actor.sessionId, "aal2");
        return done(c);
      }
      switch (proven.reason.kind) {
        case "challenge_over":
          return refusal(c, 410, "challenge_over", accountMessages.passkeyOver);
        case "passkey_refused":
          return refusal(c, 403, "passkey_refused", accountMessages.passkeyNotFresh);
        default:
          return never(proven.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-in/passkey/options",
      security: [],
      summary: "Start signing in with a passkey: the options for navigator.credentials.get()",
      responses: { ...answers(200, Options), ...refusals(429) },
    }),
    async (c) => {
      const started = await startPasskeySignIn(c.get("ctx"), { address: c.get("address") });
      return started.ok ? c.json({ ...started.value }, 200) : tooMany(c, started.reason.retryAfterSeconds);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-in/passkey",
      security: [],
      summary: "Open a session for a passkey, or require a second-factor code if the passkey counts as one factor only",
      request: { body: jsonBody(z.object({ response: Credential })) },
      responses: { ...answers(200, z.union([Opened, CodeNeeded])), ...refusals(400, 401, 403, 410, 422, 503) },
    }),
    async (c) => {
      const response = c.req.valid("json").response as unknown as AuthenticationResponseJSON;
      const outcome = await signInByPasskey(c.get("ctx"), { response }, clientOf(c));
      if (outcome.ok) return proven(c, outcome.value);
      switch (outcome.reason.kind) {
        case "challenge_over":
          return refusal(c, 410, "challenge_over", accountMessages.passkeyOver);
        case "passkey_refused":
          return refusal(c, 401, "passkey_refused", accountMessages.passkeyRefused);
        default:
          return never(outcome.reason);
      }
    },
  );
