import fc from "fast-check";
import { expect, test } from "vitest";
import { activities, areas, outcomes, toolCategories } from "#app/features/content/automations/automation-terms.ts";
import type { Percentiles } from "./analysis-shape.ts";
import { frequencies, industries, revenueBands } from "./inputs/bounds.ts";
import { ModelInput } from "./inputs/model-input.ts";
import { projectOf } from "./model/project.ts";
import { analyze, analyzeBase } from "./roi.ts";

const amount = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true });
const threePoint = fc
  .tuple(amount(0, 1), amount(0, 1), amount(0, 1))
  .map((points) => points.sort((one, other) => one - other));

const company = fc.record({
  employees: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 100_000 })),
  revenueBand: fc.constantFrom(...revenueBands),
  industry: fc.constantFrom(...industries),
  focus: fc.constantFrom(...areas),
  topOutcome: fc.constantFrom(...outcomes),
  hourlyCost: fc.oneof(fc.integer({ min: 25, max: 500 }), amount(25, 500)),
});
const tool = fc.record(
  {
    id: fc.constantFrom("one", "two", "three", "crm"),
    category: fc.constantFrom(...toolCategories, "other"),
    monthlyUsd: fc.oneof(fc.integer({ min: 0, max: 5000 }), amount(0, 1e9)),
    overlaps: fc.boolean(),
  },
  { requiredKeys: ["id", "monthlyUsd"] },
);
const process = fc.record(
  {
    name: fc.string({ minLength: 1, maxLength: 20 }).map((name) => `p${name}`),
    area: fc.constantFrom(...areas),
    activity: fc.constantFrom(...activities),
    hours: fc.oneof(fc.integer({ min: 0, max: 60 }), amount(0, 60)),
    people: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 1_000_000 })),
    frequency: fc.constantFrom(...frequencies),
    pain: fc.oneof(fc.integer({ min: 1, max: 5 }), amount(1, 5)),
    assumed: fc.boolean(),
  },
  { requiredKeys: ["name", "area", "activity", "hours", "people", "frequency", "pain"] },
);
const input = fc
  .record(
    {
      company,
      stack: fc.array(tool, { maxLength: 70 }),
      processes: fc.array(process, { maxLength: 20 }),
      assumptions: fc.record({ weeks: amount(1, 52), adoption: threePoint, capture: threePoint }, { requiredKeys: [] }),
    },
    { requiredKeys: ["company", "stack", "processes"] },
  )
  .map((value) => ModelInput.parse(value));

const settings = { numRuns: 300, seed: 20_261_121 };
const holds = <Values extends [unknown, ...unknown[]]>(property: fc.IProperty<Values>) => fc.assert(property, settings);

test("every figure of every valid input is finite and survives JSON", () => {
  holds(
    fc.property(input, (any) => {
      const analysis = analyze(any, { draws: 40 });
      const numbers: number[] = [];
      JSON.stringify(analysis, (_, value) => {
        if (typeof value === "number") numbers.push(value);
        return value;
      });
      expect(numbers.filter((number) => !Number.isFinite(number) || Object.is(number, -0))).toEqual([]);
      expect(analysis.plan.later.map((item) => item.sentence).join()).not.toMatch(/NaN|Infinity|undefined|null/);
    }),
  );
});

test("no hour is counted twice", () => {
  holds(
    fc.property(input, (any) => {
      const project = projectOf(any);
      const taken = project.processes.map(() => 0);
      for (const { allocations } of project.price.choices) {
        for (const { process: index, hours } of allocations) {
          expect(hours).toBeGreaterThan(0);
          taken[index]! += hours;
        }
      }
      for (const [index, { weeklyHours }] of project.processes.entries()) {
        expect(taken[index]!).toBeLessThanOrEqual(weeklyHours * (1 + 1e-12));
      }
    }),
  );
});

test("saved hours stay within addressed hours, which stay within manual hours and the limit per employee", () => {
  holds(
    fc.property(input, (any) => {
      const analysis = analyzeBase(any);
      expect(analysis.hoursSavedPerWeek).toBeLessThanOrEqual(analysis.addressedHoursPerWeek);
      expect(analysis.addressedHoursPerWeek).toBeLessThanOrEqual(analysis.manualHoursPerWeek);
      expect(analysis.manualHoursPerWeek).toBeLessThanOrEqual(10 * any.company.employees + 0.01);
    }),
  );
});

test("the stack saving stays within the overlap, and the overlap within the stack without its most expensive tool", () => {
  holds(
    fc.property(input, (any) => {
      const analysis = analyzeBase(any);
      const dearest = Math.max(0, ...any.stack.map((one) => one.monthlyUsd));
      expect(analysis.overlapMonthly).toBeLessThanOrEqual(analysis.stackMonthly - dearest + 0.02);
      expect(analysis.annualStackSavings).toBeLessThanOrEqual(12 * analysis.overlapMonthly + 0.02);
    }),
  );
});

