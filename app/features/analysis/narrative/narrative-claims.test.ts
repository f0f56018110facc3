import { expect, test } from "vitest";
import { automations } from "#app/features/content/automations.ts";
import { adviceOf } from "#app/features/roi/advice.ts";
import { analyze } from "#app/features/roi/analysis.ts";
import type { Analysis, CashFlow, Opportunity, Way, WayRange } from "#app/features/roi/analysis-shape.ts";
import { focusLabels } from "#app/features/roi/input-labels.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import { modelVersions } from "#app/features/roi/parameters.ts";
import { randomInputs } from "#app/features/roi/vectors/random-inputs.ts";
import { builtInNarrative } from "./narrative.ts";

/*
 * Every sentence of the narrative and of the advice is a claim with a check against the figures. A sentence without a
 * claim fails, so that no sentence enters the narrative unchecked.
 */

interface Case {
  input: ModelInput;
  result: Analysis;
}
type Groups = Record<string, string>;
type Check = (groups: Groups, subject: Case) => boolean;

const number = (text: string) => Number(text.replace("−", "-").replace(/[^\d.-]/g, ""));
/** Within a rounding to three significant digits, or to whole dollars. */
const isUsd = (text: string | undefined, usd: number | null) =>
  usd !== null && text !== undefined && Math.abs(number(text) - usd) <= Math.max(0.51, 0.00501 * Math.abs(usd));
const isDecimal = (text: string | undefined, value: number | null) =>
  value !== null &&
  text !== undefined &&
  (text === "under 0.1" ? value > 0 && value < 0.05 : Math.abs(number(text) - value) <= 0.0501);
const isPayback = (text: string | undefined, months: number | null) =>
  text === undefined ? months === null : isDecimal(text, months);
const titled = (text: string) => automations.find((automation) => `${automation.title} (${automation.id})` === text);
const opportunity = (text: string, { result }: Case): Opportunity =>
  result.opportunities.find(({ id }) => id === titled(text)?.id)!;
const scopeOf = ({ result }: Case) => result.opportunities.filter(({ inScope }) => inScope);
const counted = ({ result }: Case) => result.working.processes.filter(({ manualHours }) => manualHours > 0);
const countWords = ["none", "one", "two", "three", "four", "five"];

const isDraws = (text: string, share: number): boolean => {
  if (text === "all") return share === 1;
  if (text === "none") return share === 0;
  if (text.endsWith("%")) return Math.abs(number(text) / 100 - share) <= 0.0051 && share > 0 && share < 1;
  return number(text) === Math.round(share * 10_000);
};
const rangeOf = ({ result }: Case, way: Way): WayRange => (way === "project" ? result.projectRange : result.range);
const flowOf = ({ result }: Case, way: Way): CashFlow => (way === "project" ? result.projectOnly : result.base);
const isClear = (subject: Case, way: Way) =>
  rangeOf(subject, way).probPositiveY1 >= 0.6 && rangeOf(subject, way).npv3[1]! > -0.01;
const bestOdds = ({ result }: Case) => Math.max(result.range.probPositiveY1, result.projectRange.probPositiveY1);
/** Text and threshold agree: no share below it prints as the threshold. */
const isBelow = (text: string, limit: number) => text === "none" || !text.endsWith("%") || number(text) < limit * 100;

const usd = (name: string) => `(?<${name}>−?\\$[\\d,]+)`;
const hours = (name: string) => `(?<${name}>under 0\\.1|[\\d,]+\\.\\d) hours a week`;
const draws = (name: string) => `(?<${name}>all|none|[\\d.]+%|[\\d,]+) of the (?:10,000 )?runs`;

const wayOf: Readonly<Record<string, Way>> = {
  "The project alone": "project",
  "the project alone": "project",
  "The project with the retainer": "project+retainer",
  "the project with the retainer": "project+retainer",
};
const other = (way: Way): Way => (way === "project" ? "project+retainer" : "project");

const isToMeasure = (text: string, { result }: Case) => {
  const measures: Record<string, string> = {
    "how many cases follow a fixed rule": "automatable share",
    "how many of these cases your team would hand over": "adoption",
    "what your team would do with the freed hours": "value capture",
    "the hours that each process really takes": "reported hours",
    "what an hour of this work costs you": "hourly cost -/+20%",
    "which overlapping tools you can cancel": "stack savings",
  };
  const named = text.split(/ and (?=how|what|the|which)/).map((part) => measures[part]);
  const widths = result.tornado.map(({ name }) => name).filter((name) => Object.values(measures).includes(name));
  const expected = result.flags.includes("hours_assumed")
    ? [...new Set(["reported hours", ...widths])].slice(0, 2)
    : widths.slice(0, 2);
  return JSON.stringify(named) === JSON.stringify(expected);
};

