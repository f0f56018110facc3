import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { FunnelInput, maxFunnels } from "#app/features/analytics/funnel-definition.ts";
import { changeFunnel, createFunnel, deleteFunnel } from "#app/features/analytics/saved-funnels.server.ts";
import type { Refusal } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofFunnel = z.object({ funnelId: recordId() });
const refused = refusals(401, 403, 404, 409, 422);

export const funnelsAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/funnels",
      summary: "Save a new funnel",
      middleware: adminOnly,
      request: { body: jsonBody(FunnelInput) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await createFunnel(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/funnels/{funnelId}",
      summary: "Replace a funnel",
      middleware: adminOnly,
      request: { params: ofFunnel, body: jsonBody(FunnelInput.extend({ version: z.int() })) },
      responses: { ...answers(200, z.object({ version: z.int() })), ...refused },
    }),
    async (c) => {
      const { funnelId: id } = c.req.valid("param");
      return answer(c, await changeFunnel(c.get("ctx"), { id, ...c.req.valid("json") }), (value) => c.json(value, 200));
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/funnels/{funnelId}",
      summary: "Delete a funnel; `version` is the one that was read",
      middleware: adminOnly,
      request: { params: ofFunnel, query: z.object({ version: z.coerce.number().int() }) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => {
      const { funnelId: id } = c.req.valid("param");
      const { version } = c.req.valid("query");
      return answer(c, await deleteFunnel(c.get("ctx"), { id, version }), () => c.json(done, 200));
    },
  );

type FunnelRefusal = Refusal<"not_admin" | "not_found" | "stale" | "name_taken" | "too_many_funnels">;

function answer<Value, Answer>(c: Context, result: Result<Value, FunnelRefusal>, json: (value: Value) => Answer) {
  if (result.ok) return json(result.value);
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "stale":
      return refusal(
        c,
        409,
        reason.kind,
        "Another admin changed this funnel. Reload the page to see it, then change it again.",
      );
    case "name_taken":
      return refusal(c, 409, reason.kind, "Another funnel has this name. Choose a different one.", {
        fields: { name: "Another funnel has this name." },
      });
    case "too_many_funnels":
      return refusal(c, 409, reason.kind, `There are ${maxFunnels} funnels. Delete one, then save this one.`);
    default:
      return never(reason);
  }
}
