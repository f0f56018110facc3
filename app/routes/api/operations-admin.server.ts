import { createRoute, z } from "@hono/zod-openapi";
import { testIntegration } from "#app/features/operations/integration-tests.server.ts";
import { integrationKeys } from "#app/features/operations/integrations.ts";
import { discardJobs, redeliverEvents, retryJobs } from "#app/features/operations/queue-commands.server.ts";
import { never } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  tooMany,
} from "./endpoint.server.ts";

const ofQueue = z.object({ queue: z.string().max(200) });
const OneOrAll = z.object({ jobId: recordId().nullable() });
const Changed = z.object({ count: z.int() });
const TestOutcome = z.object({ passed: z.boolean(), text: z.string(), at: z.string(), tookMs: z.int() });

export const operationsAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/queues/{queue}/retries",
      summary: "Queue failed jobs again: one, or all of a queue with jobId null",
      middleware: adminOnly,
      request: { params: ofQueue, body: jsonBody(OneOrAll) },
      responses: { ...answers(200, Changed), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await retryJobs(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json({ count: result.value }, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "already_waiting":
          return refusal(
            c,
            409,
            "already_waiting",
            "This queue already has a job that waits, and it does the same work. Discard the failed one.",
          );
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/queues/{queue}/discards",
      summary: "Delete failed jobs with their parameters: one, or all of a queue with jobId null",
      middleware: adminOnly,
      request: { params: ofQueue, body: jsonBody(OneOrAll) },
      responses: { ...answers(200, Changed), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await discardJobs(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json({ count: result.value }, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/event-deliveries",
      summary: "Deliver undelivered events of a consumer again: one, or all with eventId null",
      middleware: adminOnly,
      request: { body: jsonBody(z.object({ consumer: z.string().max(200), eventId: recordId().nullable() })) },
      responses: { ...answers(200, Changed), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await redeliverEvents(c.get("ctx"), c.req.valid("json"));
      if (result.ok) return c.json({ count: result.value }, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/integrations/{integration}/tests",
      summary: "Test an integration with one real request; at most ten in ten minutes",
      middleware: adminOnly,
      request: { params: z.object({ integration: z.enum(integrationKeys) }) },
      responses: { ...answers(200, TestOutcome), ...refusals(401, 403, 404, 409, 429) },
    }),
    async (c) => {
      const { integration: key } = c.req.valid("param");
      const result = await testIntegration(c.get("ctx"), { key, settings: env() });
      if (result.ok) return c.json({ ...result.value, at: result.value.at.toISOString() }, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "too_many":
          return tooMany(c, result.reason.retryAfterSeconds, "Ten tests in ten minutes are enough. Try again later.");
        case "switched_off":
          return refusal(c, 409, "switched_off", "This integration is off. Set it up in .env and restart first.");
        default:
          return never(result.reason);
      }
    },
  );
