/** The label of the three figures. It must not suggest a source, because there is none. */
export const industryFiguresLabel = "Industry figures, origin not verified";

/** The end of each figure's accessible text. */
export const unverified =
  "Quoted in the industry; we could not verify its origin, have not measured it, and do not use it in any analysis.";

/** The three figures of the home page, in percent, in the specified words. `claims` says how to read each. */
export const industryFigures = [
  {
    claim: "productivity",
    value: 14.5,
    title: "Productivity",
    text: "higher sales productivity where marketing and handoff work is automated",
  },
  {
    claim: "overhead",
    value: 12.2,
    title: "Overhead reduction",
    text: "lower marketing overhead, from fewer manual campaign and list tasks",
  },
  {
    claim: "prediction",
    value: 81,
    title: "Deal prediction accuracy",
    text: "when scoring runs on complete and current CRM data",
  },
] as const;
