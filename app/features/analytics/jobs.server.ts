import { z } from "zod";
import { hourSeconds } from "#app/lib/durations.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { sweepHistoryImports } from "./imports/history-imports.server.ts";
import { maintainVisits } from "./privacy/retention.server.ts";
import { storeSums } from "./reports/sums/store-sums.server.ts";
import { deleteOldFunnelEvents } from "./steps/funnel.server.ts";
import { deriveVisits } from "./visits/visits.server.ts";

/** Nightly. Keeps its original name, because existing databases store its schedule and queue under it. */
export const sweepFunnelJob = defineJob({
  name: "analytics.anonymise-funnel",
  payload: z.object({}),
  run: (ctx) => deleteOldFunnelEvents(ctx),
});

/** Every few minutes: derives visits from new hits, and stores the sums of past days. */
export const deriveVisitsJob = defineJob({
  name: "analytics.derive-visits",
  payload: z.object({}),
  single: true,
  expireInSeconds: hourSeconds,
  run: async (ctx) => {
    await deriveVisits(ctx);
    await storeSums(ctx, companyDates().zone);
  },
});

/** Nightly: creates partitions ahead and applies the retention. */
export const maintainVisitsJob = defineJob({
  name: "analytics.maintain-visits",
  payload: z.object({}),
  single: true,
  expireInSeconds: hourSeconds,
  run: (ctx) => maintainVisits(ctx),
});

/** Hourly: deletes unused uploads and files of rejected rows after a day. */
export const sweepHistoryJob = defineJob({
  name: "analytics.sweep-imports",
  payload: z.object({}),
  run: async (ctx) => {
    await sweepHistoryImports(ctx);
  },
});
