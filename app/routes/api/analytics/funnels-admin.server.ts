import { z } from "@hono/zod-openapi";
import { FunnelInput, maxFunnels } from "#app/features/analytics/funnels/funnel-definition.ts";
import { changeFunnel, createFunnel, deleteFunnel } from "#app/features/analytics/funnels/saved-funnels.server.ts";
import { Created } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const admin = adminArea(
  "analytics",
  {
    stale: "Another admin changed this funnel. Reload the page to see it, then change it again.",
    name_taken: [
      409,
      "Another funnel has this name. Choose a different one.",
      { name: "Another funnel has this name." },
    ],
    too_many_funnels: `There are ${maxFunnels} funnels. Delete one, then save this one.`,
  },
  [404, 409, 422],
);

export const funnelsAdminEndpoints = endpoints(
  admin.post("/admin/funnels", {
    summary: "Save a new funnel",
    body: FunnelInput,
    creates: Created,
    command: createFunnel,
  }),
  admin.put("/admin/funnels/{funnelId}", {
    summary: "Replace a funnel",
    body: FunnelInput.extend({ version: z.int() }),
    returns: z.object({ version: z.int() }),
    command: (ctx, { funnelId: id, ...input }) => changeFunnel(ctx, { id, ...input }),
  }),
  admin.delete("/admin/funnels/{funnelId}", {
    summary: "Delete a funnel; `version` is the one that was read",
    query: z.object({ version: z.coerce.number().int() }),
    command: (ctx, { funnelId: id, version }) => deleteFunnel(ctx, { id, version }),
  }),
);