const adviceClaims: [string, Check][] = [
  [
    `(?<way>The project (?:alone|with the retainer)) ends the first year above zero in ${draws("odds")} and has a median three-year value of ${usd("npv")}; with(?:out)? the retainer it is ${draws("odds2")} and ${usd("npv2")}\\.`,
    ({ way, odds, npv, odds2, npv2 }, subject) => {
      const advised = wayOf[way!]!;
      const [own, rival] = [rangeOf(subject, advised), rangeOf(subject, other(advised))];
      const isBetter = !isClear(subject, other(advised)) || own.npv3[1]! >= rival.npv3[1]! - 0.01;
      return (
        subject.result.recommendation === advised &&
        isClear(subject, advised) &&
        isBetter &&
        isDraws(odds!, own.probPositiveY1) &&
        isDraws(odds2!, rival.probPositiveY1) &&
        isUsd(npv, own.npv3[1]) &&
        isUsd(npv2, rival.npv3[1])
      );
    },
  ],
  [
    `(?<way>The project (?:alone|with the retainer)) ends the first year above zero in ${draws("odds")}, but its median three-year value is ${usd("npv")}\\.`,
    ({ way, odds, npv }, subject) => {
      const range = rangeOf(subject, wayOf[way!]!);
      return (
        subject.result.recommendation === "not-clear" &&
        range.probPositiveY1 >= 0.6 &&
        range.npv3[1]! <= 0 &&
        isDraws(odds!, range.probPositiveY1) &&
        isUsd(npv, range.npv3[1])
      );
    },
  ],
  [
    `The project alone ends the first year above zero in ${draws("odds")}, with the retainer in ${draws("odds2")}; we advise (?<what>a project )?from 60%\\.`,
    ({ odds, odds2, what }, subject) =>
      isDraws(odds!, subject.result.projectRange.probPositiveY1) &&
      isDraws(odds2!, subject.result.range.probPositiveY1) &&
      [odds!, odds2!].every((text) => isBelow(text, 0.6)) &&
      bestOdds(subject) < 0.6 &&
      subject.result.recommendation === (bestOdds(subject) >= 0.4 ? "not-clear" : "starter-kit") &&
      Boolean(what) === (subject.result.recommendation === "starter-kit"),
  ],
  ["Measure (?<what>.+) for two weeks, then calculate again\\.", ({ what }, subject) => isToMeasure(what!, subject)],
  [
    "The free starter kit lets you try one automation yourself at no cost\\.",
    (_, { result }) => result.recommendation === "starter-kit",
  ],
  ["There are no manual hours to save in this analysis\\.", (_, { result }) => result.manualHoursPerWeek === 0],
  [
    "None of the five best automations would earn back its price within 12 months at your hours\\.",
    (_, subject) => scopeOf(subject).length === 0 && subject.result.opportunities.length === 5,
  ],
  [
    "Every hour in this analysis is a typical value of ours\\.",
    (_, subject) => counted(subject).every(({ assumed }) => assumed),
  ],
  ["Enter the real hours of at least one process for a verdict\\.", () => true],
  [
    `Model 1\\.0 decided by the expected first year alone: ${usd("one")} with the retainer, ${usd("two")} without\\.`,
    ({ one, two }, { result }) =>
      result.modelVersion === "1.0" && isUsd(one, result.base.netY1) && isUsd(two, result.projectOnly.netY1),
  ],
  [
    "Model 1\\.1 also weighs the odds: calculate again for its advice\\.",
    (_, { result }) => result.modelVersion === "1.0",
  ],
];

