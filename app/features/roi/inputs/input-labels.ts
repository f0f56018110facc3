import type { Activity, Area, Outcome } from "#app/features/content/automations/automation-terms.ts";
import type { Frequency, RevenueBand } from "./bounds.ts";

/** Labels of the input's choices, in form order. */

export const focusLabels: Readonly<Record<Area, string>> = {
  marketing: "Marketing & Demand Generation",
  revenue: "Revenue Operations",
  lifecycle: "Customer Lifecycle",
  operations: "Operations & Finance",
};

export const outcomeLabels: Readonly<Record<Outcome, string>> = {
  speed: "Respond faster",
  pipeline: "Build more pipeline",
  revenue: "Grow revenue",
  visibility: "See what is happening",
  cost: "Cut cost",
  data: "Trust our data",
  retention: "Keep customers longer",
};

export const revenueBandLabels: Readonly<Record<RevenueBand, string>> = {
  "<1M": "Under $1M",
  "1-5M": "$1M to $5M",
  "5-10M": "$5M to $10M",
  "10-25M": "$10M to $25M",
  "25-50M": "$25M to $50M",
  ">50M": "Over $50M",
};

export const activityLabels: Readonly<Record<Activity, string>> = {
  data_entry: "Data entry",
  data_processing: "Data processing and reporting",
  routing: "Routing and assigning",
  scheduling: "Scheduling",
  research: "Research",
  documents: "Writing documents",
  follow_up: "Follow-ups and reminders",
  communication: "Talking with people",
  judgement: "Expert judgment",
  people: "Managing people",
};

export const frequencyLabels: Readonly<Record<Frequency, string>> = {
  daily: "Daily",
  weekly: "Weekly",
  monthly: "Monthly",
  quarterly: "Quarterly",
  adhoc: "Now and then",
};
