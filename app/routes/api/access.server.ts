import { createRoute, z } from "@hono/zod-openapi";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessCodeEntry, AccessRequest, codeMessages, denialMessages } from "#app/features/access/access.ts";
import { redeemCode } from "#app/features/access/codes.server.ts";
import { checkAccess, hasWizardAccess } from "#app/features/access/grants.server.ts";
import { recordHit } from "#app/features/security/traps.server.ts";
import { never } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import {
  answers,
  Done,
  done,
  hiddenField,
  jsonBody,
  newEndpoints,
  refusal,
  refusals,
  sessionFirst,
  signInFirst,
  tooMany,
} from "./endpoint.server.ts";
import { countPublicForm, identifyByForm, syncProfile } from "./public-form.server.ts";

const CodeAnswer = z.object({ valid: z.boolean(), message: z.string() });

const AccessCheck = z.object({
  p_user_id: text({ max: 100 }),
  /** A device fingerprint hash from the browser; the parameter keeps its old name. */
  p_ip_hash: text({ min: 1, max: 500 }),
  p_user_agent: text({ max: 2000 }),
});
const AccessCheckAnswer = z.object({ hasAccess: z.boolean(), blocked: z.boolean(), reason: z.string().nullable() });

export const accessEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/request-access-code",
      summary: "Request an access code; repeats for an address within a day get the same response and are stored once",
      request: { body: jsonBody(AccessRequest) },
      responses: {
        ...answers(200, Done.extend({ profile: z.literal("not_synced").optional() })),
        ...refusals(422, 429),
      },
    }),
    async (c) => {
      const ctx = c.get("ctx");
      const limit = await countPublicForm(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const request = c.req.valid("json");
      if (request.email_confirm) await recordHit(ctx, hiddenField(c));
      else {
        // First: the step of the funnel, which follows the request, looks for the visit.
        await identifyByForm(c, { email: request.email, sessionId: request.session_id });
        const requested = await requestAccess(ctx, request);
        if (requested.ok && requested.value.stored && !(await syncProfile(c, request)))
          return c.json({ ...done, profile: "not_synced" as const }, 200);
      }
      return c.json(done, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/functions/validate-access-code",
      summary: "Redeem an access code; a wrong one returns 200 with valid false",
      middleware: sessionFirst,
      request: { body: jsonBody(AccessCodeEntry.extend({ session_id: text({ max: 200 }).optional() })) },
      responses: { ...answers(200, CodeAnswer), ...refusals(401, 403, 422, 429) },
    }),
    async (c) => {
      const { code, session_id: sessionId } = c.req.valid("json");
      const { actor } = c.get("ctx");
      if (actor.kind === "user" && !actor.isAdmin) await identifyByForm(c, { email: actor.email, sessionId });
      const result = await redeemCode(c.get("ctx"), { code, address: c.get("address") });
      if (result.ok) return c.json({ valid: true, message: codeMessages.granted }, 200);
      const { reason } = result;
      switch (reason.kind) {
        case "sign_in_first":
          return signInFirst(c);
        case "too_many":
          return tooMany(c, reason.retryAfterSeconds);
        case "other_email":
          return refusal(c, 403, "other_email", codeMessages.otherEmail);
        case "blocked":
          return refusal(c, 403, "blocked", denialMessages.blocked);
        case "unknown_code":
          return c.json({ valid: false, message: codeMessages.unknown }, 200);
        case "expired":
          return c.json({ valid: false, message: codeMessages.expired }, 200);
        case "already_used":
          return c.json({ valid: false, message: codeMessages.alreadyUsed }, 200);
        default:
          return never(reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/rpc/user_has_wizard_access_secure",
      summary: "Whether the signed-in person may use the wizard from this device; every check is logged",
      middleware: sessionFirst,
      request: { body: jsonBody(AccessCheck) },
      responses: { ...answers(200, AccessCheckAnswer), ...refusals(401, 403, 422) },
    }),
    async (c) => {
      const { p_user_id, p_ip_hash, p_user_agent } = c.req.valid("json");
      const input = { userId: p_user_id, fingerprint: p_ip_hash, userAgent: p_user_agent };
      const result = await checkAccess(c.get("ctx"), input);
      if (result.ok) return c.json(result.value, 200);
      switch (result.reason.kind) {
        case "sign_in_first":
          return signInFirst(c);
        case "other_user":
          return refusal(c, 403, "other_user", "You can only check your own access.");
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/rpc/user_has_wizard_access",
      summary: "Whether the signed-in person may use the wizard",
      middleware: sessionFirst,
      request: { body: jsonBody(AccessCheck.pick({ p_user_id: true })) },
      responses: { ...answers(200, z.boolean()), ...refusals(401, 403, 422) },
    }),
    async (c) => {
      const me = c.get("signedIn");
      const { p_user_id } = c.req.valid("json");
      if (p_user_id !== me.actor.userId) return refusal(c, 403, "other_user", "You can only check your own access.");
      return c.json(await hasWizardAccess(me, p_user_id), 200);
    },
  );