const narrativeClaims: [string, Check][] = [
  [
    "No manual hours are entered, so there is nothing to give back\\.",
    (_, { result }) => result.manualHoursPerWeek === 0,
  ],
  ["Add the processes that repeat every week, with the hours they take\\.", () => true],
  [
    "You pay \\$(?<usd>[\\d,.]+) a month twice, for tools that do the same work\\.",
    (groups, { result }) => Math.abs(number(groups["usd"]!) - result.overlapMonthly) <= 0.51,
  ],
  [
    `(?<people>One person|[\\d,]+ people) spends? ${hours("hours")} on the work you named\\.`,
    (groups, { input, result }) =>
      (groups["people"] === "One person" ? 1 : number(groups["people"]!)) === input.company.employees &&
      isDecimal(groups["hours"], result.manualHoursPerWeek),
  ],
  ["All of it is “.*”\\.", (_, subject) => counted(subject).length === 1],
  [
    `“(?<name>.*)” alone takes ${hours("hours")} of it\\.`,
    (groups, subject) => isMost(groups["name"]!, groups["hours"]!, subject, 0),
  ],
  [
    `“(?<name>.*)” \\(${hours("hours")}\\) and “(?<name2>.*)” \\(${hours("hours2")}\\) lead the list\\.`,
    (groups, subject) =>
      isMost(groups["name"]!, groups["hours"]!, subject, 0) && isMost(groups["name2"]!, groups["hours2"]!, subject, 1),
  ],
  [
    "That is (?<hours>[\\d.]+) hours per person, so check the hours first\\.",
    (groups, { input, result }) => isDecimal(groups["hours"], result.manualHoursPerWeek / input.company.employees),
  ],
  [
    "That is under 30 minutes per person: more of this work may not be named yet\\.",
    (_, { input, result }) => result.manualHoursPerWeek / input.company.employees < 0.5,
  ],
  [
    "All of these hours are typical values that no one has confirmed\\.",
    (_, subject) => counted(subject).every(({ assumed }) => assumed),
  ],
  [
    "The hours of (?<some>\\d+) of (?<all>\\d+) processes are typical values that no one has confirmed\\.",
    (groups, subject) =>
      Number(groups["some"]) === counted(subject).filter(({ assumed }) => assumed).length &&
      Number(groups["all"]) === counted(subject).length &&
      subject.result.flags.includes("hours_assumed"),
  ],
  [
    "(?<opening>Start with|First in line would be) (?<name>.+)\\.",
    (groups, subject) => {
      const isBuild = ["project", "project+retainer"].includes(adviceOf(subject.result).kind);
      return (
        opportunity(groups["name"]!, subject) === scopeOf(subject)[0] &&
        (groups["opening"] === "Start with") === (isBuild && subject.result.modelVersion === "1.1")
      );
    },
  ],
  [
    `It gives back ${hours("hours")} and is worth ${usd("usd")} a year; (?<reasons>.+)\\.`,
    (groups, subject) => {
      const first = scopeOf(subject)[0]!;
      return (
        isDecimal(groups["hours"], first.hoursSaved) &&
        isUsd(groups["usd"], first.annualValue) &&
        groups["reasons"]!.split(", and ").every((reason) => reasonHolds(reason, first, subject))
      );
    },
  ],
  [
    `(?<name>.+) follows with ${usd("usd")} a year\\.`,
    (groups, subject) =>
      opportunity(groups["name"]!, subject) === scopeOf(subject)[1] &&
      isUsd(groups["usd"], scopeOf(subject)[1]!.annualValue),
  ],
  [
    "Operations has no automation of its own in the grid; the neighboring areas serve it\\.",
    (_, { input }) => input.company.focus === "operations" && automations.every(({ area }) => area !== "operations"),
  ],
  [
    "All of it lies in (?<area>.+), your focus area\\.",
    (groups, subject) =>
      focusLabels[subject.input.company.focus] === groups["area"] &&
      scopeOf(subject).every((one) => areaOf(one) === subject.input.company.focus),
  ],
  [
    "None of it lies in (?<area>.+): the hours you named are elsewhere\\.",
    (groups, subject) =>
      focusLabels[subject.input.company.focus] === groups["area"] &&
      scopeOf(subject).every((one) => areaOf(one) !== subject.input.company.focus),
  ],
  [
    "(?<count>One|Two|Three|Four) of the five candidates (?:does|do) not earn back (?:its|their) price within twelve months, so (?:it is|they are) left out\\.",
    (groups, subject) =>
      countWords.indexOf(groups["count"]!.toLowerCase()) === 5 - scopeOf(subject).length &&
      subject.result.opportunities.every(
        // Prices are rounded to 100 USD after the decision.
        ({ inScope, cost, annualValue }) => inScope || annualValue < cost + 51,
      ),
  ],
  [
    `At run rate that is worth ${usd("usd")} a year, between ${usd("low")} and ${usd("high")} in eight of ten runs, against a project price of ${usd("price")}\\.`,
    (groups, { result }) =>
      isUsd(groups["usd"], result.annualValue) &&
      isUsd(groups["low"], result.range.annualValue[0]) &&
      isUsd(groups["high"], result.range.annualValue[2]) &&
      isUsd(groups["price"], result.implementationCost),
  ],
  [
    "The project alone (?:pays back in (?<alone>[\\d.]+) months|does not pay back within 36 months); with the retainer it (?:pays back in (?<both>[\\d.]+) months|does not pay back within 36 months)\\.",
    (groups, { result }) =>
      isPayback(groups["alone"], result.projectOnly.payback) && isPayback(groups["both"], result.base.payback),
  ],
  [
    `The expected first year ends at ${usd("alone")} without the retainer and at ${usd("both")} with it\\.`,
    (groups, subject) =>
      isUsd(groups["alone"], flowOf(subject, "project").netY1) &&
      isUsd(groups["both"], flowOf(subject, "project+retainer").netY1),
  ],
  [
    `Without the retainer your team's own upkeep costs about ${usd("usd")} a month, and the benefit falls by 1% a month\\.`,
    (groups, { result }) => result.modelVersion === "1.1" && isUsd(groups["usd"], result.ownUpkeepMonthly),
  ],
  [
    "That is not enough for us to recommend a project today\\.",
    (_, subject) => subject.result.recommendation === "starter-kit" && bestOdds(subject) < 0.4,
  ],
  [
    "We give a verdict once at least one process has real hours\\.",
    (_, subject) => counted(subject).every(({ assumed }) => assumed),
  ],
  [
    `What moves the first year of (?<way>the project (?:alone|with the retainer)) most is .+: between ${usd("low")} and ${usd("high")}\\.`,
    (groups, { result }) => {
      const widths = result.tornado.map(({ low, high }) => Math.abs(high - low));
      return (
        wayOf[groups["way"]!] === result.tornadoOf &&
        widths[0]! >= Math.max(...widths) - 0.03 &&
        isUsd(groups["low"], result.tornado[0]!.low) &&
        isUsd(groups["high"], result.tornado[0]!.high)
      );
    },
  ],
  [
    `Before you rely on this, have the people in “(?<name>.*)” note their hours for two weeks: ${hours("hours")} of the saving rest on that answer\\.`,
    (groups, { result }) => {
      const most = Math.max(...result.working.processes.map(({ savedHours }) => savedHours));
      return (
        isDecimal(groups["hours"], most) &&
        result.working.processes.some(({ name, savedHours }) => name === groups["name"] && savedHours === most)
      );
    },
  ],
  [
    `${usd("usd")} a year of the value come from overlapping tools \\(.+\\)\\.`,
    (groups, { result }) => isUsd(groups["usd"], result.annualStackSavings) && result.overlapMonthly > 0,
  ],
  [
    "Because of the rules in (?<industry>healthcare|finance) the model expects less to be automated and a higher price\\.",
    (groups, { input }) => input.company.industry.toLowerCase() === groups["industry"],
  ],
  [
    "With these assumptions none of the automations is worth anything yet, so we do not offer a project\\.",
    (_, subject) => subject.result.opportunities.every(({ annualValue }) => annualValue === 0),
  ],
  [
    "None of the eighteen automations takes on work of the kind you named, so we do not offer a project\\.",
    (_, { result }) =>
      automations.length === 18 && result.working.opportunities.every(({ allocations }) => allocations.length === 0),
  ],
  [
    `The best candidate, (?<name>.+), would give back ${hours("hours")}, worth ${usd("usd")} a year\\.`,
    (groups, { result }) =>
      titled(groups["name"]!)?.id === result.opportunities[0]!.id &&
      isDecimal(groups["hours"], result.opportunities[0]!.hoursSaved) &&
      isUsd(groups["usd"], result.opportunities[0]!.annualValue),
  ],
  [
    `It would be in scope from ${usd("usd")} a year\\.`,
    (groups, { result }) =>
      result.plan.later[0]!.id === result.opportunities[0]!.id &&
      isUsd(groups["usd"], result.plan.later[0]!.valueNeeded),
  ],
  [
    "Until then it costs more than it returns in a year, so we do not offer a project\\.",
    (_, { result }) => result.plan.later[0]!.valueNeeded > result.plan.later[0]!.annualValue,
  ],
  [
    "The free starter kit costs nothing: its template “(?<template>.+)” is a do-it-yourself version of (?<title>.+)\\.",
    (groups, { result }) => {
      const automation = automations.find(({ title }) => title === groups["title"]);
      const taken = result.opportunities.find(({ id }) => id === automation?.id);
      return automation?.kitTemplate === groups["template"] && taken !== undefined && taken.hoursSaved > 0;
    },
  ],
  ["The free starter kit costs nothing and lets you try one automation on one process\\.", () => true],
  [
    `Come back when about ${hours("hours")} more of such work are done by hand\\.`,
    (groups, { result }) => isDecimal(groups["hours"], result.plan.later[0]!.moreHours!.hoursPerWeek),
  ],
  ["Come back when more of such work is done by hand\\.", (_, { result }) => !result.plan.later[0]?.moreHours],
  [
    "One thing pays this month: you pay \\$(?<usd>[\\d,.]+) a month twice, for tools that do the same work \\(.+\\)\\.",
    (groups, { result }) => Math.abs(number(groups["usd"]!) - result.overlapMonthly) <= 0.51,
  ],
];

