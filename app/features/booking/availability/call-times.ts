import { minuteMs } from "#app/lib/durations.ts";
import { blockedBy, type CallRules } from "./slots.ts";

/** The call and the time it takes from its host, buffers included: the columns `during` and `blocked`. */
export function callTimes(start: Date, rules: CallRules) {
  const blocked = blockedBy(start.getTime(), rules);
  return {
    during: { start, end: new Date(start.getTime() + rules.durationMinutes * minuteMs) },
    blocked: { start: new Date(blocked.start), end: new Date(blocked.end) },
  };
}
