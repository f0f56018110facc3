import type { AutomationId } from "../automations/automation-terms.ts";

export const idealClient = {
  revenue: { name: "Revenue", words: "1M-50M USD a year", fromUsd: 1_000_000, toUsd: 50_000_000 },
  people: { name: "People", words: "10-200 employees", from: 10, to: 200 },
  tools: { name: "Tools", words: "3 or more tools", from: 3 },
} as const;

/** The three measures first. */
export const idealClientChecklist = [
  {
    title: `Revenue of ${idealClient.revenue.words}`,
    text: "Enough volume for the same work to come up every week and for a project to pay for itself in months.",
  },
  {
    title: idealClient.people.words,
    text: "Work passes from person to person, but one leader can still decide how it is done.",
  },
  {
    title: idealClient.tools.words,
    text: "The hours go into carrying data from one tool to the next.",
  },
  {
    title: "Repetitive work",
    text: "The same steps at least once a week, done by more than one person.",
  },
  {
    title: "A decision maker",
    text: "Someone who can change a process and the tools it runs on.",
  },
  {
    title: "A willingness to measure",
    text: "Hours before and hours after, even when the answer is unflattering.",
  },
] as const;

export const clientRoles = [
  {
    role: "Sales leaders",
    week: "Reps copy forms, log calls and hunt for the latest version of a proposal before they sell anything.",
    answer: "How many selling hours you could win back each week, and from which task.",
    first: ["S-01", "S-03", "S-04"],
  },
  {
    role: "Marketing leaders",
    week: "Campaign responses wait in a list. The report is assembled by hand from five accounts.",
    answer: "Where the handoff to sales loses time, and what a report that writes itself is worth.",
    first: ["M-01", "M-02", "M-03"],
  },
  {
    role: "Operations leaders",
    week: "You are the integration: exports, imports, and explaining why two numbers differ.",
    answer: "Where tools overlap, what to connect first, and what upkeep costs per month.",
    first: ["S-08", "S-06", "CS-02"],
  },
  {
    role: "Founders",
    week: "You approve, forward and remind. Ten more customers would mean another administrative hire.",
    answer: "What automation returns in the low case, so you can compare it with a salary.",
    first: ["S-07", "CS-01", "S-02"],
  },
] as const satisfies readonly { role: string; week: string; answer: string; first: readonly AutomationId[] }[];