const areaOf = ({ id }: Opportunity) => automations.find((one) => one.id === id)!.area;

function isMost(name: string, text: string, subject: Case, rank: number): boolean {
  const processes = counted(subject).toSorted((one, two) => two.manualHours - one.manualHours);
  const hoursOf = processes[rank]!.manualHours;
  return (
    isDecimal(text, hoursOf) && processes.some((process) => process.name === name && process.manualHours === hoursOf)
  );
}

function reasonHolds(reason: string, first: Opportunity, { input, result }: Case): boolean {
  switch (reason) {
    case "none of the others is worth more":
      return result.opportunities.every(({ annualValue }) => annualValue <= first.annualValue);
    case "it lies in your focus area":
      return areaOf(first) === input.company.focus;
    case "it takes on work that you find painful":
      return first.pain >= 4;
    case "you have the tools it needs":
      return first.ready === 1;
    case "it is a small build":
      return first.effort <= 2;
    default:
      return reason === "it came first in the ranking" && result.opportunities.find(({ inScope }) => inScope) === first;
  }
}

const sentencesOf = (text: string) => text.split(/(?<=\.)\s+(?=[A-Z“−$\d])/);
const compiled = (claims: readonly [string, Check][]) =>
  claims.map(([pattern, check]) => ({ pattern: new RegExp(`^${pattern}$`, "s"), check }));
