import { createRoute, z } from "@hono/zod-openapi";
import {
  acceptInvitation,
  confirmDomain,
  inviteToCompany,
  leaveCompany,
  releaseDomain,
  withdrawInvitation,
} from "#app/features/accounts/company/company.server.ts";
import { companyMessages } from "#app/features/accounts/company-messages.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { never } from "#app/lib/result.ts";
import {
  answers,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  sessionFirst,
  tooMany,
} from "./endpoint.server.ts";

const ofInvitation = z.object({ id: recordId() });

/** Who shares the company of the session's user. Admins join and separate users in users-admin.server.ts. */
export const companyEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/company/domain",
      summary: "Confirm the company's domain by its DNS record; verified addresses there share the company",
      middleware: sessionFirst,
      responses: { ...answers(200, z.object({ joined: z.int() })), ...refusals(401, 409, 429, 503) },
    }),
    async (c) => {
      const confirmed = await confirmDomain(c.get("signedIn"));
      if (confirmed.ok) return c.json(confirmed.value, 200);
      const { reason } = confirmed;
      switch (reason.kind) {
        case "too_many":
          return tooMany(c, reason.retryAfterSeconds);
        case "dns_unavailable":
          return refusal(c, 503, reason.kind, companyMessages[reason.kind]);
        case "no_domain":
        case "not_owner":
        case "record_not_found":
        case "domain_taken":
          return refusal(c, 409, reason.kind, companyMessages[reason.kind]);
        default:
          return never(reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/company/domain",
      summary: "Stop sharing the company by domain",
      middleware: sessionFirst,
      responses: { ...answers(200, Done), ...refusals(401, 409) },
    }),
    async (c) => {
      const released = await releaseDomain(c.get("signedIn"));
      return released.ok ? c.json(done, 200) : refusal(c, 409, "not_owner", companyMessages.not_owner);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/company/membership",
      summary: "Leave a shared company; the user's own text stays",
      middleware: sessionFirst,
      responses: { ...answers(200, Done), ...refusals(401) },
    }),
    async (c) => {
      await leaveCompany(c.get("signedIn"));
      return c.json(done, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/company/invitations",
      summary: "Invite an address to share the company",
      middleware: sessionFirst,
      request: { body: jsonBody(z.object({ email: emailAddress("Please enter a valid email address") })) },
      responses: { ...answers(200, Done), ...refusals(401, 409, 422, 429) },
    }),
    async (c) => {
      const invited = await inviteToCompany(c.get("signedIn"), c.req.valid("json"));
      if (invited.ok) return c.json(done, 200);
      const { reason } = invited;
      return reason.kind === "too_many"
        ? tooMany(c, reason.retryAfterSeconds)
        : refusal(c, 409, reason.kind, companyMessages[reason.kind]);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/company/invitations/{id}/acceptance",
      summary: "Accept an invitation to the user's address",
      middleware: sessionFirst,
      request: { params: ofInvitation },
      responses: { ...answers(200, Done), ...refusals(401, 404) },
    }),
    async (c) => {
      const accepted = await acceptInvitation(c.get("signedIn"), c.req.valid("param").id);
      return accepted.ok ? c.json(done, 200) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/company/invitations/{id}",
      summary: "Withdraw an invitation of the company, or decline one to the user's address",
      middleware: sessionFirst,
      request: { params: ofInvitation },
      responses: { ...answers(200, Done), ...refusals(401, 404) },
    }),
    async (c) => {
      const withdrawn = await withdrawInvitation(c.get("signedIn"), c.req.valid("param").id);
      return withdrawn.ok ? c.json(done, 200) : notFound(c);
    },
  );
