/*
 * Every step that our own pages report, in the order of the product's main path. Dashboards group by these names, and a page that
 * reports an unlisted one does not compile. The endpoint also accepts other names, because operators may report their own steps.
 */

export const funnelStages = {
  access: ["requested", "code_accepted", "code_refused"],
  /** The guided wizard. `…_viewed`: a step was shown; `…_completed`: Continue led to the next one. */
  wizard: [
    "mode_viewed",
    "guided_started",
    "profile_viewed",
    "profile_completed",
    "tech_stack_viewed",
    "tech_stack_completed",
    "processes_viewed",
    "processes_completed",
  ],
  /** The one-page analysis. `refined`: its answers were opened in the guided wizard. */
  quick_start: ["viewed", "started", "completed", "refined"],
  /** A complete analysis; `generated` carries the yearly value in USD. */
  analysis: ["generated", "viewed", "recalculated", "pdf_downloaded", "sheet_downloaded", "shared", "compared"],
  /** The full blueprint; `paid` carries the price in USD. */
  unlock: ["viewed", "payment_started", "invoice_requested", "call_started", "paid"],
  /** The scheduling widget. `scheduled` follows from a booked call, in the widget or elsewhere, and carries `bookingConversionUsd`. */
  booking: ["widget_viewed", "date_selected", "scheduled"],
} as const satisfies Record<string, readonly string[]>;

/** Its value is the yearly value for the client: no income of the firm, and never added up. */
export const analysisGoal = "analysis.generated";

/** Steps that are goals: conversions of the visit, reported by the collector or derived. */
export const goalSteps: readonly string[] = [
  "access.requested",
  "access.code_accepted",
  "quick_start.completed",
  analysisGoal,
  "unlock.invoice_requested",
  "booking.scheduled",
];

/** Steps that follow from events of the product (derived-steps.server.ts): what pages report of them is dropped. */
export const derivedSteps: readonly string[] = [
  ...["booking.scheduled", "unlock.paid", "unlock.refunded"],
  ...["access.requested", "access.code_accepted", analysisGoal],
];

export type FunnelStage = keyof typeof funnelStages;
export type FunnelSubstage<Stage extends FunnelStage> = (typeof funnelStages)[Stage][number];

/** The value of a booked strategy call in USD (spec: call-value). */
export const bookingConversionUsd = 2500;

export const funnelMetadataKeys = ["mode", "revision"] as const;
export type FunnelMetadata = Partial<Record<(typeof funnelMetadataKeys)[number], string | number>>;

export const isListedStage = (stage: string): stage is FunnelStage => Object.hasOwn(funnelStages, stage);
