import { createRoute, z } from "@hono/zod-openapi";
import { deleteVisitData, readVisitData } from "#app/features/analytics/my-data.server.ts";
import { VisitKey, VisitRecords } from "#app/features/analytics/visit-records.ts";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { answers, type EndpointContext, jsonBody, newEndpoints, refusals, tooMany } from "./endpoint.server.ts";

/** Export and deletion of a browser's own visits. The session id is in the body, because URLs are logged. */
export const myDataEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/privacy/my-data",
      summary: "Read the data stored under a session id",
      request: { body: jsonBody(VisitKey) },
      responses: { ...answers(200, VisitRecords), ...refusals(422, 429) },
    }),
    async (c) => {
      const limit = await useLimit(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      const { visits, hits, funnelSteps, ...rest } = await readVisitData(c.get("ctx"), c.req.valid("json").session_id);
      return c.json(
        {
          visits: visits.map((visit) => ({ ...visit, startedAt: visit.startedAt.toISOString() })),
          hits: hits.map((hit) => ({ ...hit, at: hit.at.toISOString() })),
          funnelSteps: funnelSteps.map((step) => ({ ...step, at: step.at.toISOString() })),
          ...rest,
        },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/privacy/my-data/delete",
      summary: "Delete the data stored under a session id; idempotent",
      request: { body: jsonBody(VisitKey) },
      responses: { ...answers(200, z.object({ deleted: z.number() })), ...refusals(422, 429) },
    }),
    async (c) => {
      const limit = await useLimit(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      return c.json({ deleted: await deleteVisitData(c.get("ctx"), c.req.valid("json").session_id) }, 200);
    },
  );

const useLimit = (c: EndpointContext) => countUse(c.get("ctx"), "my-data", limitKey(c.get("address")));
