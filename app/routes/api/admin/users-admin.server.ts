import { z } from "@hono/zod-openapi";
import {
  joinUserToCompany,
  releaseDomainOfUser,
  separateUser,
} from "#app/features/accounts/company/membership.server.ts";
import { changeRole, removeFromTeam } from "#app/features/accounts/users/roles.server.ts";
import { inviteToTeam, withdrawTeamInvitation } from "#app/features/accounts/users/team.server.ts";
import {
  deleteUser,
  disableUser,
  enableUser,
  endUserSessions,
  exportUser,
  resetFactor,
} from "#app/features/accounts/users/user-commands.server.ts";
import { userRefusals } from "#app/features/accounts/users/user-filters.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { roles } from "#app/lib/rights.ts";
import { personalDataFile, personalDataHeaders, zipFile } from "../account/personal-data-file.server.ts";
import { toFreshCode } from "../downloads.server.ts";
import { adminArea, endpoints, inField } from "../endpoints.server.ts";

const typedAddress = z.object({ email: emailAddress("Enter the address of the account") });

const admin = adminArea("users", userRefusals, [409]);
const team = adminArea("team", userRefusals, [409]);
const invitations = adminArea("team", {
  ...userRefusals,
  ...inField("email", userRefusals, "in_team", "account_disabled"),
});

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
  team.put("/admin/users/{userId}/role", {
    summary: "Give a user a role in the team; needs a fresh code",
    isFresh: true,
    body: z.object({ role: z.enum(roles) }),
    command: changeRole,
  }),
  team.delete("/admin/users/{userId}/role", {
    summary: "Remove a user from the team and end their sessions; needs a fresh code",
    isFresh: true,
    command: removeFromTeam,
  }),
  invitations.post("/admin/team/invitations", {
    summary: "Invite an address to the team by mail; again renews the link; needs a fresh code",
    isFresh: true,
    body: z.object({ email: emailAddress("Enter an email address"), role: z.enum(roles) }),
    command: inviteToTeam,
  }),
  team.delete("/admin/team/invitations/{invitationId}", {
    summary: "Withdraw an invitation to the team",
    command: withdrawTeamInvitation,
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
  // A plain form posts here and the browser saves the file.
  admin.post("/admin/users/{userId}/export", {
    summary: "Export all data about a user, as a zip of JSON files and a readable page; needs a fresh code",
    responses: {
      200: zipFile,
      303: { description: "A form without a fresh code: to the page that asks for one" },
    },
    refusals: { fresh_code_required: toFreshCode((c) => `/admin/users/${c.req.param("userId")}`) },
    command: async (ctx, input, c) => {
      const user = await exportUser(ctx, input);
      return user.ok ? c.body(await personalDataFile(ctx, user.value), 200, personalDataHeaders(ctx)) : user;
    },
  }),
);
