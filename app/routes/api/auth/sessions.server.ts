import { z } from "@hono/zod-openapi";
import { accountMessages } from "#app/features/accounts/accounts.ts";
import { endSession } from "#app/features/accounts/sign-in/session.server.ts";
import { challengeCookieName, sessionCookieName } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { endOtherSessions, listSessions, revokeSession } from "#app/features/accounts/sign-in/sign-in.server.ts";
import { ok } from "#app/lib/result.ts";
import { roleOf, roles } from "#app/lib/rights.ts";
import { env } from "#app/platform/env.server.ts";
import { isForm } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";
import { Done, doneAfter } from "./answers.server.ts";
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
    user: z.object({
      id: z.string(),
      email: z.string(),
      emailVerified: z.literal(true),
      isAdmin: z.boolean(),
      role: z.enum(roles).nullable(),
    }),
  })
  .nullable();

const open = publicArea({});
const signedIn = sessionArea({ not_found: [404, accountMessages.sessionNotFound] });

export const sessionEndpoints = endpoints(
  open.post("/auth/sign-out", {
    summary: "End the session on the server; a plain form is redirected to the home page",
    returns: z.object({ success: z.literal(true) }),
    responses: { 303: { description: "Sent by a plain form: to the home page" } },
    command: async (ctx, _, c) => {
      if (ctx.actor.kind === "user") await endSession(ctx, ctx.actor.sessionId);
      for (const name of [sessionCookieName(env()), challengeCookieName(env())]) dropCookie(c, name);
      clearPages(c);
      return isForm(c) ? c.redirect("/", 303) : ok({ success: true as const });
    },
  }),
  open.get("/auth/get-session", {
    summary: "The session and its user, or null",
    returns: CurrentSession,
    command: async ({ actor }) => {
      if (actor.kind !== "user") return ok(null);
      const { userId: id, sessionId, email, isAdmin, aal } = actor;
      const user = { id, email, emailVerified: true as const, isAdmin, role: roleOf(actor) };
      return ok({ session: { id: sessionId, userId: id, aal }, user });
    },
  }),
  signedIn.get("/auth/list-sessions", {
    summary: "The open sessions of the user",
    returns: z.array(OpenSession),
    command: async (ctx) => ok(await listSessions(ctx)),
  }),
  signedIn.post("/auth/revoke-session", {
    summary: "End one of the user's sessions",
    body: z.object({ id: z.uuid("Which session?") }),
    returns: Done,
    statuses: [400, 404, 422],
    command: async (ctx, input) => doneAfter(await revokeSession(ctx, input)),
  }),
  signedIn.post("/auth/revoke-other-sessions", {
    summary: "End every other session of the user",
    returns: z.object({ status: z.literal(true), ended: z.int() }),
    command: async (ctx) => ok({ status: true as const, ended: await endOtherSessions(ctx, ctx.actor) }),
  }),
);
