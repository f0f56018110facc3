import type { AutomationId } from "./automation-terms.ts";

export const idealClient = {
  revenue: { name: "Revenue", words: "1M-50M USD a year", fromUsd: 1_000_000, toUsd: 50_000_000 },
  people: { name: "People", words: "10-200 employees", from: 10, to: 200 },
  tools: { name: "Tools", words: "3 or more tools", from: 3 },
} as const;

/** The three measures first. */
export const idealClientChecklist = [
  {
    title: `Revenue of ${idealClient.revenue.words}`,
    text: "Enough volume that the same work comes up every week and a project pays for itself in months.",
  },
  {
    title: idealClient.people.words,
    text: "Work passes from person to person, and one leader can still decide how it is done.",
  },
  {
    title: idealClient.tools.words,
    text: "The hours go where people carry data from one tool to the next.",
  },
  {
    title: "Work that repeats",
    text: "The same steps at least once a week, done by more than one person.",
  },
  {
    title: "Someone who decides",
    text: "A leader who can change a process and the tools it runs on.",
  },
  {
    title: "A willingness to measure",
    text: "Hours before and hours after, even when the answer is not flattering.",
  },
] as const;

export const clientRoles = [
  {
    role: "Sales leaders",
    week: "Reps copy forms, log calls and look for the last version of a proposal before they sell anything.",
    answer: "How many selling hours could come back each week, and from which task.",
    first: ["S-01", "S-03", "S-04"],
  },
  {
    role: "Marketing leaders",
    week: "Campaign responses wait for a list. The report is put together by hand from five accounts.",
    answer: "Which handoff to sales loses time, and what a report that writes itself is worth.",
    first: ["M-01", "M-02", "M-03"],
  },
  {
    role: "Operations leaders",
    week: "You are the connection between the tools: exports, imports, and the question of why two numbers differ.",
    answer: "Where tools overlap, what to connect first, and what upkeep costs a month.",
    first: ["S-08", "S-06", "CS-02"],
  },
  {
    role: "Founders",
    week: "You approve, forward and remind. The next ten customers would mean another administrative hire.",
    answer: "What automation returns in the low case, to hold against the salary of a hire.",
    first: ["S-07", "CS-01", "S-02"],
  },
] as const satisfies readonly { role: string; week: string; answer: string; first: readonly AutomationId[] }[];

export const whatYouBring = [
  {
    title: "Your software bills, roughly",
    text: "About 70 tools are listed with a price; correct it where you pay less.",
  },
  { title: "Three to six processes", text: "By the names your team uses. Three are enough; twenty is the limit." },
  {
    title: "Hours per person per week",
    text: "An average of a normal week. The model allows for the way people round up.",
  },
  { title: "The cost of an hour", text: "$75, loaded, if you have no figure of your own. Between $25 and $500." },
  { title: "One outcome", text: "The one thing that has to get better this year. It decides close calls." },
] as const;
