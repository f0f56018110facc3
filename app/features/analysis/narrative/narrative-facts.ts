import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import { activityLabels, focusLabels, frequencyLabels, outcomeLabels } from "#app/features/roi/inputs/input-labels.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { models } from "#app/features/roi/inputs/parameters.ts";
import { adviceOf, wayNames, ways } from "#app/features/roi/wording/advice.ts";
import { barLabel } from "#app/features/roi/wording/bar-labels.ts";
import { formatEstimate, formatHours, formatMonths, formatShare } from "#app/features/roi/wording/figures.ts";
import { flagLabels } from "#app/features/roi/wording/flag-labels.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { wayFlow, wayRange } from "../two-ways.ts";

/** A figure of the analysis; its kind limits how a text may present it. */
export interface Fact {
  label: string;
  text: string;
  figures: readonly Figure[];
}

export type FigureKind = "usd" | "percent" | "plain";
export interface Figure {
  kind: FigureKind;
  value: number;
}

const usd = (label: string, value: number): Fact => ({
  label,
  text: formatEstimate(value),
  figures: [
    { kind: "usd", value },
    { kind: "usd", value: Number(value.toPrecision(3)) },
  ],
});
const hours = (label: string, value: number): Fact => ({
  label,
  text: formatHours(value),
  // Displayed as "under 0.1".
  figures: [{ kind: "plain", value: value > 0 && value < 0.05 ? 0.1 : value }],
});
const months = (label: string, value: number | null): Fact => ({
  label,
  text: formatMonths(value),
  figures: value === null ? [] : [{ kind: "plain", value }],
});
const count = (label: string, value: number): Fact => ({
  label,
  text: formatNumber(value),
  figures: [{ kind: "plain", value }],
});
const share = (label: string, value: number): Fact => ({
  label,
  text: formatShare(value),
  figures: [{ kind: "percent", value: value * 100 }],
});
const textFact = (label: string, text: string): Fact => ({ label, text, figures: [] });

/** All that a language model gets: no name of a company or a person. Its text must not contain other figures. */
export function narrativeFacts({ company, processes }: ModelInput, result: Analysis): Fact[] {
  const { range } = result;
  const hasProject = result.implementationCost > 0;
  const counted = result.working.processes.filter(({ manualHours }) => manualHours > 0);
  return [
    count("Employees", company.employees),
    textFact("Industry", company.industry),
    textFact("Focus area", focusLabels[company.focus]),
    textFact("Wanted most", outcomeLabels[company.topOutcome]),
    usd("Cost of one working hour", company.hourlyCost),
    textFact("Recommendation", recommendationText(result)),
    count("Automations in scope", result.opportunities.filter(({ inScope }) => inScope).length),
    count("Candidates not in scope yet", result.plan.later.length),
    hours("Manual hours today", result.manualHoursPerWeek),
    hours("Manual hours per employee", result.manualHoursPerWeek / company.employees),
    count("Processes with hours", counted.length),
    count("Processes with hours that no one has confirmed", counted.filter(({ assumed }) => assumed).length),
    hours("Hours the automations in scope cover", result.addressedHoursPerWeek),
    hours("Hours expected back", result.hoursSavedPerWeek),
    ...between("Hours expected back, low and high", range.hoursPerWeek, hours),
    usd("Value a year", result.annualValue),
    ...between("Value a year, low and high", range.annualValue, usd),
    ...(hasProject
      ? [
          usd("Price of the project", result.implementationCost),
          count("Months to build", result.buildMonths),
          ...ways.flatMap((way): Fact[] => {
            const [flow, drawn] = [wayFlow(result, way), wayRange(result, way)];
            return [
              usd(`First-year net of ${wayNames[way]}`, flow.netY1),
              ...between(`First-year net of ${wayNames[way]}, low and high`, drawn.netY1, usd),
              months(`Payback of ${wayNames[way]}`, flow.payback),
              usd(`Median three-year value of ${wayNames[way]}`, drawn.npv3[1] ?? 0),
              share(`Chance that the first year of ${wayNames[way]} ends above zero`, drawn.probPositiveY1),
            ];
          }),
          usd("Own upkeep a month without the retainer", result.ownUpkeepMonthly),
          share("Labor value lost a month without the retainer", models[result.modelVersion].decay.perMonth),
        ]
      : []),
    ...(result.overlapMonthly > 0
      ? [usd(overlapLabel, result.overlapMonthly), usd("Saving on overlapping tools a year", result.annualStackSavings)]
      : []),
    ...processes.flatMap((process, index): Fact[] => {
      const counted = result.working.processes[index];
      if (!counted) return [];
      return [
        textFact(
          `Process ${index + 1}`,
          `${process.name}: ${activityLabels[process.activity]}, ${frequencyLabels[process.frequency]}`,
        ),
        count(`People in ${process.name}`, process.people),
        hours(`Hours in ${process.name}`, counted.manualHours),
        hours(`Hours back in ${process.name}`, counted.savedHours),
      ];
    }),
    ...result.opportunities.flatMap((opportunity): Fact[] => {
      const name = `${opportunity.id} ${findAutomation(opportunity.id)?.title ?? ""}`;
      return [
        textFact(name, opportunity.inScope ? `in scope, ${opportunity.kind}` : "not in scope yet"),
        hours(`${name}: hours back`, opportunity.hoursSaved),
        usd(`${name}: value a year`, opportunity.annualValue),
        usd(`${name}: price`, opportunity.cost),
        ...(opportunity.annualValue > 0 ? [months(`${name}: own payback`, opportunity.paybackMonths)] : []),
      ];
    }),
    ...result.plan.later.flatMap(({ id, title, valueNeeded, moreHours }) => [
      usd(`${id} ${title}: in scope from a yearly value of`, valueNeeded),
      ...(moreHours ? [hours(`${id} ${title}: in scope with further hours`, moreHours.hoursPerWeek)] : []),
    ]),
    ...result.tornado.slice(0, 2).flatMap((bar): Fact[] => {
      const name = barLabel(bar.name);
      return hasProject
        ? [
            usd(`First-year net of ${wayNames[result.tornadoOf]} when low: ${name}`, bar.low),
            usd(`First-year net of ${wayNames[result.tornadoOf]} when high: ${name}`, bar.high),
          ]
        : [];
    }),
    ...result.flags.map((flag) => textFact("To know before relying on it", flagLabels(flag).sentence)),
  ];
}

/** Label of the amount that is "paid twice"; only with this fact a text may say so. */
export const overlapLabel = "Overlapping tools a month";

/** Figures of the method, which may appear in any text. */
export const methodFigures: readonly Figure[] = [
  { kind: "plain", value: 10_000 },
  { kind: "plain", value: 90 },
  { kind: "plain", value: 36 },
  { kind: "plain", value: 30 },
  { kind: "plain", value: 18 },
  { kind: "plain", value: 12 },
  { kind: "plain", value: 10 },
  { kind: "plain", value: 8 },
  { kind: "plain", value: 5 },
  { kind: "plain", value: 3 },
  { kind: "plain", value: 2 },
  { kind: "plain", value: 1 },
];

function recommendationText(result: Analysis): string {
  const { title, reason } = adviceOf(result);
  return `${title}. ${reason}`;
}

function between(
  label: string,
  [low, , high]: readonly (number | null)[],
  fact: (label: string, value: number) => Fact,
): Fact[] {
  if (low == null || high == null) return [];
  const [one, other] = [fact(label, low), fact(label, high)];
  return [{ label, text: `${one.text} to ${other.text}`, figures: [...one.figures, ...other.figures] }];
}
