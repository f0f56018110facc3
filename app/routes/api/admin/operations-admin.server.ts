import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { testIntegration } from "#app/features/operations/integration-tests.server.ts";
import { type IntegrationKey, integrationKeys, setUpPlaces } from "#app/features/operations/integrations.ts";
import { discardJobs, redeliverEvents, retryJobs } from "#app/features/operations/queue-commands.server.ts";
import { recordKinds, recordStates } from "#app/features/operations/sender-records.ts";
import { mapped } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import { recordId, tooMany } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const ofQueue = z.object({ queue: z.string().max(200) });
const OneOrAll = z.object({ jobId: recordId().nullable() });
const Changed = z.object({ count: z.int() });
const TestOutcome = z.object({
  ...{ passed: z.boolean(), text: z.string(), at: z.string(), tookMs: z.int() },
  records: z
    .array(
      z.object({
        ...{ kind: z.enum(recordKinds), state: z.enum(recordStates), text: z.string() },
        ...{ name: z.string(), value: z.string().nullable() },
      }),
    )
    .optional(),
});

const admin = adminArea(
  "jobs",
  {
    not_found:
      "This is no longer in the list: it was retried or discarded in another tab or by another admin. Reload the page.",
  },
  [404],
);
const settings = adminArea("settings", {}, [404]);

export const operationsAdminEndpoints = endpoints(
  admin.post("/admin/queues/{queue}/retries", {
    summary: "Queue failed jobs again: one, or all of a queue with jobId null",
    params: ofQueue,
    body: OneOrAll,
    returns: Changed,
    statuses: [404, 409, 422],
    refusals: {
      already_waiting: "This queue already has a job that waits, and it does the same work. Discard the failed one.",
    },
    command: async (ctx, input) => mapped(await retryJobs(ctx, input), (count) => ({ count })),
  }),
  admin.post("/admin/queues/{queue}/discards", {
    summary: "Delete failed jobs with their parameters: one, or all of a queue with jobId null",
    params: ofQueue,
    body: OneOrAll,
    returns: Changed,
    command: async (ctx, input) => mapped(await discardJobs(ctx, input), (count) => ({ count })),
  }),
  admin.post("/admin/event-deliveries", {
    summary: "Deliver undelivered events of a consumer again: one, or all with eventId null",
    body: z.object({ consumer: z.string().max(200), eventId: recordId().nullable() }),
    returns: Changed,
    command: async (ctx, input) => mapped(await redeliverEvents(ctx, input), (count) => ({ count })),
  }),
  settings.post("/admin/integrations/{integration}/tests", {
    summary: "Test an integration with one real request; at most ten in ten minutes",
    params: z.object({ integration: z.enum(integrationKeys) }),
    returns: TestOutcome,
    statuses: [404, 409, 429],
    refusals: {
      too_many: ({ retryAfterSeconds }: { retryAfterSeconds: number }, c: Context) =>
        tooMany(c, retryAfterSeconds, "Ten tests in ten minutes are enough. Try again later."),
      switched_off: (_: object, c: Context) =>
        `This integration is off. Set it up under ${setUpPlaces[c.req.param("integration") as IntegrationKey]} first.`,
    },
    command: (ctx, { integration: key }) => testIntegration(ctx, { key, settings: env() }),
  }),
);
