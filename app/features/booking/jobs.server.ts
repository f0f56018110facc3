import { z } from "zod";
import { defineJob } from "#app/platform/jobs.server.ts";
import { readBusyFeeds } from "./busy-feeds.server.ts";
import { closePastCalls } from "./outcome.server.ts";
import { sendReminders } from "./reminders.server.ts";

/** A day and an hour before every call. */
export const remindJob = defineJob({
  name: "booking.remind",
  payload: z.object({}),
  single: true,
  run: sendReminders,
});

/** Calls whose end has passed took place. */
export const closePastCallsJob = defineJob({
  name: "booking.close-past",
  payload: z.object({}),
  single: true,
  run: closePastCalls,
});

/** Busy times of hosts' other calendars. */
export const readBusyFeedsJob = defineJob({
  name: "booking.read-busy",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: (ctx) => readBusyFeeds(ctx),
});
