/*
 * Every step that our own pages report, in the order of the way through the product. This list is the documentation of the
 * funnel: dashboards group by these words, and a page that reports another one does not compile. The call itself also takes
 * other words, because operators may report steps of their own.
 */

export const funnelStages = {
  /** Asking for an access code and entering one. */
  access: ["requested", "code_accepted", "code_refused"],
  /** The guided wizard. `…_viewed` when a step is shown, `…_completed` when Continue went on. */
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
  /** The one-page way. `refined` when its answers were taken into the guided wizard. */
  quick_start: ["viewed", "started", "completed", "refined"],
  /** A finished analysis; `generated` carries the yearly value in USD. */
  analysis: ["generated", "viewed", "recalculated", "pdf_downloaded", "sheet_downloaded", "shared", "compared"],
  /** Getting the full blueprint; `paid` carries what was paid in USD. */
  unlock: ["viewed", "payment_started", "invoice_requested", "call_started", "paid"],
  /** The scheduling widget; `scheduled` is the conversion and carries `bookingConversionUsd`. */
  booking: ["widget_viewed", "date_selected", "scheduled"],
} as const satisfies Record<string, readonly string[]>;

/** Steps that are goals: the collector reports them as conversions. */
export const goalSteps: readonly string[] = [
  "access.requested",
  "access.code_accepted",
  "quick_start.completed",
  "analysis.generated",
  "unlock.invoice_requested",
  "booking.scheduled",
];

export type FunnelStage = keyof typeof funnelStages;
export type FunnelSubstage<Stage extends FunnelStage> = (typeof funnelStages)[Stage][number];

/** What a booked strategy call counts for, in USD (spec: call-value). */
export const bookingConversionUsd = 2500;

export const funnelMetadataKeys = ["mode", "revision"] as const;
export type FunnelMetadata = Partial<Record<(typeof funnelMetadataKeys)[number], string | number>>;

export const isListedStage = (stage: string): stage is FunnelStage => Object.hasOwn(funnelStages, stage);
