import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { rescoreProspects } from "./rescoring.server.ts";

/** Lowers scores as intent decays. */
export const rescoreProspectsJob = defineJob({
  name: "pipeline.rescore",
  payload: z.object({}),
  single: true,
  expireInSeconds: 1800,
  run: (ctx) => rescoreProspects(ctx),
});
