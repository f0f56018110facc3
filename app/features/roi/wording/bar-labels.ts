import type { Analysis } from "../analysis-shape.ts";

interface BarLabels {
  label: string;
  inSentence: string;
  /** What to measure to narrow it; null if it cannot be measured at the company. */
  measure: string | null;
}

const labelsByBar: Readonly<Record<string, BarLabels>> = {
  "automatable share": {
    label: "Share that can be automated",
    inSentence: "the share that can be automated",
    measure: "how many cases follow a fixed rule",
  },
  adoption: {
    label: "Adoption",
    inSentence: "adoption",
    measure: "how many of these cases your team would hand over",
  },
  "value capture": {
    label: "Value capture",
    inSentence: "how much of the freed time becomes value",
    measure: "what your team would do with the freed hours",
  },
  "reported hours": {
    label: "Reported hours",
    inSentence: "how accurate the reported hours are",
    measure: "the hours that each process really takes",
  },
  "hourly cost -/+20%": {
    label: "Hourly cost, 20% less or more",
    inSentence: "what an hour costs",
    measure: "what an hour of this work costs you",
  },
  "cost overrun": { label: "Cost overrun", inSentence: "a cost overrun", measure: null },
  "final quote": { label: "Final quote", inSentence: "the final quote", measure: null },
  "stack savings": {
    label: "Saving on overlapping tools",
    inSentence: "the saving on overlapping tools",
    measure: "which overlapping tools you can cancel",
  },
  "go-live delay +2 months": {
    label: "Go-live two months later",
    inSentence: "going live two months later",
    measure: null,
  },
};

export const barLabel = (name: string): string => labelsByBar[name]?.label ?? name;
export const barInSentence = (name: string): string => labelsByBar[name]?.inSentence ?? name;

/** Returns what to measure for the two widest measurable bars; assumed hours come first. */
export function barsToMeasure({ tornado, flags }: Pick<Analysis, "tornado" | "flags">): string[] {
  const widest = tornado.flatMap(({ name, low, high }) => (low === high ? [] : (labelsByBar[name]?.measure ?? [])));
  const hours = flags.includes("hours_assumed") ? [labelsByBar["reported hours"]!.measure!] : [];
  const found = [...new Set([...hours, ...widest])].slice(0, 2);
  return found.length > 0 ? found : [labelsByBar["reported hours"]!.measure!];
}
