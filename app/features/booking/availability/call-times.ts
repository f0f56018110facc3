import { minuteMs } from "#app/lib/durations.ts";
import { blockedBy, type CallRules } from "./slots.ts";

/** Returns the columns `during` (the call) and `blocked` (the call with its buffers). */
export function callTimes(start: Date, rules: CallRules) {
  const blocked = blockedBy(start.getTime(), rules);
  return {
    during: { start, end: new Date(start.getTime() + rules.durationMinutes * minuteMs) },
    blocked: { start: new Date(blocked.start), end: new Date(blocked.end) },
  };
}
