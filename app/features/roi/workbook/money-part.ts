import { activities } from "#app/features/content/automations/automation-terms.ts";
import { currentModel, type ModelVersion } from "../inputs/parameters.ts";
import { kindLabels } from "../wording/kind-labels.ts";
import type { AssumptionCells } from "./assumptions-part.ts";
import { type CatalogueCells, firstAutomation, listed } from "./catalogue-part.ts";
import type { ChoiceCells } from "./choice-part.ts";
import { type DraftSheet, span } from "./draft-sheet.ts";
import {
  add,
  all,
  at,
  ceiling,
  div,
  equals,
  exp,
  isAbove,
  isAtMost,
  isSame,
  least,
  ln,
  log2,
  most,
  mul,
  type Num,
  num,
  power,
  root,
  sub,
  sumProduct,
  sumSpan,
  type Text,
  text,
  toStep,
  when,
} from "./formula.ts";
import type { InputCells } from "./inputs-part.ts";

export interface PricedCells {
  title: Text;
  id: Text;
  value: Num;
  /** Hours a week that could be automated, before adoption and bias. */
  automatable: Num;
  inScope: Num;
  kind: Text;
  cost: Num;
  /** Months, or "" if it never pays back. */
  payback: Num | Text;
}

export interface MoneyCells {
  priced: PricedCells[];
  scopeCount: Num;
  addressedHours: Num;
  hoursSaved: Num;
  labourUsd: Num;
  stackUsd: Num;
  annualUsd: Num;
  implementationUsd: Num;
  /** With the mean error of the estimate. */
  expectedUsd: Num;
  upkeepUsd: Num;
  internalUsd: Num;
  integrations: Num;
  buildMonths: Num;
  /** Closed form of the yearly labor value; "" if there is none. */
  p10: Num | Text;
  p50: Num | Text;
  p90: Num | Text;
  mu: Num;
  sigma: Num;
  nextRow: number;
}

const z90 = 1.2815515655;

