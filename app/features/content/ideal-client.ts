/** Whom the firm can help today: the three measures, and three things no scale shows. */
export const idealClient = {
  revenue: { name: "Revenue", words: "1M-50M USD a year", fromUsd: 1_000_000, toUsd: 50_000_000 },
  people: { name: "People", words: "10-200 employees", from: 10, to: 200 },
  tools: { name: "Tools", words: "3 or more tools", from: 3 },
} as const;

/** The checklist of the approach page, the three measures first. */
export const idealClientChecklist = [
  {
    title: `Revenue of ${idealClient.revenue.words}`,
    text: "Enough volume that the same work returns every week, and a project is earned back in months.",
  },
  {
    title: idealClient.people.words,
    text: "Work passes from hand to hand, and one person can still decide how.",
  },
  {
    title: idealClient.tools.words,
    text: "Where data crosses from one tool to the next by hand, the hours are.",
  },
  {
    title: "Work that repeats",
    text: "The same steps at least once a week, done by more than one person.",
  },
  {
    title: "Somebody who decides",
    text: "A leader who may change a process and the tools it runs on.",
  },
  {
    title: "A wish to measure",
    text: "Hours before and hours after, even where the answer is not flattering.",
  },
] as const;
