import { z } from "@hono/zod-openapi";
import { mailRefusalText } from "#app/features/mail/messages/mail-states.ts";
import { retryMessage } from "#app/features/mail/messages/messages.server.ts";
import { getOriginal } from "#app/features/mail/receiving/originals.server.ts";
import { addSuppression, liftSuppression } from "#app/features/mail/refusals/suppressions.server.ts";
import { contentDisposition } from "#app/lib/formats/file-names.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { optionalLine } from "#app/lib/text.ts";
import { adminFirst, notFound } from "../endpoint.server.ts";
import { adminArea, deletedElsewhere, endpoints } from "../endpoints.server.ts";

const mailFile = {
  description: "The mail (RFC 5322)",
  content: { "message/rfc822": { schema: { type: "string" as const } } },
};

const admin = adminArea("mail", mailRefusalText);

export const mailAdminEndpoints = endpoints(
  admin.post("/admin/mail/{id}/retry", {
    summary: "Queue a failed mail again",
    statuses: [404, 409],
    command: (ctx, { id }) => retryMessage(ctx, id),
  }),
  admin.get("/admin/mail/originals/{id}", {
    summary: "Download a received mail as it arrived, at most its first MiB",
    responses: { 200: mailFile },
    command: async (ctx, input, c) => {
      const result = await getOriginal(ctx, input.id);
      if (!result.ok) return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
      return c.body(new Uint8Array(result.value.content), 200, {
        "content-type": "message/rfc822",
        "content-disposition": contentDisposition("attachment", result.value.fileName),
        "content-security-policy": "default-src 'none'; sandbox",
        "cache-control": "no-store",
      });
    },
  }),
  admin.post("/admin/mail/suppressions", {
    summary: "Suppress an address for every list",
    body: z.object({ address: emailAddress("Please enter a valid email address"), detail: optionalLine(200) }),
    command: addSuppression,
  }),
  admin.delete("/admin/mail/suppressions/{id}", {
    summary: "Remove a suppression",
    refusals: { not_found: deletedElsewhere("suppression") },
    command: (ctx, { id }) => liftSuppression(ctx, id),
  }),
);
