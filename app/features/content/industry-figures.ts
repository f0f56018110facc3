/** The label of the three figures wherever they appear. It must promise no source, because we have none. */
export const industryFiguresLabel = "Industry figures, origin not verified";

/** Ends the reading of each of them. */
export const unverified =
  "Quoted in the trade; we could not verify its origin, did not measure it, and use it in no analysis.";

/** The three figures of the first page, in percent, in the specified words. `claims` says how to read each. */
export const industryFigures = [
  {
    claim: "productivity",
    value: 14.5,
    title: "Productivity",
    text: "more sales productivity where marketing and handover work is automated",
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
