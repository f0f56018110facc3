import { createRoute } from "@hono/zod-openapi";
import { recordClientLog } from "#app/features/analytics/client-log.server.ts";
import { ClientLog } from "#app/features/analytics/client-log.ts";
import { jsonBody, newEndpoints, refusals, tooMany } from "./endpoint.server.ts";

export const clientLogEndpoints = newEndpoints().openapi(
  createRoute({
    method: "post",
    path: "/client-log",
    summary: "Write log lines of a page's code to the server log",
    request: { body: jsonBody(ClientLog) },
    responses: { 204: { description: "Accepted" }, ...refusals(422, 429) },
  }),
  async (c) => {
    const result = await recordClientLog(c.get("ctx"), c.req.valid("json"), { address: c.get("address") });
    return result.ok ? c.body(null, 204) : tooMany(c, result.reason.retryAfterSeconds);
  },
);
