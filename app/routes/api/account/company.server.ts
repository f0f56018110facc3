import { z } from "@hono/zod-openapi";
import { companyMessages } from "#app/features/accounts/company/company-messages.ts";
import { confirmDomain, releaseDomain } from "#app/features/accounts/company/domain-proof.server.ts";
import {
  acceptInvitation,
  inviteToCompany,
  withdrawInvitation,
} from "#app/features/accounts/company/invitations.server.ts";
import { leaveCompany } from "#app/features/accounts/company/membership.server.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { ok } from "#app/lib/result.ts";
import { endpoints, sessionArea } from "../endpoints.server.ts";

/** Who shares the company of the session's user. Admins join and separate users in users-admin.server.ts. */
const signedIn = sessionArea({ ...companyMessages, dns_unavailable: [503, companyMessages.dns_unavailable] });

export const companyEndpoints = endpoints(
  signedIn.post("/company/domain", {
    summary: "Confirm the company's domain by its DNS record; verified addresses there share the company",
    returns: z.object({ joined: z.int() }),
    statuses: [409, 429, 503],
    command: confirmDomain,
  }),
  signedIn.delete("/company/domain", {
    summary: "Stop sharing the company by domain",
    statuses: [409],
    command: releaseDomain,
  }),
  signedIn.delete("/company/membership", {
    summary: "Leave a shared company; the user's own text stays",
    command: async (ctx) => ok(await leaveCompany(ctx)),
  }),
  signedIn.post("/company/invitations", {
    summary: "Invite an address to share the company",
    body: z.object({ email: emailAddress("Please enter a valid email address") }),
    statuses: [409, 422, 429],
    command: inviteToCompany,
  }),
  signedIn.post("/company/invitations/{id}/acceptance", {
    summary: "Accept an invitation to the user's address",
    command: (ctx, { id }) => acceptInvitation(ctx, id),
  }),
  signedIn.delete("/company/invitations/{id}", {
    summary: "Withdraw an invitation of the company, or decline one to the user's address",
    command: (ctx, { id }) => withdrawInvitation(ctx, id),
  }),
);
