/*
 * The stages of the pipeline, in their order. A person without an analysis is a lead; the rest are the stages of the contract.
 */
export const stages = [
  { key: "lead", label: "Lead" },
  { key: "new_analysis", label: "New analysis" },
  { key: "qualified", label: "Qualified" },
  { key: "call_booked", label: "Call booked" },
  { key: "proposal", label: "Proposal" },
  { key: "won", label: "Won" },
  { key: "lost", label: "Lost" },
] as const;

export type Stage = (typeof stages)[number]["key"];

export const stageKeys = stages.map(({ key }) => key) as [Stage, ...Stage[]];

export const openStages = ["lead", "new_analysis", "qualified", "call_booked", "proposal"] as const satisfies Stage[];

export const stageLabel = (stage: Stage): string => stages.find(({ key }) => key === stage)!.label;

/** Returns the position of a stage; `lost` comes last. */
export const stageRank = (stage: Stage): number => stageKeys.indexOf(stage);

export const lostReasons = {
  no_budget: "No budget",
  no_need: "No need",
  timing: "Bad timing",
  competitor: "Chose another provider",
  in_house: "Builds it in-house",
  no_reply: "No reply",
  not_a_fit: "Not a fit",
  other: "Other",
} as const;

export type LostReason = keyof typeof lostReasons;

export const lostNoteText = "Enter the reason: “Other” alone is not enough.";

/** Formats the reason with the admin's text: "Other: merged with a competitor". */
export const lostText = (reason: LostReason, note: string | null): string =>
  note ? `${lostReasons[reason]}: ${note}` : lostReasons[reason];
