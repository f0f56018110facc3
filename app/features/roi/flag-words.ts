import type { BaseAnalysis, Flag } from "./analysis-shape.ts";
import { formatUsd } from "./figures.ts";

export interface FlagWords {
  /** Caution: read before relying on the figures. Note: good to know. */
  tone: "caution" | "note";
  sentence: string;
}

/** A flag of the analysis in one sentence. */
export function flagWords(flag: Flag): FlagWords {
  if (isPeopleCapped(flag)) {
    const name = flag.slice(peopleCapped.length);
    return {
      tone: "note",
      sentence: `“${name}” names more people than the company employs; it is counted with the number of employees.`,
    };
  }
  return wordsOf[flag];
}

/** What the analysis recommends, in words. */
export interface RecommendationWords {
  kind: "project-with-retainer" | "project" | "not-worth-it-yet";
  title: string;
  sentence: string;
}

/** The recommendation with its reason in figures. "Not worth automating yet" is an answer like any other. */
export function recommendationWords(
  analysis: Pick<BaseAnalysis, "recommendation" | "base" | "projectOnly" | "flags">,
): RecommendationWords {
  const { recommendation, base, projectOnly, flags } = analysis;
  switch (recommendation) {
    case "project+retainer":
      return {
        kind: "project-with-retainer",
        title: "Build it, with the retainer",
        sentence: `Project and retainer together could end the first year ${formatUsd(base.netY1)} ahead of their cost.`,
      };
    case "project":
      return {
        kind: "project",
        title: "Build it, without the retainer",
        sentence: `The project alone could end the first year ${formatUsd(projectOnly.netY1)} ahead of its cost. With the retainer it would be ${formatUsd(-base.netY1)} short, so leave that for later.`,
      };
    case "starter-kit":
      return {
        kind: "not-worth-it-yet",
        title: "Not worth automating yet",
        sentence: reasonAgainst(projectOnly, flags),
      };
  }
}

function reasonAgainst(projectOnly: BaseAnalysis["projectOnly"], flags: readonly Flag[]): string {
  const kit = "The free starter kit lets you try one automation yourself at no cost.";
  if (flags.includes("no_hours")) return `There are no manual hours to save in this analysis. ${kit}`;
  if (flags.includes("nothing_in_scope")) {
    return `None of the five best automations would earn back its price within 12 months at your hours. ${kit}`;
  }
  return `The project would end its first year ${formatUsd(-projectOnly.netY1)} short of its cost, even without the retainer. ${kit}`;
}

const peopleCapped = "people_capped:";

const isPeopleCapped = (flag: Flag): flag is `people_capped:${string}` => flag.startsWith(peopleCapped);

const wordsOf: Readonly<Record<Exclude<Flag, `people_capped:${string}`>, FlagWords>> = {
  hours_capped: {
    tone: "caution",
    sentence:
      "You entered more manual hours than 10 per employee and week; all hours are scaled down to that limit. While it holds, one more hour of work that can hardly be automated may lower the value a little.",
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
    sentence: "The first-year return comes out at more than ten times. We do not print such a figure before a call.",
  },
};
