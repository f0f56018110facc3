import { z } from "@hono/zod-openapi";
import { approveRequest, declineRequest } from "#app/features/access/access.server.ts";
import { BlockInput, DeclineInput, maxAtOnce } from "#app/features/access/access.ts";
import { blockPerson, unblockPerson } from "#app/features/access/grants/blocks.server.ts";
import { forgiveDevices, restoreGrant, revokeGrant } from "#app/features/access/grants/grants.server.ts";
import { decideMany, reopenRequest, resendCode } from "#app/features/access/requests/decisions.server.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { mapped } from "#app/lib/result.ts";
import { Done, done, recordId } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

/** `isMailWithdrawn`: the decline mail was not sent, and the request keeps its previous due date. */
const Reopened = Done.extend({ isMailWithdrawn: z.boolean() });
const OfEmail = z.object({ email: emailAddress("Invalid email address") });
const requestIds = z.array(recordId()).min(1).max(maxAtOnce);
const ManyDecisions = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("approve"), requestIds }),
  DeclineInput.extend({ decision: z.literal("decline"), requestIds }),
]);
const Decided = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ requestId: z.string(), reason: z.enum(["not_found", "already_decided"]) })),
});

const access = adminArea(
  "access",
  {
    already_decided: "This request has already been decided.",
    not_declined: "Only a declined request can be opened again.",
    other_pending: "This address has a newer request. Decide that one.",
    not_approved: "A code belongs to an approved request. Approve it first.",
    already_used: "The code was used already. There is nothing to send.",
    has_access: "This account has access already.",
    already_blocked: "This address is blocked already.",
    is_admin: "An admin cannot be blocked. Revoke the admin right first.",
  },
  [409],
);

export const accessAdminEndpoints = endpoints(
  access.post("/admin/access-requests/{requestId}/approval", {
    summary: "Approve a request: its code is mailed now",
    command: approveRequest,
  }),
  access.post("/admin/access-requests/{requestId}/refusal", {
    summary: "Decline a request with a reason, which the mail states",
    body: DeclineInput,
    command: declineRequest,
  }),
  access.delete("/admin/access-requests/{requestId}/refusal", {
    summary: "Put a declined request back into the queue",
    returns: Reopened,
    command: async (ctx, input) => mapped(await reopenRequest(ctx, input), (value) => ({ ...done, ...value })),
  }),
  access.post("/admin/access-requests/{requestId}/code", {
    summary: "Mail a new code for an approved request; revokes the previous one",
    command: resendCode,
  }),
  access.post("/admin/access-decisions", {
    summary: "Approve or decline many requests; requests decided meanwhile are listed and skipped",
    body: ManyDecisions,
    returns: Decided,
    statuses: [422],
    refusals: { too_many_at_once: [422, `At most ${maxAtOnce} at once.`] },
    command: decideMany,
  }),
  access.delete("/admin/access-grants/{userId}", {
    summary: "End a user's access to the wizard; their drafts stay",
    command: revokeGrant,
  }),
  access.post("/admin/access-grants/{userId}", {
    summary: "Restore revoked access, without a new code",
    command: restoreGrant,
  }),
  access.delete("/admin/access-grants/{userId}/devices", {
    summary: "Forgive the devices seen so far, which lifts the block they caused",
    command: forgiveDevices,
  }),
  access.post("/admin/access-blocks", {
    summary: "Block an address and its account from the wizard",
    body: OfEmail.extend(BlockInput.shape),
    statuses: [404, 409, 422],
    command: blockPerson,
  }),
  access.post("/admin/access-unblockings", {
    summary: "Unblock an address and its account",
    body: OfEmail,
    statuses: [404, 409, 422],
    command: unblockPerson,
  }),
);
