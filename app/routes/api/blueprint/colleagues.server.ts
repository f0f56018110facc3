import { z } from "@hono/zod-openapi";
import { askColleague, endColleague, listColleagues } from "#app/features/wizard/colleagues.server.ts";
import { ColleagueWish, colleagueParts, maxColleagues } from "#app/features/wizard/colleagues.ts";
import { instantText, recordId } from "../endpoint.server.ts";
import { endpoints, sessionArea } from "../endpoints.server.ts";
import { ofBlueprint, wizardRefusals } from "./blueprint-access.server.ts";

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

const ofColleague = { ...ofBlueprint, colleague: recordId().openapi({ description: "Of the link" }) };

/** Links for colleagues who fill in part of a draft. Need wizard access; 404 for other users' blueprints. */
const signedIn = sessionArea(
  {
    ...wizardRefusals,
    finished: "This blueprint has its analysis, so colleagues can no longer change it.",
    no_such_process: "This process was changed or removed meanwhile. Choose it again.",
    too_many_colleagues: `At most ${maxColleagues} links work at a time. End one that is not needed.`,
  },
  [403],
  ofColleague,
);

export const colleaguesEndpoints = endpoints(
  signedIn.get("/blueprints/{id}/colleagues", {
    summary: "List the colleagues who were asked to fill in a part, oldest first",
    returns: z.array(ColleagueBody),
    described: "Oldest first",
    command: (ctx, { id }) => listColleagues(ctx, id),
  }),
  signedIn.post("/blueprints/{id}/colleagues", {
    summary: "Create a link by which a colleague without an account fills in one process or the tech stack",
    body: ColleagueWish,
    creates: ColleagueBody,
    described: "The link",
    statuses: [403, 404, 409, 422],
    command: askColleague,
  }),
  signedIn.delete("/blueprints/{id}/colleagues/{colleague}", {
    summary: "End a colleague's link permanently",
    empties: "Ended",
    command: endColleague,
  }),
);
