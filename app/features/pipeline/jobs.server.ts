import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { sweepImports } from "./import/imports.server.ts";
import { rescoreProspects } from "./projection/rescoring.server.ts";

export const rescoreProspectsJob = defineJob({
  name: "pipeline.rescore",
  payload: z.object({}),
  single: true,
  expireInSeconds: 1800,
  run: (ctx) => rescoreProspects(ctx),
});

export const sweepImportsJob = defineJob({
  name: "pipeline.sweep-imports",
  payload: z.object({}),
  run: (ctx) => sweepImports(ctx),
});
