import { createRoute, z } from "@hono/zod-openapi";
import { askColleague, endColleague, listColleagues } from "#app/features/wizard/colleagues.server.ts";
import { type Colleague, ColleagueWish, colleagueParts, maxColleagues } from "#app/features/wizard/colleagues.ts";
import { ofBlueprint, turnAway } from "./blueprint-access.server.ts";
import {
  answers,
  instantText,
  jsonBody,
  newEndpoints,
  recordId,
  refusal,
  refusals,
  sessionFirst,
} from "./endpoint.server.ts";

const ColleagueBody = z
  .object({
    id: z.string(),
    name: z.string(),
    part: z.enum(colleagueParts),
    processName: z.string(),
    state: z.enum(["unused", "saved", "expired", "ended", "removed", "finished"]),
    url: z
      .string()
      .nullable()
      .openapi({ description: "Anyone with this address can fill in the part; null once it no longer works" }),
    createdAt: instantText(),
    expiresAt: instantText(),
    savedAt: instantText().nullable(),
  })
  .openapi("Colleague");
type ColleagueBody = z.infer<typeof ColleagueBody>;

const ofColleague = ofBlueprint.extend({ colleague: recordId().openapi({ description: "Of the link" }) });

/** Links for colleagues who fill in part of a draft. Need wizard access; 404 for other users' blueprints. */
export const colleaguesEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "get",
      path: "/blueprints/{id}/colleagues",
      summary: "List the colleagues who were asked to fill in a part, oldest first",
      middleware: sessionFirst,
      request: { params: ofBlueprint },
      responses: { ...answers(200, z.array(ColleagueBody), "Oldest first"), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const list = await listColleagues(ctx, c.req.valid("param").id);
      return list.ok ? c.json(list.value.map(colleagueBody), 200) : turnAway(c, list.reason);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/blueprints/{id}/colleagues",
      summary: "Create a link by which a colleague without an account fills in one process or the tech stack",
      middleware: sessionFirst,
      request: { params: ofBlueprint, body: jsonBody(ColleagueWish) },
      responses: { ...answers(201, ColleagueBody, "The link"), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const asked = await askColleague(ctx, { ...c.req.valid("param"), ...c.req.valid("json") });
      if (asked.ok) return c.json(colleagueBody(asked.value), 201);
      const { kind } = asked.reason;
      switch (kind) {
        case "finished":
          return refusal(c, 409, kind, "This blueprint has its analysis, so colleagues can no longer change it.");
        case "no_such_process":
          return refusal(c, 409, kind, "This process was changed or removed meanwhile. Choose it again.");
        case "too_many_colleagues":
          return refusal(c, 409, kind, `At most ${maxColleagues} links work at a time. End one that is not needed.`);
        default:
          return turnAway(c, asked.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/blueprints/{id}/colleagues/{colleague}",
      summary: "End a colleague's link permanently",
      middleware: sessionFirst,
      request: { params: ofColleague },
      responses: { 204: { description: "Ended" }, ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const ctx = c.get("signedIn");
      const ended = await endColleague(ctx, c.req.valid("param"));
      return ended.ok ? c.body(null, 204) : turnAway(c, ended.reason);
    },
  );

const colleagueBody = ({ createdAt, expiresAt, savedAt, ...rest }: Colleague): ColleagueBody => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  savedAt: savedAt?.toISOString() ?? null,
});
