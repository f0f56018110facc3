import { stageLabels } from "#app/lib/words/stage-labels.ts";

/*
 * The stages of the pipeline, in their order. A person without an analysis is a lead; the rest are the stages of the contract. The firm can
 * change their labels, not their keys.
 */
export const stageKeys = ["lead", "new_analysis", "qualified", "call_booked", "proposal", "won", "lost"] as const;

export type Stage = (typeof stageKeys)[number];

/** The stages with the labels that they have now. */
export const stages = () => stageKeys.map((key) => ({ key, label: stageLabel(key) }));

export const openStages = ["lead", "new_analysis", "qualified", "call_booked", "proposal"] as const satisfies Stage[];

export const stageLabel = (stage: Stage): string => stageLabels()[stageRank(stage)]!;

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
