import { z } from "@hono/zod-openapi";
import { publishIssue, withdrawIssue } from "#app/features/newsletter/issues/archive.server.ts";
import { readAudience } from "#app/features/newsletter/issues/issue-figures.server.ts";
import {
  cancelIssue,
  createIssue,
  deleteIssue,
  pauseIssue,
  resumeIssue,
  saveIssue,
  sendIssue,
  sendTest,
  unscheduleIssue,
} from "#app/features/newsletter/issues/issues.server.ts";
import { audienceKeys, IssueDraft, issueRefusalText, topicKeys } from "#app/features/newsletter/newsletter-terms.ts";
import { instantText } from "#app/lib/dates/instant.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { recordId } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea("newsletter", issueRefusalText, [409]);

export const newsletterAdminEndpoints = endpoints(
  admin.post("/admin/newsletter", {
    summary: "A new empty draft",
    creates: z.object({ id: z.uuid() }),
    statuses: [],
    command: createIssue,
  }),
  admin.put("/admin/newsletter/{id}", {
    summary: "Save the draft; `version` is the one that the editor loaded",
    body: IssueDraft,
    returns: z.object({ version: z.number().int() }),
    command: saveIssue,
  }),
  admin.delete("/admin/newsletter/{id}", {
    summary: "Delete a draft",
    command: (ctx, { id }) => deleteIssue(ctx, id),
  }),
  admin.get("/admin/newsletter/audience", {
    summary: "Count the recipients of an issue with these settings",
    query: z.object({ topic: z.enum(topicKeys), audience: z.enum(audienceKeys), id: recordId().optional() }),
    returns: z.object({ audience: z.number().int(), demoLeftOut: z.number().int() }),
    statuses: [422],
    command: readAudience,
  }),
  admin.post("/admin/newsletter/{id}/test", {
    summary: "Send the current issue to one address",
    body: z.object({ to: emailAddress("Please enter a valid email address") }),
    command: sendTest,
  }),
  admin.post("/admin/newsletter/{id}/sending", {
    summary: "Send it now, or at a time within a year",
    body: z.object({ version: z.number().int().min(1), at: instantText().nullable() }),
    returns: z.object({ status: z.enum(["sending", "scheduled"]) }),
    command: (ctx, { at, ...input }) => sendIssue(ctx, { ...input, at: at ? new Date(at) : null }),
  }),
  admin.post("/admin/newsletter/{id}/draft", {
    summary: "Make a scheduled issue a draft again",
    command: (ctx, { id }) => unscheduleIssue(ctx, id),
  }),
  admin.post("/admin/newsletter/{id}/pause", {
    summary: "Pause sending; unsent mail is withdrawn",
    command: (ctx, { id }) => pauseIssue(ctx, id),
  }),
  admin.post("/admin/newsletter/{id}/resumption", {
    summary: "Go on with a paused issue",
    command: (ctx, { id }) => resumeIssue(ctx, id),
  }),
  admin.post("/admin/newsletter/{id}/cancellation", {
    summary: "End it for good; what is out is out",
    command: (ctx, { id }) => cancelIssue(ctx, id),
  }),
  admin.post("/admin/newsletter/{id}/publication", {
    summary: "Put a sent issue into the public archive; again changes nothing",
    command: (ctx, { id }) => publishIssue(ctx, id),
  }),
  admin.post("/admin/newsletter/{id}/withdrawal", {
    summary: "Take an issue out of the public archive; again changes nothing",
    command: (ctx, { id }) => withdrawIssue(ctx, id),
  }),
);
