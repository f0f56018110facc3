import { activities } from "#app/features/content/automations/automation-terms.ts";
import { type Origin, originOfActivity, ours, priceList, totalEconomicImpact } from "./assumption-sources.ts";
import { bounds, frequencies } from "./bounds.ts";
import { activityLabels, frequencyLabels } from "./input-labels.ts";
import type { CompanyInput } from "./model-input.ts";
import { type Assumptions, currentModel, models, type ThreePoint } from "./parameters.ts";

export interface AssumptionRow extends Origin {
  /** Path in the set of assumptions, such as `automatable.data_entry`. */
  key: string;
  group: AssumptionGroup;
  label: string;
  unit: string;
  value: number | ThreePoint;
  standard: number | ThreePoint;
  edited: boolean;
}

export type AssumptionGroup =
  | "Yours to change"
  | "Hours"
  | "Share that can be automated"
  | "Choice of automations"
  | "Price"
  | "Return"
  | "Advice"
  | "Plausibility";

/** Lists every number behind an analysis with its origin, edits marked. Without arguments: the current model's values. */
export function assumptionRows(
  company: Pick<CompanyInput, "hourlyCost"> = { hourlyCost: bounds.hourlyCostUsd.standard },
  used: Assumptions = currentModel,
): AssumptionRow[] {
  const model = models[used.version];
  const rows = descriptions.flatMap(({ read, ...label }) => {
    const value = read(used);
    return value === null ? [] : [rowOf(label, value, read(model) ?? value)];
  });
  return [rowOf(hourlyCost, company.hourlyCost, bounds.hourlyCostUsd.standard), ...rows];
}

type Label = Omit<AssumptionRow, "value" | "standard" | "edited">;
/** `read` returns null if that version of the model has no such number. */
type Description = Label & { read: (assumptions: Assumptions) => number | ThreePoint | null };

const rowOf = (label: Label, value: number | ThreePoint, standard: number | ThreePoint): AssumptionRow => ({
  ...label,
  value,
  standard,
  edited: String(value) !== String(standard),
});

const hourlyCost: Label = {
  key: "hourlyCost",
  group: "Yours to change",
  label: "Loaded cost per hour",
  unit: "USD",
  ...ours(
    `Wage, taxes and overhead of an office hour. $${bounds.hourlyCostUsd.standard} is a starting point; enter your own.`,
  ),
};

type Line = [key: string, label: string, unit: string, origin: Origin, read?: Description["read"]];

const table = (group: AssumptionGroup, lines: readonly Line[]): Description[] =>
  lines.map(([key, label, unit, origin, read = (used) => numberAt(used, key)]) => ({
    ...{ key, group, label, unit, read, ...origin },
  }));

/** Null if a part of the path is missing. */
const numberAt = (used: Assumptions, path: string): number | ThreePoint | null =>
  (path.split(".").reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], used) as number) ??
  null;

