import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type UserRefusal, userRefusals } from "#app/features/accounts/user-filters.ts";
import {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  exportUser,
  joinUserToCompany,
  makeAdmin,
  releaseDomainOfUser,
  removeAdmin,
  resetFactor,
  separateUser,
} from "#app/features/accounts/users/users.server.ts";
import type { FreshCodeRequired } from "#app/features/security/admin-command.server.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import type { NotAdmin, NotFound, Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  freshCode,
  freshCodeFirst,
  isForm,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";
import { personalDataFile, personalDataHeaders } from "./personal-data-file.server.ts";

const ofUser = z.object({ userId: recordId() });
const ofSession = z.object({ userId: recordId(), sessionId: recordId() });
const typedAddress = z.object({ email: emailAddress("Enter the address of the account") });

export const usersAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/users/{userId}/disablement",
      summary: "Disable an account and end its sessions",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await disableUser(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/disablement",
      summary: "Enable a disabled account",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await enableUser(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/sessions",
      summary: "End every session of a user",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, z.object({ ended: z.int() })), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await endUserSessions(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(result.value, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/sessions/{sessionId}",
      summary: "End one session of a user",
      middleware: adminOnly,
      request: { params: ofSession },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await endUserSessions(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/second-factor",
      summary: "Remove the second factor and the recovery codes of a user; needs a fresh code",
      middleware: [adminOnly, freshCode],
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await resetFactor(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/users/{userId}/admin-right",
      summary: "Make a user an admin; needs a fresh code",
      middleware: [adminOnly, freshCode],
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await makeAdmin(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/admin-right",
      summary: "Remove the admin right and end the user's sessions; needs a fresh code",
      middleware: [adminOnly, freshCode],
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await removeAdmin(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/users/{userId}/company",
      summary: "Join a user to the company of another one, named by the address",
      middleware: adminOnly,
      request: { params: ofUser, body: jsonBody(typedAddress) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const { email: memberEmail } = c.req.valid("json");
      const result = await joinUserToCompany(c.get("ctx"), { ...c.req.valid("param"), memberEmail });
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/company",
      summary: "Give a user a company of their own again",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await separateUser(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/users/{userId}/company/domain",
      summary: "Stop sharing the company of a user by domain",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await releaseDomainOfUser(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/users/{userId}/deletion",
      summary: "Delete a user and all of their data at once; needs a fresh code and the email address",
      middleware: [adminOnly, freshCode],
      request: { params: ofUser, body: jsonBody(typedAddress) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await deleteUser(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  );

usersAdminEndpoints.openAPIRegistry.registerPath({
  method: "post",
  path: "/admin/users/{userId}/export",
  summary: "Export all data about a user, as a zip of JSON files and a readable page; needs a fresh code",
  request: { params: ofUser },
  responses: {
    200: { description: "The file", content: { "application/zip": { schema: { type: "string", format: "binary" } } } },
    303: { description: "A form without a fresh code: to the page that asks for one" },
    ...refusals(401, 403, 404, 409),
  },
});

/** A plain form posts here and the browser saves the file. */
usersAdminEndpoints.post("/admin/users/:userId/export", adminOnly, async (c) => {
  const ctx = c.get("ctx");
  const userId = c.req.param("userId");
  if (!isUuid(userId)) return notFound(c);
  if (!hasFreshCode(ctx.actor, ctx.now) && isForm(c)) return c.redirect(freshCodePage(`/admin/users/${userId}`), 303);
  const result = await exportUser(ctx, { userId });
  if (!result.ok) return refuseAction(c, result.reason);
  return c.body(await personalDataFile(ctx, result.value), 200, personalDataHeaders(ctx));
});

/** Returns the URL of the page that asks for a code and then opens `next`. */
export const freshCodePage = (next: string): string => `/auth/fresh-code?next=${encodeURIComponent(next)}`;

function refuseAction(c: Context, reason: NotAdmin | NotFound | FreshCodeRequired | Refusal<UserRefusal>) {
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "fresh_code_required":
      return freshCodeFirst(c);
    default:
      return refusal(c, 409, reason.kind, userRefusals[reason.kind]);
  }
}
