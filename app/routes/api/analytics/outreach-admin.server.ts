import { z } from "@hono/zod-openapi";
import { peopleFigures } from "#app/features/sequences/figures/figures.ts";
import { figurePeople, figuresCsv, outreachFigures } from "#app/features/sequences/figures/outreach-figures.server.ts";
import { calendarDate } from "#app/lib/dates/instant.ts";
import { dayMs } from "#app/lib/durations.ts";
import { csvDownload, csvFile } from "../downloads.server.ts";
import { recordId, reportContext } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const day = calendarDate("Enter a date such as 2026-12-01.");
const maxDays = 800;
const period = { from: day, to: day, sequenceId: recordId().optional() };
const isPeriod = ({ from, to }: { from: string; to: string }) =>
  from <= to && Date.parse(to) - Date.parse(from) <= maxDays * dayMs;
const problem = { path: ["to"], message: `Choose a period of at most ${maxDays} days.` };
const Period = z.object(period).refine(isPeriod, problem);
/** `steps`: ids of steps, separated by commas. */
const People = z
  .object({
    ...period,
    steps: z
      .string()
      .transform((list) => list.split(","))
      .pipe(z.array(z.uuid()).min(1).max(500)),
    figure: z.enum(peopleFigures),
    after: z.string().max(200).optional(),
    before: z.string().max(200).optional(),
  })
  .refine(isPeriod, problem);

const admin = adminArea("sequences", {});

export const outreachAdminEndpoints = endpoints(
  admin.get("/admin/outreach", {
    summary: "Figures per sequence, version and step, compared with the period before",
    query: Period,
    returns: z.looseObject({}),
    command: (_, input, c) => outreachFigures(reportContext(c), input),
  }),
  admin.get("/admin/outreach/people", {
    summary: "The people behind a figure, 50 per page",
    query: People,
    returns: z.looseObject({}),
    command: (_, { steps: stepIds, ...query }, c) => figurePeople(reportContext(c), { ...query, stepIds }),
  }),
  admin.get("/admin/outreach-figures", {
    summary: "The figures as CSV, one row per step",
    query: Period,
    responses: { 200: csvFile },
    command: async (_, query, c) => {
      const file = await figuresCsv(reportContext(c), query);
      return file.ok ? csvDownload(c, `outreach-${query.from}-to-${query.to}`, file.value) : file;
    },
  }),
);
