import { z } from "@hono/zod-openapi";
import {
  ChangeEmail,
  ChangePassword,
  EmailOnly,
  FirstCode,
  MailedCode,
  PasswordAgain,
  Recovery,
  RemoveFactor,
  ResetPassword,
  SecondFactorCode,
  SignIn,
  SignUp,
} from "#app/features/accounts/accounts.ts";
import { answers, jsonBody, type newEndpoints, refusals } from "./endpoint.server.ts";

const Done = z.object({ status: z.literal(true), message: z.string().optional() });
const Person = z.object({ id: z.string(), email: z.string(), name: z.string(), emailVerified: z.boolean() });
const Opened = z.object({ redirect: z.literal(false), user: Person });
const Codes = z.object({ recoveryCodes: z.array(z.string()) });

type Description = { summary: string; body?: z.ZodType; answer: z.ZodType; refuses: number[] };

/** POST calls of /api/auth; they are answered by features/accounts, outside the typed endpoints, and described here. */
const posts: Record<string, Description> = {
  "sign-up/email": {
    summary: "Creates an account and mails a link and a code; signs nobody in",
    body: SignUp,
    answer: z.object({ user: Person, message: z.string() }),
    refuses: [422, 429, 503],
  },
  "sign-in/email": {
    summary: "Opens a session, or asks for the code of a second factor",
    body: SignIn,
    answer: z.union([Opened, z.object({ twoFactorRedirect: z.literal(true), twoFactorMethods: z.array(z.string()) })]),
    refuses: [401, 403, 422, 429, 503],
  },
  "sign-out": {
    summary: "Ends the session on the server",
    answer: z.object({ success: z.literal(true) }),
    refuses: [],
  },
  "verify-email": {
    summary:
      "Proves an address: by the token of a mailed link, or by the code in the browser that asked, which signs in",
    body: z.union([z.object({ token: z.string() }), MailedCode]),
    answer: z.union([Done, Opened]),
    refuses: [422, 429],
  },
  "send-verification-email": {
    summary: "Another mail for the browser that signed up; at most one a minute",
    answer: Done,
    refuses: [409, 422, 429],
  },
  "request-password-reset": {
    summary: "Mails a link and a code to an address that has an account; answers alike for every address",
    body: EmailOnly,
    answer: Done,
    refuses: [422, 429],
  },
  "verify-reset-code": {
    summary: "The mailed code, in the browser that asked, for the token that sets a password",
    body: MailedCode,
    answer: z.object({ token: z.string() }),
    refuses: [422, 429],
  },
  "reset-password": {
    summary: "Sets a new password and ends every session; signs nobody in",
    body: ResetPassword,
    answer: Done,
    refuses: [422, 503],
  },
  "change-password": {
    summary: "A new password for whoever knows the old one; ends the other sessions",
    body: ChangePassword,
    answer: Done,
    refuses: [401, 403, 422, 429, 503],
  },
  "change-email": {
    summary: "Starts a move to another address; the old one has to confirm, the new one to verify",
    body: ChangeEmail,
    answer: Done,
    refuses: [401, 403, 422, 429, 503],
  },
  "cancel-email-change": { summary: "Calls a move off", answer: Done, refuses: [401] },
  "revoke-session": {
    summary: "Ends one of one's own sessions",
    body: z.object({ id: z.uuid() }),
    answer: Done,
    refuses: [401, 404, 422],
  },
  "revoke-other-sessions": {
    summary: "Ends every session but this one",
    answer: z.object({ status: z.literal(true), ended: z.int() }),
    refuses: [401],
  },
  "two-factor/verify-totp": {
    summary: "The code of a pending sign-in, or of an open session, which rises to aal2 under a new token",
    body: SecondFactorCode,
    answer: Opened,
    refuses: [401, 422, 429],
  },
  "two-factor/verify-recovery-code": {
    summary: "A recovery code in place of the app, for a pending sign-in",
    body: Recovery,
    answer: Opened,
    refuses: [401, 422, 429, 503],
  },
  "two-factor/enable": {
    summary: "Admins: a new secret that waits for its first code",
    body: PasswordAgain,
    answer: z.object({ factorId: z.string(), secret: z.string(), totpURI: z.string(), qr: z.array(z.string()) }),
    refuses: [401, 403, 422, 429, 503],
  },
  "two-factor/verify-enrollment": {
    summary: "Admins: the first code puts the factor in force; ten recovery codes, shown once",
    body: FirstCode,
    answer: Codes,
    refuses: [401, 403, 422, 429, 503],
  },
  "two-factor/disable": {
    summary: "Admins: takes the factor away, for password and code",
    body: RemoveFactor,
    answer: Done,
    refuses: [401, 403, 422, 429, 503],
  },
  "two-factor/generate-recovery-codes": {
    summary: "Admins: a new set of recovery codes; the old one is void",
    body: PasswordAgain,
    answer: Codes,
    refuses: [401, 403, 422, 429, 503],
  },
};

const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  aal: z.enum(["aal1", "aal2"]),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
const WhoIsIn = z
  .object({
    session: z.object({ id: z.string(), userId: z.string(), aal: z.enum(["aal1", "aal2"]) }),
    user: z.object({ id: z.string(), email: z.string(), emailVerified: z.literal(true), isAdmin: z.boolean() }),
  })
  .nullable();

const gets: Record<string, Description> = {
  "get-session": { summary: "Who is signed in, or null", answer: WhoIsIn, refuses: [] },
  "list-sessions": { summary: "Where one is signed in", answer: z.array(Session), refuses: [401] },
};

/** Writes the calls of /api/auth into the description of all calls. */
export function describeAuthCalls(registry: ReturnType<typeof newEndpoints>["openAPIRegistry"]) {
  const tell = (method: "get" | "post", path: string, { summary, body, answer, refuses }: Description) =>
    registry.registerPath({
      method,
      path: `/auth/${path}`,
      summary,
      ...(body ? { request: { body: jsonBody(body) } } : {}),
      responses: { ...answers(200, answer), ...refusals(...refuses) },
    });
  for (const [path, call] of Object.entries(posts)) tell("post", path, call);
  for (const [path, call] of Object.entries(gets)) tell("get", path, call);
}
