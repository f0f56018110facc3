/** The permanent numbers of the sheets, used on the site, on the analysis page and in its files. */
export const sheetCodes = {
  map: "A-01",
  opportunities: "A-02",
  returnModel: "A-03",
  assumptions: "A-03.1",
  plan: "A-04",
  tools: "A-05",
  fullBlueprint: "A-06",
} as const;

export const blueprintSheets = [
  {
    code: sheetCodes.map,
    title: "Current-state map",
    text: "How leads, deals and renewals move today",
    detail: "Your processes in the order a lead meets them, with the people, hours and tools at every step.",
  },
  {
    code: sheetCodes.opportunities,
    title: "Top 5 opportunities",
    text: "Every candidate scored on value, fit and effort",
    detail: "The best five automations, ranked, each with its hours, yearly value, price and payback in months.",
  },
  {
    code: sheetCodes.returnModel,
    title: "Return model",
    text: "Low, expected and high case, with assumptions you can question",
    detail:
      "Your numbers, run 10,000 times, for a low, an expected and a high case. Every assumption is listed, and you can change the main ones.",
  },
  {
    code: sheetCodes.plan,
    title: "90-day plan",
    text: "What to build, in what order",
    detail:
      "Quick wins in month one, core work in month two, the strategic build and tool cleanup in month three. Anything not worth building yet is listed with the reason.",
  },
  {
    code: sheetCodes.tools,
    title: "Tool specification",
    text: "What your stack can do, and its gaps",
    detail:
      "Your stack by type of tool. Where two tools do the same job, it names both and counts only part of the cheaper one as a saving. It also names the types of tools that the five automations still need.",
  },
  {
    code: sheetCodes.fullBlueprint,
    title: "Full blueprint",
    text: "Build specifications for every automation in scope",
    detail:
      "Fields, triggers, steps, failure handling and tests, prepared by an architect for your tools. Ready to build from, by us or by you.",
  },
] as const;

export type BlueprintSheet = (typeof blueprintSheets)[number];
export type SheetCode = BlueprintSheet["code"];

/** For example `Current-state map`. The assumptions are a sheet of the return model. */
export const sheetTitle = (code: SheetCode | typeof sheetCodes.assumptions): string =>
  blueprintSheets.find((sheet) => sheet.code === code)?.title ?? "Assumptions";

export const freeBlueprintSheets = blueprintSheets.filter(({ code }) => code !== sheetCodes.fullBlueprint);

/** `A-01 to A-05` */
export const freeSheets = `${sheetCodes.map} to ${sheetCodes.tools}`;