test("percentiles are in ascending order", () => {
  const rises = ([low, middle, high]: Percentiles) => {
    const late = Number.POSITIVE_INFINITY;
    expect(low ?? late).toBeLessThanOrEqual(middle ?? late);
    expect(middle ?? late).toBeLessThanOrEqual(high ?? late);
  };
  holds(
    fc.property(input, (any) => {
      const { range, projectRange } = analyze(any, { draws: 60 });
      for (const { probPositiveY1, ...spreads } of [range, projectRange]) {
        for (const spread of Object.values(spreads)) rises(spread);
        expect(probPositiveY1).toBeGreaterThanOrEqual(0);
        expect(probPositiveY1).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test("a way is recommended only if its odds and its median three-year value support it", () => {
  holds(
    fc.property(input, (any) => {
      const { recommendation, flags, range, projectRange } = analyze(any, { draws: 60 });
      const ways = { project: projectRange, "project+retainer": range };
      const isClear = (way: typeof projectRange) => way.probPositiveY1 >= 0.6 && way.npv3[1]! > 0;
      if (recommendation === "project" || recommendation === "project+retainer") {
        expect(isClear(ways[recommendation])).toBe(true);
        const other = ways[recommendation === "project" ? "project+retainer" : "project"];
        if (isClear(other)) expect(other.npv3[1]!).toBeLessThanOrEqual(ways[recommendation].npv3[1]!);
      } else if (!flags.includes("nothing_in_scope")) {
        // A median that rounds to a cent may be clear by less than the shown figure.
        expect([range, projectRange].filter((way) => isClear(way) && way.npv3[1]! > 0.01)).toEqual([]);
        const best = Math.max(range.probPositiveY1, projectRange.probPositiveY1);
        expect(recommendation).toBe(best >= 0.4 ? "not-clear" : "starter-kit");
      }
    }),
  );
});

test("the order of processes and tools does not change the figures", () => {
  const figures = (value: ModelInput) => {
    const { working, assumptions, plan, ...rest } = analyzeBase(value);
    return { ...rest, flags: [...rest.flags].sort() };
  };
  holds(
    fc.property(input, (any) => {
      const reversed = { ...any, stack: any.stack.toReversed(), processes: any.processes.toReversed() };
      expectWithinACent(figures(reversed), figures(any));
    }),
  );
});

test("a higher hourly cost never lowers the annual value", () => {
  holds(
    fc.property(input, fc.double({ min: 0, max: 1, noNaN: true }), (any, share) => {
      const hourlyCost = any.company.hourlyCost + share * (500 - any.company.hourlyCost);
      const dearer = analyzeBase({ ...any, company: { ...any.company, hourlyCost } });
      expect(dearer.annualValue).toBeGreaterThanOrEqual(analyzeBase(any).annualValue - 0.01);
    }),
  );
});

test("an automation in scope pays back within a year at its own price; the others are listed as later", () => {
  holds(
    fc.property(input, (any) => {
      const { price } = projectOf(any);
      for (const { inScope, value, rawUsd } of price.choices) {
        expect(value >= rawUsd * price.sizeFactor * (1 - 1e-12)).toBe(inScope);
      }
    }),
  );
});

test("the price stays within the price list, its shares add up, and the plan contains each of the five once", () => {
  holds(
    fc.property(input, (any) => {
      const { opportunities, implementationCost, plan } = analyzeBase(any);
      const inScope = opportunities.filter((opportunity) => opportunity.inScope);
      const shares = inScope.reduce((sum, opportunity) => sum + opportunity.cost, 0);
      expect(Math.abs(shares - implementationCost)).toBeLessThanOrEqual(0.03);
      if (inScope.length > 0) {
        expect(implementationCost).toBeGreaterThanOrEqual(5000);
        expect(implementationCost).toBeLessThanOrEqual(25_000);
      }
      const planned = plan.phases.flatMap((phase) => phase.items).filter((item) => item.kind === "automation");
      const ids = [...planned, ...plan.later].map((item) => item.id);
      expect(ids.sort()).toEqual(opportunities.map((opportunity) => opportunity.id).sort());
      expect(new Set(ids).size).toBe(5);
    }),
  );
});

function expectWithinACent(actual: unknown, expected: unknown, path = "figures") {
  if (typeof expected === "number") {
    expect(actual, path).toBeTypeOf("number");
    const tolerance = 0.0101 + Math.abs(expected) * 1e-9;
    expect(Math.abs((actual as number) - expected), path).toBeLessThanOrEqual(tolerance);
  } else if (typeof expected === "object" && expected !== null) {
    for (const [key, value] of Object.entries(expected)) {
      expectWithinACent((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else expect(actual, path).toBe(expected);
}
