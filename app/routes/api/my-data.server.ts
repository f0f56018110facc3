import { z } from "@hono/zod-openapi";
import { deleteVisitData, readVisitData } from "#app/features/analytics/privacy/my-data.server.ts";
import { VisitKey, VisitRecords } from "#app/features/analytics/visits/visit-records.ts";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse } from "#app/features/security/requests/limits.server.ts";
import { ok } from "#app/lib/result.ts";
import { type EndpointContext, tooMany } from "./endpoint.server.ts";
import { endpoints, publicArea } from "./endpoints.server.ts";

/** Export and deletion of a browser's own visits. The session id is in the body, because URLs are logged. */
const open = publicArea({}, [429]);

export const myDataEndpoints = endpoints(
  open.post("/privacy/my-data", {
    summary: "Read the data stored under a session id",
    body: VisitKey,
    returns: VisitRecords,
    command: async (ctx, input, c) => {
      const limit = await useLimit(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      return ok(await readVisitData(ctx, input.session_id));
    },
  }),
  open.post("/privacy/my-data/delete", {
    summary: "Delete the data stored under a session id; idempotent",
    body: VisitKey,
    returns: z.object({ deleted: z.number() }),
    command: async (ctx, input, c) => {
      const limit = await useLimit(c);
      if (!limit.allowed) return tooMany(c, limit.retryAfterSeconds);
      return c.json({ deleted: await deleteVisitData(ctx, input.session_id) }, 200);
    },
  }),
);

const useLimit = (c: EndpointContext) => countUse(c.get("ctx"), "my-data", limitKey(c.get("address")));