const descriptions: readonly Description[] = [
  ...table("Yours to change", [
    ["weeks", "Working weeks a year", "weeks", ours("52 minus vacation and holidays. Many calculators use 52.")],
    [
      "adoption",
      "Adoption",
      "share of automatable hours that actually move",
      ours("Some people stick with the old way for a while, and some cases never fit."),
    ],
    [
      "capture",
      "Value capture",
      "share of freed time that becomes value",
      ours("Total Economic Impact studies count only part of freed time as value. The three points are ours."),
    ],
  ]),
  ...table("Hours", [
    [
      "reportBias",
      "Bias of reported hours",
      "factor on the hours entered",
      ours("People tend to overstate the time that tedious work takes."),
    ],
    [
      "assumedHours",
      "Unconfirmed hours",
      "factor on such hours",
      ours("Typical hours of a quick start: the true hours may be less than half as many, or up to 50% more."),
    ],
    [
      "countedHoursPerEmployee",
      "Manual hours counted at most",
      "hours per employee and week",
      ours("A quarter of a 40-hour week. More than that is scaled down and flagged."),
    ],
  ]),
  ...table("Share that can be automated", [
    ...activities.map(
      (activity): Line => [
        `automatable.${activity}`,
        activityLabels[activity],
        "share of hours",
        originOfActivity[activity],
      ],
    ),
    ...frequencies.map(
      (frequency): Line => [
        `frequency.${frequency}`,
        `Work done: ${frequencyLabels[frequency].toLowerCase()}`,
        "factor on the share",
        ours("Work done less often varies more, so less of it follows rules."),
      ],
    ),
    [
      "regulated.automatable",
      "Healthcare and finance",
      "factor on the share",
      ours("Regulated firms keep more checks with people."),
    ],
  ]),
  ...table("Choice of automations", [
    ...coverageLines(),
    ...scoreLines(),
    ...fitLines(),
    [
      "scopeMonths",
      "Own payback within which an automation is in scope",
      "months",
      ours("Anything slower is listed under “later” instead of being sold."),
    ],
  ]),
  ...table("Price", [
    ["price.leastUsd", "Smallest project", "USD", priceList],
    ["price.maxUsd", "Largest typical project", "USD", priceList],
    ["retainerUsd", "Retainer", "USD a month", priceList],
    ["price.perEffortUsd", "Price per point of effort", "USD", ours("Effort runs from 1 to 5 points per automation.")],
    [
      "price.unreadySurcharge",
      "Surcharge when none of the needed tools is in place",
      "share of the price",
      ours("A missing tool has to be chosen and set up first."),
    ],
    [
      "regulated.price",
      "Healthcare and finance",
      "factor on the price",
      ours("Reviews and records for regulated data take time."),
    ],
    [
      "price.perDoubling",
      "Surcharge per doubling of people",
      "share of the price",
      ours("More people mean more cases and more training."),
    ],
    [
      "price.peopleIncluded",
      "People included in the price",
      "people",
      ours("Up to this number there is no surcharge for people."),
    ],
    [
      "price.perIntegration",
      "Surcharge per further kind of tool",
      "share of the price",
      ours("Each further system has its own access and its own errors."),
    ],
    [
      "price.integrationsIncluded",
      "Kinds of tools included in the price",
      "kinds",
      ours("Up to this number there is no surcharge for connections."),
    ],
    [
      "price.integrationsMost",
      "Largest factor for connections",
      "factor",
      ours("Connections repeat, so the surcharge is capped here."),
    ],
    [
      "overrun",
      "Final quote",
      "factor on the price estimated here",
      ours("The quote after the call is fixed. Its mean is part of every expected figure, its spread of every range."),
    ],
    ["internalHoursPerEffort", "Your own hours per point of effort", "hours", ours("Workshops, access and testing.")],
    [
      "platformUsd",
      "Automation platform",
      "USD a month",
      ours("A typical subscription for a company of 10 to 200 people."),
    ],
    [
      "upkeepHoursPerEffort",
      "Your own upkeep without the retainer",
      "hours per point of effort and month",
      ours("Someone has to watch the runs, follow changed fields and fix what breaks. The retainer includes it."),
      (a) => (a.advice === null ? null : a.upkeepHoursPerEffort),
    ],
  ]),
  ...table("Return", [
    [
      "stackSaving",
      "Saving on overlapping tools",
      "share of the overlap",
      ours("Our claim of 20-40%, counted on overlapping tools only, never on the whole stack."),
    ],
    [
      "stackRampMonths",
      "Stack saving reached in full after",
      "months",
      ours("Contracts end spread evenly over the year."),
    ],
    ["effortPerBuildMonth", "Effort built per month", "points", ours("Rounded up to whole months, at least one.")],
    ["buildMonthsMost", "Longest build", "months", ours("Larger projects get a larger team, not a later go-live.")],
    [
      "ramp",
      "Benefit in months one, two and three after go-live",
      "share of the full benefit",
      ours("People need some weeks; from the fourth month the full benefit counts."),
    ],
    [
      "decay.perMonth",
      "Benefit lost without the retainer",
      "share of the labor value per month after go-live",
      ours("Tools and processes change; an automation that no one maintains does a little less every month."),
      (a) => (a.advice === null ? null : a.decay.perMonth),
    ],
    [
      "decay.keptAtLeast",
      "Benefit kept without it, at least",
      "share of the labor value",
      ours("The core of an automation keeps running."),
      (a) => (a.advice === null ? null : a.decay.keptAtLeast),
    ],
    ["discount", "Discount rate", "share a year", totalEconomicImpact],
    ["horizonMonths", "Time horizon", "months", totalEconomicImpact],
  ]),
  ...table("Advice", [
    [
      "advice.clear",
      "Recommended from",
      "probability of a positive first year",
      ours("Three chances in five, and a median three-year value above zero."),
    ],
    [
      "advice.open",
      "Open from",
      "probability of a positive first year",
      ours("If both ways are below it, we recommend the free starter kit."),
    ],
  ]),
  ...table("Plausibility", [
    [
      "plausible.shareOfRevenue",
      "Value flagged when above",
      "share of the middle of the revenue band",
      ours("Such a value deserves a second look at the hours."),
    ],
    [
      "plausible.shareOfHours",
      "Saved hours flagged when above",
      "share of all working hours at 40 a week",
      ours("Such a saving deserves a second look at the hours."),
    ],
    [
      "overTenfoldPercent",
      "First-year return not printed above",
      "percent",
      ours("A figure of that size needs a conversation before anyone relies on it."),
    ],
  ]),
];

function coverageLines(): Line[] {
  const reason = ours("An automation fits best in the area it was designed for.");
  return [
    ["area.neighbor", "Coverage in a neighboring area", "factor", reason],
    ["area.other", "Coverage in any other area", "factor", reason],
  ];
}

function scoreLines(): Line[] {
  const reason = ours("Value first, then what the company wants, then what makes it easy to start.");
  const unit = "points of 100";
  return [
    ["score.value", "Weight of the yearly value", unit, reason],
    ["score.fit", "Weight of the fit with focus and outcome", unit, reason],
    ["score.pain", "Weight of the pain", unit, reason],
    ["score.readiness", "Weight of the tools already in place", unit, reason],
    ["score.ease", "Weight of a small build", unit, reason],
  ];
}

function fitLines(): Line[] {
  const reason = ours("What the company wants counts, but a large value elsewhere can outweigh it.");
  return [
    ["fit.same", "Fit in the focus area", "of 1", reason],
    ["fit.neighbor", "Fit in a neighboring area", "of 1", reason],
    ["fit.other", "Fit in any other area", "of 1", reason],
    ["fit.outcome", "Added when it serves the top outcome", "of 1", reason],
  ];
}
