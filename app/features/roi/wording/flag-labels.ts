import type { Flag } from "../analysis-shape.ts";

export interface FlagLabels {
  /** `caution`: read before relying on the figures. `note`: good to know. */
  tone: "caution" | "note";
  sentence: string;
}

export function flagLabels(flag: Flag): FlagLabels {
  if (isPeopleCapped(flag)) {
    const name = flag.slice(peopleCapped.length);
    return {
      tone: "note",
      sentence: `“${name}” names more people than the company employs; it is counted with the number of employees.`,
    };
  }
  return labelsByFlag[flag];
}

const peopleCapped = "people_capped:";

const isPeopleCapped = (flag: Flag): flag is `people_capped:${string}` => flag.startsWith(peopleCapped);

const labelsByFlag: Readonly<Record<Exclude<Flag, `people_capped:${string}`>, FlagLabels>> = {
  hours_capped: {
    tone: "caution",
    sentence:
      "You entered more manual hours than 10 per employee and week; all hours are scaled down to that limit. While the limit applies, one more hour of work that is hard to automate may lower the value a little.",
  },
  no_hours: { tone: "note", sentence: "No manual hours are entered, so there is nothing to save yet." },
  implausible_vs_revenue: {
    tone: "caution",
    sentence:
      "The yearly value is more than a tenth of the middle of your revenue band. Check the hours and the hourly cost before relying on it.",
  },
  implausible_vs_headcount: {
    tone: "caution",
    sentence: "The hours saved are more than a tenth of all working hours. Check the hours before relying on them.",
  },
  nothing_in_scope: {
    tone: "note",
    sentence: "None of the automations would earn back its price within 12 months.",
  },
  no_payback_36m_with_retainer: {
    tone: "caution",
    sentence: "With the retainer the project does not pay back within 36 months.",
  },
  show_as_over_10x: {
    tone: "caution",
    sentence:
      "With the retainer the first-year return is more than ten times. We do not print such a figure before a call.",
  },
  project_show_as_over_10x: {
    tone: "caution",
    sentence:
      "The project alone returns more than ten times in the first year. We do not print such a figure before a call.",
  },
  hours_assumed: {
    tone: "caution",
    sentence:
      "Some hours are typical values that no one has confirmed. The model lowers them a little and widens the range; enter your own for a firmer answer.",
  },
};
