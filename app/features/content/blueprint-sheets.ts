/** The six drawings a firm can receive. Codes are permanent; the first five are free, the sixth is the full blueprint. */
export const blueprintSheets = [
  {
    code: "A-01",
    title: "Current-state map",
    text: "How leads, deals and renewals move through your team today",
    detail:
      "Your processes drawn in the order in which a lead meets them, with people, hours and tools written on every step.",
  },
  {
    code: "A-02",
    title: "Top 5 opportunities",
    text: "Every candidate scored on hours, dollars and effort",
    detail:
      "Five of eighteen automations, ranked. Each has its hours, its yearly value, its price and its own payback in months.",
  },
  {
    code: "A-03",
    title: "Return model",
    text: "Low, expected and high case, with assumptions you can question",
    detail:
      "10,000 runs of your numbers give a low, an expected and a high case. Every assumption is listed, and you can change it.",
  },
  {
    code: "A-04",
    title: "90-day plan",
    text: "What to build and in which order",
    detail:
      "Quick wins in month one, core work in month two, the strategic build and tool clean-up in month three. What is not worth it yet waits, with the reason.",
  },
  {
    code: "A-05",
    title: "Tool overlap",
    text: "What you pay for twice, and what could be saved",
    detail:
      "Your stack by category. Where two tools do one job, the sheet names both and counts only part of the cheaper one as a saving.",
  },
  {
    code: "A-06",
    title: "Full blueprint",
    text: "Build drawings for every automation in scope",
    detail:
      "Fields, triggers, steps, failure handling and tests, drawn by an architect for your tools. Ready to build from, by us or by you.",
  },
] as const;

export type SheetCode = (typeof blueprintSheets)[number]["code"];
