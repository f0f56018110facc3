import { z } from "zod";
import { sweepLimits } from "../app/features/security/limits.server.ts";
import { defineJob, type JobDefinition, type Schedule } from "../app/platform/jobs.server.ts";

const sweepLimitsJob = defineJob({ name: "security.sweep-limits", payload: z.object({}), run: (ctx) => sweepLimits(ctx) });

/** Every job of the product. A job only calls a verb. */
export const jobDefinitions: readonly JobDefinition[] = [sweepLimitsJob];

/** One page: what runs when, without anybody asking. */
export const schedules: readonly Schedule[] = [{ job: sweepLimitsJob, cron: "7 * * * *" }];
