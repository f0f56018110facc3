import { createRoute, z } from "@hono/zod-openapi";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { endSession } from "#app/features/accounts/sign-in/session.server.ts";
import { challengeCookieName, sessionCookieName } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { endOtherSessions, listSessions, revokeSession } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { env } from "#app/platform/env.server.ts";
import {
  answers,
  isForm,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  sessionFirst,
  signedIn,
  signInFirst,
} from "../endpoint.server.ts";
import { Done, done } from "./answers.server.ts";
import { clearPages, dropCookie } from "./cookies.server.ts";

const Aal = z.enum(["aal1", "aal2"]);
const OpenSession = z.object({
  id: z.string(),
  current: z.boolean(),
  device: z.string(),
  aal: Aal,
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
/** Without the session's token: scripts of a page do not need it. */
const CurrentSession = z
  .object({
    session: z.object({ id: z.string(), userId: z.string(), aal: Aal }),
    user: z.object({ id: z.string(), email: z.string(), emailVerified: z.literal(true), isAdmin: z.boolean() }),
  })
  .nullable();

export const sessionEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/sign-out",
      summary: "End the session on the server; a plain form is redirected to the home page",
      responses: {
        ...answers(200, z.object({ success: z.literal(true) })),
        303: { description: "Sent by a plain form: to the home page" },
      },
    }),
    async (c) => {
      const { actor } = c.get("ctx");
      if (actor.kind === "user") await endSession(c.get("ctx"), actor.sessionId);
      for (const name of [sessionCookieName(env()), challengeCookieName(env())]) dropCookie(c, name);
      clearPages(c);
      return isForm(c) ? c.redirect("/", 303) : c.json({ success: true as const }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/auth/get-session",
      summary: "The session and its user, or null",
      responses: answers(200, CurrentSession),
    }),
    (c) => {
      const { actor } = c.get("ctx");
      if (actor.kind !== "user") return c.json(null, 200);
      const { userId: id, sessionId, email, isAdmin, aal } = actor;
      const user = { id, email, emailVerified: true as const, isAdmin };
      return c.json({ session: { id: sessionId, userId: id, aal }, user }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/auth/list-sessions",
      summary: "The open sessions of the user",
      responses: { ...answers(200, z.array(OpenSession)), ...refusals(401) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      const sessions = (await listSessions(ctx)).map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      }));
      return c.json(sessions, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/revoke-session",
      summary: "End one of the user's sessions",
      middleware: sessionFirst,
      request: { body: jsonBody(z.object({ id: z.uuid("Which session?") })) },
      responses: { ...answers(200, Done), ...refusals(400, 401, 404, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const revoked = await revokeSession(ctx, c.req.valid("json"));
      return revoked.ok ? done(c) : refusal(c, 404, "not_found", accountMessages.sessionNotFound);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/auth/revoke-other-sessions",
      summary: "End every other session of the user",
      responses: { ...answers(200, z.object({ status: z.literal(true), ended: z.int() })), ...refusals(401) },
    }),
    async (c) => {
      const ctx = signedIn(c.get("ctx"));
      if (!ctx) return signInFirst(c);
      return c.json({ status: true as const, ended: await endOtherSessions(ctx, ctx.actor) }, 200);
    },
  );
