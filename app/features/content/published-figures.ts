/** The three figures of the first page, in per cent. Published industry averages; `claims` says how to read each. */
export const publishedFigures = [
  {
    claim: "productivity",
    value: 14.5,
    title: "Productivity",
    text: "more sales productivity where marketing and hand-off work is automated",
  },
  {
    claim: "overhead",
    value: 12.2,
    title: "Overhead reduction",
    text: "less marketing overhead, from fewer manual campaign and list tasks",
  },
  {
    claim: "prediction",
    value: 81,
    title: "Deal prediction accuracy",
    text: "when scoring runs on complete and current CRM data",
  },
] as const;
