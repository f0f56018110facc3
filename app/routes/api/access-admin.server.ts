import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { approveRequest, declineRequest } from "#app/features/access/access.server.ts";
import { BlockInput, DeclineInput, maxAtOnce } from "#app/features/access/access.ts";
import { blockPerson, unblockPerson } from "#app/features/access/blocks.server.ts";
import { decideMany, reopenRequest, resendCode } from "#app/features/access/decisions.server.ts";
import { forgiveDevices, restoreGrant, revokeGrant } from "#app/features/access/grants.server.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofRequest = z.object({ requestId: recordId() });
const ofUser = z.object({ userId: recordId() });
/** `isMailWithdrawn`: the decline mail was not sent, and the request keeps its previous due date. */
const Reopened = Done.extend({ isMailWithdrawn: z.boolean() });
const OfEmail = z.object({ email: emailAddress("Invalid email address") });

const ManyDecisions = z.discriminatedUnion("decision", [
  z.object({ decision: z.literal("approve"), requestIds: z.array(recordId()).min(1).max(maxAtOnce) }),
  DeclineInput.extend({
    decision: z.literal("decline"),
    requestIds: z.array(recordId()).min(1).max(maxAtOnce),
  }),
]);
const Decided = z.object({
  done: z.array(z.string()),
  refused: z.array(z.object({ requestId: z.string(), reason: z.enum(["not_found", "already_decided"]) })),
});

export const accessAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-requests/{requestId}/approval",
      summary: "Approve a request: its code is mailed now",
      middleware: adminOnly,
      request: { params: ofRequest },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => answer(c, await approveRequest(c.get("ctx"), c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-requests/{requestId}/refusal",
      summary: "Decline a request with a reason, which the mail states",
      middleware: adminOnly,
      request: { params: ofRequest, body: jsonBody(DeclineInput) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => answer(c, await declineRequest(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") })),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/access-requests/{requestId}/refusal",
      summary: "Put a declined request back into the queue",
      middleware: adminOnly,
      request: { params: ofRequest },
      responses: { ...answers(200, Reopened), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const reopened = await reopenRequest(c.get("ctx"), c.req.valid("param"));
      return reopened.ok ? c.json({ ...done, ...reopened.value }, 200) : refused(c, reopened.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-requests/{requestId}/code",
      summary: "Mail a new code for an approved request; revokes the previous one",
      middleware: adminOnly,
      request: { params: ofRequest },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => answer(c, await resendCode(c.get("ctx"), c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-decisions",
      summary: "Approve or decline many requests; requests decided meanwhile are listed and skipped",
      middleware: adminOnly,
      request: { body: jsonBody(ManyDecisions) },
      responses: { ...answers(200, Decided), ...refusals(401, 403, 422) },
    }),
    async (c) => {
      const result = await decideMany(c.get("ctx"), c.req.valid("json"));
      if (result.ok) return c.json(result.value, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "too_many_at_once":
          return refusal(c, 422, result.reason.kind, `At most ${maxAtOnce} at once.`);
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/access-grants/{userId}",
      summary: "End a user's access to the wizard; their drafts stay",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => answer(c, await revokeGrant(c.get("ctx"), c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-grants/{userId}",
      summary: "Restore revoked access, without a new code",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => answer(c, await restoreGrant(c.get("ctx"), c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/access-grants/{userId}/devices",
      summary: "Forgive the devices seen so far, which lifts the block they caused",
      middleware: adminOnly,
      request: { params: ofUser },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => answer(c, await forgiveDevices(c.get("ctx"), c.req.valid("param"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-blocks",
      summary: "Block an address and its account from the wizard",
      middleware: adminOnly,
      request: { body: jsonBody(OfEmail.extend(BlockInput.shape)) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => answer(c, await blockPerson(c.get("ctx"), c.req.valid("json"))),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/access-unblockings",
      summary: "Unblock an address and its account",
      middleware: adminOnly,
      request: { body: jsonBody(OfEmail) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => answer(c, await unblockPerson(c.get("ctx"), c.req.valid("json"))),
  );

type DecisionRefusal = Refusal<
  | "not_admin"
  | "not_found"
  | "already_decided"
  | "not_declined"
  | "other_pending"
  | "not_approved"
  | "already_used"
  | "has_access"
  | "already_blocked"
  | "is_admin"
>;

function answer(c: Context, result: Result<unknown, DecisionRefusal>) {
  return result.ok ? c.json(done, 200) : refused(c, result.reason);
}

function refused(c: Context, reason: DecisionRefusal) {
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "already_decided":
      return refusal(c, 409, reason.kind, "This request has already been decided.");
    case "not_declined":
      return refusal(c, 409, reason.kind, "Only a declined request can be opened again.");
    case "other_pending":
      return refusal(c, 409, reason.kind, "This address has a newer request. Decide that one.");
    case "not_approved":
      return refusal(c, 409, reason.kind, "A code belongs to an approved request. Approve it first.");
    case "already_used":
      return refusal(c, 409, reason.kind, "The code was used already. There is nothing to send.");
    case "has_access":
      return refusal(c, 409, reason.kind, "This account has access already.");
    case "already_blocked":
      return refusal(c, 409, reason.kind, "This address is blocked already.");
    case "is_admin":
      return refusal(c, 409, reason.kind, "An admin cannot be blocked. Revoke the admin right first.");
    default:
      return never(reason);
  }
}
