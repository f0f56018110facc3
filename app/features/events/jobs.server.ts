import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { sweepEvents } from "./log.server.ts";

export const sweepEventsJob = defineJob({
  name: "events.sweep",
  payload: z.object({}),
  run: (ctx) => sweepEvents(ctx),
});
