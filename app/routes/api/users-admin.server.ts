import { z } from "@hono/zod-openapi";
import {
  joinUserToCompany,
  releaseDomainOfUser,
  separateUser,
} from "#app/features/accounts/company/membership.server.ts";
import { makeAdmin, removeAdmin } from "#app/features/accounts/users/roles.server.ts";
import {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  exportUser,
  resetFactor,
} from "#app/features/accounts/users/user-commands.server.ts";
import { userRefusals } from "#app/features/accounts/users/user-filters.ts";
import { hasFreshCode } from "#app/lib/actor.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { adminOnly, isForm, notFound, recordId, refusals } from "./endpoint.server.ts";
import { adminArea, commonRefusals, endpoints, refuseBy } from "./endpoints.server.ts";
import { personalDataFile, personalDataHeaders } from "./personal-data-file.server.ts";

const ofUser = z.object({ userId: recordId() });
const typedAddress = z.object({ email: emailAddress("Enter the address of the account") });

const admin = adminArea(userRefusals, [409]);

export const usersAdminEndpoints = endpoints(
  admin.post("/admin/users/{userId}/disablement", {
    summary: "Disable an account and end its sessions",
    command: disableUser,
  }),
  admin.delete("/admin/users/{userId}/disablement", {
    summary: "Enable a disabled account",
    command: enableUser,
  }),
  admin.delete("/admin/users/{userId}/sessions", {
    summary: "End every session of a user",
    returns: z.object({ ended: z.int() }),
    command: endUserSessions,
  }),
  admin.delete("/admin/users/{userId}/sessions/{sessionId}", {
    summary: "End one session of a user",
    command: endUserSessions,
  }),
  admin.delete("/admin/users/{userId}/second-factor", {
    summary: "Remove the second factor and the recovery codes of a user; needs a fresh code",
    isFresh: true,
    command: resetFactor,
  }),
  admin.post("/admin/users/{userId}/admin-right", {
    summary: "Make a user an admin; needs a fresh code",
    isFresh: true,
    command: makeAdmin,
  }),
  admin.delete("/admin/users/{userId}/admin-right", {
    summary: "Remove the admin right and end the user's sessions; needs a fresh code",
    isFresh: true,
    command: removeAdmin,
  }),
  admin.put("/admin/users/{userId}/company", {
    summary: "Join a user to the company of another one, named by the address",
    body: typedAddress,
    command: (ctx, { userId, email: memberEmail }) => joinUserToCompany(ctx, { userId, memberEmail }),
  }),
  admin.delete("/admin/users/{userId}/company", {
    summary: "Give a user a company of their own again",
    command: separateUser,
  }),
  admin.delete("/admin/users/{userId}/company/domain", {
    summary: "Stop sharing the company of a user by domain",
    command: releaseDomainOfUser,
  }),
  admin.post("/admin/users/{userId}/deletion", {
    summary: "Delete a user and all of their data at once; needs a fresh code and the email address",
    isFresh: true,
    body: typedAddress,
    command: deleteUser,
  }),
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
  if (!result.ok) return refuseBy({ ...commonRefusals, ...userRefusals }, c, result.reason);
  return c.body(await personalDataFile(ctx, result.value), 200, personalDataHeaders(ctx));
});

/** Returns the URL of the page that asks for a code and then opens `next`. */
export const freshCodePage = (next: string): string => `/auth/fresh-code?next=${encodeURIComponent(next)}`;
