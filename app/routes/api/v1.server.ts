import { createRoute, z } from "@hono/zod-openapi";
import { listAnalysisRecords } from "#app/features/analysis/revisions/analysis-records.server.ts";
import { listBookingRecords } from "#app/features/booking/agenda/booking-records.server.ts";
import { recordedFields } from "#app/features/pipeline/prospect-fields.ts";
import { listProspectRecords, readTimelineRecords } from "#app/features/pipeline/prospects/prospect-records.server.ts";
import { stageKeys } from "#app/features/pipeline/prospects/stages.ts";
import { recordOf } from "#app/lib/record-of.ts";
import { text } from "#app/lib/text.ts";
import { adminFirst, answers, newEndpoints, notFound, recordId, refusals } from "./endpoint.server.ts";
import { cursor, pageOf, tokenSecurity, tokenWith } from "./v1-reading.server.ts";

const instant = () => z.iso.datetime();

const Prospect = z
  .object({
    id: z.string(),
    email: z.string(),
    ...recordOf(recordedFields, () => z.string().nullable()),
    stage: z.enum(stageKeys),
    score: z.int(),
    valueUsd: z.number().nullable(),
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
    state: z.enum(["upcoming", "running", "held", "no-show", "over", "cancelled"]),
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
    annualValueUsd: z.number(),
    implementationCostUsd: z.number(),
    recommendation: z.string(),
    createdAt: instant(),
  })
  .openapi("Analysis");

const email = () => text({ max: 320 }).optional();
const byEmail = z.object({ email: email(), cursor: cursor() });
const refused = refusals(401, 403, 422, 429);

/** Data that programs read with an API token (decision 0155). Lists are newest first, in pages of up to 100. */
export const v1Endpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/prospects",
      summary: "Prospects, newest first",
      security: tokenSecurity("read:prospects"),
      middleware: tokenWith("read:prospects"),
      request: {
        query: byEmail.extend({
          stage: z.enum(["", ...stageKeys]).optional(),
        }),
      },
      responses: { ...answers(200, pageOf(Prospect), "One page"), ...refused },
    }),
    async (c) => {
      const { email: of, stage, cursor: after } = c.req.valid("query");
      const found = await listProspectRecords(c.get("ctx"), {
        ...{ email: of || null, stage: stage || null, cursor: after || null },
      });
      if (!found.ok) return adminFirst(c);
      const items = found.value.items.map((item) => ({ ...item, lastActivityAt: item.lastActivityAt.toISOString() }));
      return c.json({ items, next: found.value.next }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/prospects/{id}/timeline",
      summary: "The timeline of a prospect, newest first, 30 items per page",
      security: tokenSecurity("read:prospects"),
      middleware: tokenWith("read:prospects"),
      request: { params: z.object({ id: recordId() }), query: z.object({ cursor: cursor() }) },
      responses: { ...answers(200, pageOf(TimelineItem), "One page"), ...refusals(401, 403, 404, 422, 429) },
    }),
    async (c) => {
      const [{ id: prospectId }, { cursor: after }] = [c.req.valid("param"), c.req.valid("query")];
      const found = await readTimelineRecords(c.get("ctx"), { prospectId, cursor: after || null });
      if (!found.ok) return found.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
      const items = found.value.items.map(({ at, type, text: line }) => ({ at: at.toISOString(), type, text: line }));
      return c.json({ items, next: found.value.next }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/bookings",
      summary: "Booked calls, latest booking first",
      security: tokenSecurity("read:bookings"),
      middleware: tokenWith("read:bookings"),
      request: { query: byEmail },
      responses: { ...answers(200, pageOf(Booking), "One page"), ...refused },
    }),
    async (c) => {
      const { email: of, cursor: after } = c.req.valid("query");
      const found = await listBookingRecords(c.get("ctx"), { email: of || null, cursor: after || null });
      if (!found.ok) return adminFirst(c);
      const items = found.value.items.map(({ startsAt, endsAt, createdAt, ...item }) => ({
        ...item,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
        createdAt: createdAt.toISOString(),
      }));
      return c.json({ items, next: found.value.next }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/v1/analyses",
      summary: "Every revision of every analysis, newest first",
      security: tokenSecurity("read:analyses"),
      middleware: tokenWith("read:analyses"),
      request: { query: z.object({ cursor: cursor() }) },
      responses: { ...answers(200, pageOf(Analysis), "One page"), ...refused },
    }),
    async (c) => {
      const found = await listAnalysisRecords(c.get("ctx"), { cursor: c.req.valid("query").cursor || null });
      if (!found.ok) return adminFirst(c);
      const items = found.value.items.map((item) => ({ ...item, createdAt: item.createdAt.toISOString() }));
      return c.json({ items, next: found.value.next }, 200);
    },
  );
