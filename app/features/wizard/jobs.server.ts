import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { purgeBlueprints } from "./wizard.server.ts";

export const purgeBlueprintsJob = defineJob({
  name: "blueprint.purge-deleted",
  payload: z.object({}),
  run: (ctx) => purgeBlueprints(ctx),
});
