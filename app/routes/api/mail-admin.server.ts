import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type MailRefusal, mailRefusalText } from "#app/features/mail/mail-states.ts";
import { retryMessage } from "#app/features/mail/messages.server.ts";
import { getOriginal } from "#app/features/mail/originals.server.ts";
import { addSuppression, liftSuppression } from "#app/features/mail/suppressions.server.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { never } from "#app/lib/result.ts";
import { optionalLine } from "#app/lib/text.ts";
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

const mailFile = {
  description: "The mail (RFC 5322)",
  content: { "message/rfc822": { schema: { type: "string" as const } } },
};
const ofId = z.object({ id: recordId() });

export const mailAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/mail/{id}/retry",
      summary: "Queue a failed mail again",
      middleware: adminOnly,
      request: { params: ofId },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await retryMessage(c.get("ctx"), c.req.valid("param").id);
      return result.ok ? c.json(done, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/mail/originals/{id}",
      summary: "Download a received mail as it arrived, at most its first MiB",
      middleware: adminOnly,
      request: { params: ofId },
      responses: { 200: mailFile, ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const { id } = c.req.valid("param");
      const result = await getOriginal(c.get("ctx"), id);
      if (!result.ok) return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
      return c.body(new Uint8Array(result.value), 200, {
        "content-type": "message/rfc822",
        "content-disposition": `attachment; filename="${id}.eml"`,
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "no-store",
      });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/mail/suppressions",
      summary: "Suppress an address for every list",
      middleware: adminOnly,
      request: {
        body: jsonBody(
          z.object({ address: emailAddress("Please enter a valid email address"), detail: optionalLine(200) }),
        ),
      },
      responses: { ...answers(200, Done), ...refusals(401, 403, 422) },
    }),
    async (c) => {
      const result = await addSuppression(c.get("ctx"), c.req.valid("json"));
      return result.ok ? c.json(done, 200) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/mail/suppressions/{id}",
      summary: "Remove a suppression",
      middleware: adminOnly,
      request: { params: ofId },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const result = await liftSuppression(c.get("ctx"), c.req.valid("param").id);
      if (result.ok) return c.json(done, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  );

function refuseAction(c: Context, reason: MailRefusal) {
  switch (reason.kind) {
    case "not_admin":
      return refusal(c, 403, reason.kind, mailRefusalText[reason.kind]);
    case "not_found":
      return refusal(c, 404, reason.kind, mailRefusalText[reason.kind]);
    case "not_failed":
    case "body_gone":
    case "suppressed":
      return refusal(c, 409, reason.kind, mailRefusalText[reason.kind]);
    default:
      return never(reason);
  }
}
