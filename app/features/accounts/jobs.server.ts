import { z } from "zod";
import { defineJob } from "../../platform/jobs.server.ts";
import { sweepExpired } from "./expiry.server.ts";

/** Removes sessions, links and challenges whose time is over. They count for nothing already; this is tidiness. */
export const sweepAccountsJob = defineJob({
  name: "accounts.sweep",
  payload: z.object({}),
  run: (ctx) => sweepExpired(ctx),
});
