import { z } from "@hono/zod-openapi";
import { deleteVisitData, readVisitData } from "#app/features/analytics/privacy/my-data.server.ts";
import { VisitKey, VisitRecords } from "#app/features/analytics/visits/visit-records.ts";
import { ok } from "#app/lib/result.ts";
import { endpoints, publicArea } from "../endpoints.server.ts";

/** Export and deletion of a browser's own visits. The session id is in the body, because URLs are logged. */
const open = publicArea({}, [429]);

export const myDataEndpoints = endpoints(
  open.post("/privacy/my-data", {
    summary: "Read the data stored under a session id",
    body: VisitKey,
    returns: VisitRecords,
    limit: "my-data",
    command: async (ctx, { session_id }) => ok(await readVisitData(ctx, session_id)),
  }),
  open.post("/privacy/my-data/delete", {
    summary: "Delete the data stored under a session id; idempotent",
    body: VisitKey,
    returns: z.object({ deleted: z.number() }),
    limit: "my-data",
    command: async (ctx, { session_id }) => ok({ deleted: await deleteVisitData(ctx, session_id) }),
  }),
);
