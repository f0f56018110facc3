import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { requestAccess } from "#app/features/access/access.server.ts";
import { AccessCodeEntry, AccessRequest, codeMessages, denialMessages } from "#app/features/access/access.ts";
import { redeemCode } from "#app/features/access/codes/codes.server.ts";
import { checkAccess, hasWizardAccess } from "#app/features/access/grants/grants.server.ts";
import { recordHit } from "#app/features/security/security-log/traps.server.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { identifyByForm, syncProfile } from "#app/routes/api/public/public-form.server.ts";
import { Done, done, hiddenField, signInFirst } from "../endpoint.server.ts";
import { endpoints, publicArea, sessionArea } from "../endpoints.server.ts";

const CodeAnswer = z.object({ valid: z.boolean(), message: z.string() });

const AccessCheck = z.object({
  p_user_id: text({ max: 100 }),
  /** A device fingerprint hash from the browser; the parameter keeps its old name. */
  p_ip_hash: text({ min: 1, max: 500 }),
  p_user_agent: text({ max: 2000 }),
});
const AccessCheckAnswer = z.object({ hasAccess: z.boolean(), blocked: z.boolean(), reason: z.string().nullable() });

const signedIn = sessionArea(
  {
    sign_in_first: (_: object, c: Context) => signInFirst(c),
    other_user: [403, "You can only check your own access."],
    other_email: [403, codeMessages.otherEmail],
    blocked: [403, denialMessages.blocked],
  },
  [403],
);
const open = publicArea({}, [429]);

export const accessEndpoints = endpoints(
  open.post("/functions/request-access-code", {
    summary: "Request an access code; repeats for an address within a day get the same response and are stored once",
    body: AccessRequest,
    returns: Done.extend({ profile: z.literal("not_synced").optional() }),
    limit: "public-form",
    command: async (ctx, request, c) => {
      if (request.email_confirm) await recordHit(ctx, hiddenField(c));
      else {
        // First: the step of the funnel, which follows the request, looks for the visit.
        await identifyByForm(c, { email: request.email, sessionId: request.session_id });
        const requested = await requestAccess(ctx, request);
        if (requested.ok && requested.value.stored && !(await syncProfile(c, request)))
          return ok({ ...done, profile: "not_synced" as const });
      }
      return ok(done);
    },
  }),
  signedIn.post("/functions/validate-access-code", {
    summary: "Redeem an access code; a wrong one returns 200 with valid false",
    body: AccessCodeEntry.extend({ session_id: text({ max: 200 }).optional() }),
    returns: CodeAnswer,
    statuses: [403, 422, 429],
    command: async (ctx, input, c) => {
      const { code, session_id: sessionId } = input;
      const { actor } = ctx;
      if (actor.kind === "user" && !isTeamMember(actor)) await identifyByForm(c, { email: actor.email, sessionId });
      const result = await redeemCode(ctx, { code, address: c.get("address") });
      if (result.ok) return ok({ valid: true, message: codeMessages.granted });
      switch (result.reason.kind) {
        case "unknown_code":
          return ok({ valid: false, message: codeMessages.unknown });
        case "expired":
          return ok({ valid: false, message: codeMessages.expired });
        case "already_used":
          return ok({ valid: false, message: codeMessages.alreadyUsed });
        default:
          return { ok: false, reason: result.reason };
      }
    },
  }),
  signedIn.post("/rpc/user_has_wizard_access_secure", {
    summary: "Whether the signed-in person may use the wizard from this device; every check is logged",
    body: AccessCheck,
    returns: AccessCheckAnswer,
    command: (ctx, { p_user_id: userId, p_ip_hash: fingerprint, p_user_agent: userAgent }) =>
      checkAccess(ctx, { userId, fingerprint, userAgent }),
  }),
  signedIn.post("/rpc/user_has_wizard_access", {
    summary: "Whether the signed-in person may use the wizard",
    body: AccessCheck.pick({ p_user_id: true }),
    returns: z.boolean(),
    command: async (ctx, { p_user_id }) =>
      p_user_id === ctx.actor.userId ? ok(await hasWizardAccess(ctx, p_user_id)) : refuse("other_user"),
  }),
);