export function moneyPart(
  draft: DraftSheet,
  inputs: InputCells,
  assumptions: AssumptionCells,
  catalogue: CatalogueCells,
  choice: ChoiceCells,
  version: ModelVersion,
): MoneyCells {
  const a = assumptions.value;
  let row = choice.nextRow;
  const put = (label: string, content: Num, look: "number" | "usd" | "cents" | "hours" | "share") => {
    draft.put(row, 1, label, "label");
    row += 1;
    return draft.put(row - 1, 2, content, look);
  };
  draft.put(row, 1, "Step 3. Price and scope", "heading");
  row += 1;
  const people = sumSpan(span(choice.rows.map((process) => process.people)));
  const sizeFactor = put(
    "Factor for the people whose work changes",
    when(
      isAbove(people, 0),
      add(1, mul(a("price.perDoubling"), most(0, log2(div(most(people, 1), a("price.peopleIncluded")))))),
      num(1),
    ),
    "share",
  );
  draft.line(
    row,
    1,
    [
      "Automation",
      "Number",
      "Effort",
      "Tools there",
      "Yearly value",
      "Price alone",
      "In scope",
      "Kind",
      "Cost",
      "Payback, months",
      "Hours automatable",
    ],
    "heading",
  );
  const first = row + 1;
  const drafts = choice.chosen.map((chosen, index) => {
    const line = first + index;
    const title = draft.put(line, 1, chosen.title, "label");
    const id = draft.put(line, 2, chosen.id, "note");
    const effort = draft.put(line, 3, chosen.effort, "number");
    const ready = draft.put(line, 4, chosen.ready, "share");
    const automatable = draft.put(line, 11, chosen.automatable, "hours");
    const value = draft.put(line, 5, mul(automatable, choice.worth), "cents");
    const raw = draft.put(
      line,
      6,
      mul(
        a("price.perEffortUsd"),
        effort,
        add(1, mul(a("price.unreadySurcharge"), sub(1, ready))),
        when(equals(choice.regulated, 1), a("regulated.price"), num(1)),
      ),
      "cents",
    );
    const inScope = draft.put(
      line,
      7,
      when(
        all(isAbove(value, 0), isAtMost(mul(raw, sizeFactor), div(mul(value, a("scopeMonths")), 12))),
        num(1),
        num(0),
      ),
      "number",
    );
    return { title, id, line, effort, value, raw, inScope, automatable, place: chosen.place };
  });
  const scope = span(drafts.map(({ inScope }) => inScope));
  const column = <Key extends "effort" | "raw" | "value" | "automatable">(key: Key) =>
    span(drafts.map((entry) => entry[key]));
  row = first + drafts.length;
  const scopeCount = put("Automations in scope", sumSpan(scope), "number");
  const rawUsd = put("Their prices alone", sumProduct(scope, column("raw")), "cents");

  draft.put(row, 1, "In scope, by automation of the catalog", "label");
  const inScopeBy = listed.map((_, index) =>
    draft.put(
      row,
      firstAutomation + index,
      add(...drafts.map(({ place, inScope }) => when(isSame(place, catalogue.order[index]!), inScope, num(0)))),
      "number",
    ),
  );
  row += 1;
  const used = catalogue.needsByCategory.map((needs, index) =>
    catalogue.sheet.put(
      catalogue.words.categories[index]!.row,
      3,
      when(isAbove(sumProduct(needs, span(inScopeBy)), 0), num(1), num(0)),
      "number",
    ),
  );
  const integrations = put("Kinds of tools connected", sumSpan(span(used)), "number");
  const integrationFactor = put(
    "Factor for connections",
    least(
      a("price.integrationsMost"),
      add(1, mul(a("price.perIntegration"), most(0, sub(integrations, a("price.integrationsIncluded"))))),
    ),
    "share",
  );
  const step: Num = num(currentModel.price.roundToUsd);
  const implementationUsd = put(
    "Implementation, all in scope",
    when(
      isAbove(scopeCount, 0),
      most(a("price.leastUsd"), least(a("price.maxUsd"), toStep(mul(integrationFactor, sizeFactor, rawUsd), step))),
      num(0),
    ),
    "usd",
  );
  const expectedUsd = put(
    "Expected final quote",
    version === "1.0" ? mul(implementationUsd, 1) : mul(implementationUsd, a("overrun")),
    "usd",
  );
  const effort = put("Effort in scope", sumProduct(scope, column("effort")), "number");
  const buildMonths = put(
    "Months to build",
    most(1, least(a("buildMonthsMost"), ceiling(div(effort, a("effortPerBuildMonth"))))),
    "number",
  );
  const internalUsd = put(
    "Your own hours for it, in USD",
    mul(a("internalHoursPerEffort"), effort, inputs.hourlyCost),
    "cents",
  );

  const upkeepUsd = put(
    "Your own upkeep a month, in USD",
    mul(assumptions.valueOr("upkeepHoursPerEffort", 0), effort, inputs.hourlyCost),
    "cents",
  );

  const priced = drafts.map(({ title, id, line, effort: points, value, raw, inScope, automatable }): PricedCells => {
    const kind = draft.put(
      line,
      8,
      when(
        equals(inScope, 0),
        text(kindLabels.later),
        when(
          isAtMost(points, num(2)),
          text(kindLabels["quick-win"]),
          when(isAbove(points, num(3)), text(kindLabels.strategic), text(kindLabels.core)),
        ),
      ),
      "note",
    );
    const share = div(mul(implementationUsd, raw), most(rawUsd, 1));
    const cost = draft.put(line, 9, when(equals(inScope, 1), share, toStep(mul(raw, sizeFactor), step)), "cents");
    const payback = draft.put<number | string>(
      line,
      10,
      when<number, string>(isAbove(value, 0), div(mul(cost, 12), value), text("")),
      "months",
    );
    return { title, id, value, automatable, inScope, kind, cost, payback: payback as Num | Text };
  });

  row += 1;
  draft.put(row, 1, "Step 4. Figures", "heading");
  row += 1;
  const realized = mul(a("adoption"), a("reportBias"));
  const automatable = put("Automatable hours a week in scope", sumProduct(scope, column("automatable")), "hours");
  const hoursSaved = put("Hours saved per week", mul(automatable, realized), "hours");
  const labourUsd = put("Yearly labor value", mul(hoursSaved, a("capture"), choice.yearlyHourUsd), "cents");
  const stackUsd = put("Yearly saving on overlapping tools", mul(12, inputs.overlapMonthly, a("stackSaving")), "cents");
  const annualUsd = put("Yearly value at run rate", add(labourUsd, stackUsd), "cents");

  row += 1;
  draft.put(row, 1, "Step 6. Range of the labor value, closed form", "heading");
  row += 1;
  draft.line(row, 1, ["Process", "Hours addressed", "Variance of its hours"], "heading");
  const lines = choice.rows.map((process, index) => {
    const line = row + 1 + index;
    draft.put(line, 1, `${index + 1}`, "label");
    const taken = drafts.map(({ inScope }, round) => {
      const [before, after] = [choice.remaining[round]![index]!, choice.remaining[round + 1]![index]!];
      return mul(inScope, sub(before, after));
    });
    const addressed = draft.put(line, 2, add(...taken), "hours");
    const scale = mul(addressed, process.factor);
    const { activity, assumed, trueShare } = process;
    return { line, addressed, scale, expected: mul(addressed, process.share), activity, assumed, trueShare };
  });
  row += lines.length + 2;
  const variances = assumptions.variances(activities.map((activity) => `automatable.${activity}`));
  draft.put(row, 1, "Squared variation", "label");
  const variation = draft.put(
    row,
    2,
    version === "1.0" ? num(0) : div(assumptions.variance("assumedHours"), power(a("assumedHours"), 2)),
    "number",
  );
  row += 1;
  // With C for the squared variation: Var(share · hours) = hours² · (Var(share) · (1 + C) + E(share)² · C).
  const spreads = lines.map(({ line, scale, expected, activity, trueShare, assumed }) => {
    const spread = mul(assumed, variation);
    const ofShare = mul(power(mul(scale, trueShare), 2), at(variances, activity), add(1, spread));
    return draft.put(
      line,
      3,
      when(isAbove(activity, 0), add(ofShare, mul(power(expected, 2), spread)), num(0)),
      "number",
    );
  });
  const hoursVariance = put("Variance of the automatable hours", sumSpan(span(spreads)), "number");
  const relative = (key: string) => add(1, div(assumptions.variance(key), power(a(key), 2)));
  const safeHours = when(isAbove(automatable, 0), automatable, num(1));
  const growth = put(
    "1 + squared coefficient of variation",
    mul(
      add(1, div(hoursVariance, power(safeHours, 2))),
      relative("adoption"),
      relative("capture"),
      relative("reportBias"),
    ),
    "number",
  );
  const sigma = put("Sigma of the logarithm", root(ln(growth)), "number");
  const safeLabour = when(isAbove(labourUsd, 0), labourUsd, num(1));
  const mu = put("Mean of the logarithm", sub(ln(safeLabour), div(power(sigma, 2), 2)), "number");
  const percentile = (label: string, content: Num) => {
    draft.put(row, 1, label, "label");
    row += 1;
    return draft.put<number | string>(
      row - 1,
      2,
      when<number, string>(isAbove(labourUsd, 0), content, text("")),
      "cents",
    ) as Num | Text;
  };
  return {
    priced,
    scopeCount,
    hoursSaved,
    labourUsd,
    stackUsd,
    annualUsd,
    implementationUsd,
    expectedUsd,
    upkeepUsd,
    mu,
    sigma,
    internalUsd,
    integrations,
    buildMonths,
    p10: percentile("Labor value, P10", exp(sub(mu, mul(z90, sigma)))),
    p50: percentile("Labor value, P50", exp(mu)),
    p90: percentile("Labor value, P90", exp(add(mu, mul(z90, sigma)))),
    addressedHours: sumSpan(span(lines.map(({ addressed }) => addressed))),
    nextRow: row + 1,
  };
}
