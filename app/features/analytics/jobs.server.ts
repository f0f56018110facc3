import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { deleteOldFunnelEvents } from "./funnel.server.ts";

/** Nightly. Keeps its original name, because existing databases have its schedule and queue under it. */
export const sweepFunnelJob = defineJob({
  name: "analytics.anonymise-funnel",
  payload: z.object({}),
  run: (ctx) => deleteOldFunnelEvents(ctx),
});
