import type { BookingStatus } from "../booking.ts";

/* Types and labels of the firm's calendar. Safe in the browser. */

export const callFilters = ["upcoming", "past", "no-show", "cancelled", "all"] as const;
export type CallFilter = (typeof callFilters)[number];

export const callFilterLabels: Record<CallFilter, string> = {
  upcoming: "Upcoming",
  past: "Past",
  "no-show": "No-show",
  cancelled: "Canceled",
  all: "All",
};

export const callSorts = ["start", "name"] as const;
export type CallSort = (typeof callSorts)[number];

export type CallState = "pending" | "upcoming" | "running" | "held" | "no-show" | "over" | "cancelled";

export const callStateLabels: Record<CallState, string> = {
  pending: "Not certain yet",
  upcoming: "Upcoming",
  running: "Now",
  held: "Held",
  "no-show": "No-show",
  over: "Over",
  cancelled: "Canceled",
};

export function callState(
  call: { status: BookingStatus; outcome: "held" | "no-show" | null; start: Date; end: Date },
  now: Date,
): CallState {
  if (call.status === "cancelled") return "cancelled";
  if (call.status === "pending") return "pending";
  if (call.outcome) return call.outcome;
  if (call.start > now) return "upcoming";
  return call.end > now ? "running" : "over";
}