const claims = { advice: compiled(adviceClaims), narrative: compiled(narrativeClaims) };

interface Sentence {
  kind: "narrative" | "advice";
  text: string;
}

const textsOf = ({ input, result }: Case): Sentence[] => [
  ...builtInNarrative(input, result)
    .flatMap(sentencesOf)
    .map((text): Sentence => ({ kind: "narrative", text })),
  ...sentencesOf(adviceOf(result).reason).map((text): Sentence => ({ kind: "advice", text })),
];

const reached = new Set<string>();

function faultsOf(sentences: readonly Sentence[], subject: Case): string[] {
  return sentences.flatMap(({ kind, text }) => {
    const matching = claims[kind].filter(({ pattern }) => pattern.test(text));
    if (matching.length === 0) return [`no claim covers: ${text}`];
    for (const { pattern } of matching) reached.add(pattern.source);
    const holds = matching.some(({ pattern, check }) => check(pattern.exec(text)!.groups ?? {}, subject));
    return holds ? [] : [`contradicted by the figures: ${text}`];
  });
}

const inputs = randomInputs(500, 20_261_123);

test.each(modelVersions)("every claim of 500 narratives of model %s holds against its figures", (model) => {
  const faults = inputs.flatMap((input, index) => {
    const subject = { input, result: analyze(input, { draws: 1000, model }) };
    return faultsOf(textsOf(subject), subject).map((fault) => `${index}: ${fault}`);
  });
  expect(faults).toEqual([]);
});

test("cases that random inputs do not reach: no adoption at all, and good odds with a negative median", () => {
  const none = { ...inputs[0]!, assumptions: { adoption: [0, 0, 0] as [number, number, number] } };
  const open = inputs
    .map((input) => ({ input, result: analyze(input, { draws: 1000 }) }))
    .find(({ result }) => adviceOf(result).kind === "not-clear")!;
  const likely = { ...open.result.projectRange, probPositiveY1: 0.65, npv3: [-9000, -2000, 800] as WayRange["npv3"] };
  const subjects = [
    { input: none, result: analyze(none, { draws: 1000 }) },
    { input: open.input, result: { ...open.result, projectRange: likely } },
  ];
  for (const subject of subjects) expect(faultsOf(textsOf(subject), subject)).toEqual([]);
});

test("the narratives reach every claim", () => {
  const all = [...claims.advice, ...claims.narrative].map(({ pattern }) => pattern.source);
  expect(all.filter((source) => !reached.has(source))).toEqual([]);
});

test("a narrative is contradicted by the figures of another analysis", () => {
  const [one, two] = inputs
    .map((input) => ({ input, result: analyze(input, { draws: 1000 }) }))
    .filter(({ result }) => adviceOf(result).kind === "project");
  const faults = faultsOf(textsOf(one!), two!);
  expect(faults.length).toBeGreaterThan(5);
  expect(faultsOf([{ kind: "narrative", text: "It pays off in any case." }], one!)).toEqual([
    "no claim covers: It pays off in any case.",
  ]);
});
