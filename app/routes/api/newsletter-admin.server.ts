import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { publishIssue, withdrawIssue } from "#app/features/newsletter/archive.server.ts";
import { readAudience } from "#app/features/newsletter/issue-figures.server.ts";
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
} from "#app/features/newsletter/issues.server.ts";
import {
  audienceKeys,
  IssueDraft,
  type IssueRefusal,
  issueRefusalText,
  topicKeys,
} from "#app/features/newsletter/newsletter-terms.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import { instantText } from "#app/lib/instant.ts";
import { never, type Result } from "#app/lib/result.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Done,
  done,
  jsonBody,
  newEndpoints,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofIssue = z.object({ id: recordId() });

/** An action that needs only the issue's id, such as pausing. */
const issueAction = <const Name extends string>(name: Name, summary: string) =>
  createRoute({
    method: "post",
    path: `/admin/newsletter/{id}/${name}` as const,
    summary,
    middleware: adminOnly,
    request: { params: ofIssue },
    responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
  });

export const newsletterAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/newsletter",
      summary: "A new empty draft",
      middleware: adminOnly,
      responses: { ...answers(201, z.object({ id: z.uuid() })), ...refusals(401, 403) },
    }),
    async (c) => {
      const result = await createIssue(c.get("ctx"));
      return result.ok ? c.json(result.value, 201) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/newsletter/{id}",
      summary: "Save the draft; `version` is the one that the editor loaded",
      middleware: adminOnly,
      request: { params: ofIssue, body: jsonBody(IssueDraft) },
      responses: { ...answers(200, z.object({ version: z.number().int() })), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await saveIssue(c.get("ctx"), { ...c.req.valid("json"), ...c.req.valid("param") });
      return result.ok ? c.json(result.value, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/newsletter/{id}",
      summary: "Delete a draft",
      middleware: adminOnly,
      request: { params: ofIssue },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => actionResponse(c, await deleteIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/newsletter/audience",
      summary: "Count the recipients of an issue with these settings",
      middleware: adminOnly,
      request: {
        query: z.object({ topic: z.enum(topicKeys), audience: z.enum(audienceKeys), id: recordId().optional() }),
      },
      responses: {
        ...answers(200, z.object({ audience: z.number().int(), demoLeftOut: z.number().int() })),
        ...refusals(401, 403, 422),
      },
    }),
    async (c) => {
      const result = await readAudience(c.get("ctx"), c.req.valid("query"));
      return result.ok ? c.json(result.value, 200) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/newsletter/{id}/test",
      summary: "Send the current issue to one address",
      middleware: adminOnly,
      request: {
        params: ofIssue,
        body: jsonBody(z.object({ to: emailAddress("Please enter a valid email address") })),
      },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => actionResponse(c, await sendTest(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") })),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/newsletter/{id}/sending",
      summary: "Send it now, or at a time within a year",
      middleware: adminOnly,
      request: {
        params: ofIssue,
        body: jsonBody(z.object({ version: z.number().int().min(1), at: instantText().nullable() })),
      },
      responses: {
        ...answers(200, z.object({ status: z.enum(["sending", "scheduled"]) })),
        ...refusals(401, 403, 404, 409, 422),
      },
    }),
    async (c) => {
      const { version, at } = c.req.valid("json");
      const result = await sendIssue(c.get("ctx"), { ...c.req.valid("param"), version, at: at ? new Date(at) : null });
      return result.ok ? c.json(result.value, 200) : refuseAction(c, result.reason);
    },
  )
  .openapi(issueAction("draft", "Make a scheduled issue a draft again"), async (c) =>
    actionResponse(c, await unscheduleIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(issueAction("pause", "Pause sending; unsent mail is withdrawn"), async (c) =>
    actionResponse(c, await pauseIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(issueAction("resumption", "Go on with a paused issue"), async (c) =>
    actionResponse(c, await resumeIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(issueAction("cancellation", "End it for good; what is out is out"), async (c) =>
    actionResponse(c, await cancelIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(issueAction("publication", "Put a sent issue into the public archive; again changes nothing"), async (c) =>
    actionResponse(c, await publishIssue(c.get("ctx"), c.req.valid("param").id)),
  )
  .openapi(issueAction("withdrawal", "Take an issue out of the public archive; again changes nothing"), async (c) =>
    actionResponse(c, await withdrawIssue(c.get("ctx"), c.req.valid("param").id)),
  );

const actionResponse = (c: Context, result: Result<unknown, IssueRefusal>) =>
  result.ok ? c.json(done, 200) : refuseAction(c, result.reason);

function refuseAction(c: Context, reason: IssueRefusal) {
  switch (reason.kind) {
    case "not_admin":
      return refusal(c, 403, reason.kind, issueRefusalText[reason.kind]);
    case "not_found":
      return refusal(c, 404, reason.kind, issueRefusalText[reason.kind]);
    case "stale":
    case "not_a_draft":
    case "incomplete":
    case "unusable_text":
    case "no_audience":
    case "off_the_list":
    case "in_the_past":
    case "not_running":
    case "not_paused":
    case "already_over":
    case "not_sent":
    case "names_a_person":
      return refusal(c, 409, reason.kind, issueRefusalText[reason.kind]);
    default:
      return never(reason);
  }
}
