import { z } from "@hono/zod-openapi";
import { listAnalysisRecords } from "#app/features/analysis/revisions/analysis-records.server.ts";
import { listBookingRecords } from "#app/features/booking/agenda/booking-records.server.ts";
import { recordedFields } from "#app/features/pipeline/prospect-fields.ts";
import { listProspectRecords, readTimelineRecords } from "#app/features/pipeline/prospects/prospect-records.server.ts";
import { stageKeys } from "#app/features/pipeline/prospects/stages.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import { mapped } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { endpoints } from "../endpoints.server.ts";
import { cursor, pageOf, tokenArea } from "./v1-reading.server.ts";

const instant = () => z.iso.datetime();

const clientValue = { description: "Yearly value for the client in US dollars: its savings, not income of the firm" };

const Prospect = z
  .object({
    id: z.string(),
    email: z.string(),
    ...recordOf(recordedFields, () => z.string().nullable()),
    stage: z.enum(stageKeys),
    score: z.int(),
    valueUsd: z.number().nullable().openapi(clientValue),
    owner: z.string().nullable().openapi({ description: "Email address of the admin" }),
    lastActivityAt: instant(),
  })
  .openapi("Prospect");

const TimelineItem = z.object({ at: instant(), type: z.string(), text: z.string() }).openapi("TimelineItem");

const Booking = z
  .object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    eventType: z.string(),
    host: z.string().openapi({ description: "Email address of the host" }),
    startsAt: instant(),
    endsAt: instant(),
    timezone: z.string(),
    state: z.enum(["pending", "upcoming", "running", "held", "no-show", "over", "cancelled"]),
    createdAt: instant(),
  })
  .openapi("Booking");

const Analysis = z
  .object({
    id: z.string(),
    blueprintId: z.string(),
    revision: z.int(),
    email: z.string(),
    company: z.string(),
    modelVersion: z.string(),
    hoursSavedPerWeek: z.number(),
    annualValueUsd: z.number().openapi(clientValue),
    implementationCostUsd: z.number(),
    recommendation: z.string(),
    createdAt: instant(),
  })
  .openapi("AnalysisSummary");

const email = () => text({ max: 320 }).optional();
const byEmail = z.object({ email: email(), cursor: cursor() });
const prospects = tokenArea("read:prospects");
const after = ({ cursor: of }: { cursor?: string | undefined }) => of || null;

/** Data that programs read with an API token (decision 0155). Lists are newest first, in pages of up to 100. */
export const v1Endpoints = endpoints(
  prospects.get("/v1/prospects", {
    summary: "Prospects, newest first",
    query: byEmail.extend({ stage: z.enum(["", ...stageKeys]).optional() }),
    returns: pageOf(Prospect),
    described: "One page",
    command: (ctx, { email: of, stage, ...query }) =>
      listProspectRecords(ctx, { email: of || null, stage: stage || null, cursor: after(query) }),
  }),
  prospects.get("/v1/prospects/{id}/timeline", {
    summary: "The timeline of a prospect, newest first, 30 items per page",
    query: z.object({ cursor: cursor() }),
    returns: pageOf(TimelineItem),
    described: "One page",
    command: async (ctx, { id: prospectId, ...query }) =>
      mapped(await readTimelineRecords(ctx, { prospectId, cursor: after(query) }), ({ items, next }) => ({
        ...{ items: items.map(({ at, type, text: line }) => ({ at, type, text: line })), next },
      })),
  }),
  tokenArea("read:bookings").get("/v1/bookings", {
    summary: "Booked calls, latest booking first",
    query: byEmail,
    returns: pageOf(Booking),
    described: "One page",
    command: (ctx, { email: of, ...query }) => listBookingRecords(ctx, { email: of || null, cursor: after(query) }),
  }),
  tokenArea("read:analyses").get("/v1/analyses", {
    summary: "Every revision of every analysis, newest first",
    query: z.object({ cursor: cursor() }),
    returns: pageOf(Analysis),
    described: "One page",
    command: (ctx, query) => listAnalysisRecords(ctx, { cursor: after(query) }),
  }),
);
