import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { anonymiseFunnel } from "./funnel.server.ts";

/** Nightly. */
export const anonymiseFunnelJob = defineJob({
  name: "analytics.anonymise-funnel",
  payload: z.object({}),
  run: (ctx) => anonymiseFunnel(ctx),
});
