import { z } from "zod";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { sweepImports } from "./import/imports.server.ts";
import { rescoreProspects } from "./projection/rescoring.server.ts";
import { expireDeletedNames } from "./removing/removing.server.ts";

export const rescoreProspectsJob = defineJob({
  name: "pipeline.rescore",
  payload: z.object({ all: z.boolean().optional() }),
  single: true,
  expireInSeconds: 1800,
  run: (ctx, { all = false }) => rescoreProspects(ctx, { all }),
});

const scoreSettings = () => JSON.stringify([env().PIPELINE_TARGET_EMPLOYEES, env().PIPELINE_SCORE_WEIGHTS]);
let scoredWith: string | null = null;

/** Queues a computation of all scores if the settings that they follow may have changed. Every process calls it after a change. */
export async function rescoreAfterChange(ctx: Ctx): Promise<void> {
  if (scoreSettings() === scoredWith) return;
  await enqueue(ctx, rescoreProspectsJob, { all: true });
  scoredWith = scoreSettings();
}

export const sweepImportsJob = defineJob({
  name: "pipeline.sweep-imports",
  payload: z.object({}),
  run: async (ctx) => {
    await sweepImports(ctx);
    await expireDeletedNames(ctx);
  },
});
