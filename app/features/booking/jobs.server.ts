import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { closePastCalls } from "./bookings/outcome.server.ts";
import { expirePending } from "./bookings/pending.server.ts";
import { sendReminders } from "./bookings/reminders.server.ts";
import { readBusyFeeds } from "./busy-calendars/busy-feeds.server.ts";
import { followHost } from "./calendars/following.server.ts";
import { keepChannels } from "./calendars/push/channels.server.ts";
import { followCalendars, followChanged } from "./calendars/refresh.server.ts";
import { warnOfUnread } from "./calendars/warning.server.ts";

/** Sends reminders a day and an hour before every call. */
export const remindJob = defineJob({
  name: "booking.remind",
  payload: z.object({}),
  single: true,
  run: sendReminders,
});

export const closePastCallsJob = defineJob({
  name: "booking.close-past",
  payload: z.object({}),
  single: true,
  run: closePastCalls,
});

/** Ends the calls that were not confirmed in time. */
export const expirePendingJob = defineJob({
  name: "booking.expire-pending",
  payload: z.object({}),
  single: true,
  run: expirePending,
});

export const readBusyFeedsJob = defineJob({
  name: "booking.read-busy",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: (ctx) => readBusyFeeds(ctx),
});

/** Applies what hosts changed in their calendars, and notifies hosts when their calendar cannot be read. */
export const followCalendarsJob = defineJob({
  name: "booking.follow-calendars",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: async (ctx) => {
    await followCalendars(ctx, followHost);
    await warnOfUnread(ctx);
  },
});

/** Services report one change several times, so the calendar is read once they have. */
const gatherMs = 1000;

export const followChangedJob = defineJob({
  name: "booking.follow-changed",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: async (ctx) => {
    await pause(gatherMs);
    await followChanged(ctx, followHost);
  },
});

export const keepChannelsJob = defineJob({
  name: "booking.keep-channels",
  payload: z.object({}),
  single: true,
  expireInSeconds: 900,
  run: keepChannels,
});
