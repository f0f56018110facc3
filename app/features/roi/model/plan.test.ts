import { expect, test } from "vitest";
import { findAutomation } from "#app/features/content/automations/automations.ts";
import type { LaterItem } from "../analysis-shape.ts";
import type { ModelInput, Process, Tool } from "../inputs/model-input.ts";
import { analyzeBase } from "../roi.ts";
import { randomInputs } from "../vectors/random-inputs.ts";

const company = {
  employees: 45,
  revenueBand: "5-10M",
  industry: "SaaS",
  focus: "revenue",
  topOutcome: "speed",
  hourlyCost: 75,
} as const;

const hoursOf = (activity: Process["activity"], area: Process["area"], hours: number): Process => ({
  name: `${activity} in ${area}`,
  area,
  activity,
  hours,
  people: 1,
  frequency: "daily",
  pain: 3,
});

const toolsFor = (...categories: string[]): Tool[] =>
  categories.map((category) => ({ id: `our-${category}`, category, monthlyUsd: 100 }));

const laterOf = (input: ModelInput, id: string): LaterItem | undefined =>
  analyzeBase(input).plan.later.find((item) => item.id === id);

test("quick wins are in the first month, core builds in the second, strategic ones in the third, each ordered by payback", () => {
  for (const input of randomInputs(200, 3)) {
    const { plan, opportunities } = analyzeBase(input);
    const kindOf = new Map(opportunities.map((opportunity) => [opportunity.id, opportunity.kind]));
    expect(plan.phases.map((phase) => [phase.fromDay, phase.toDay])).toEqual([
      [1, 30],
      [31, 60],
      [61, 90],
    ]);
    for (const [phase, kind] of [
      [plan.phases[0]!, "quick-win"],
      [plan.phases[1]!, "core"],
      [plan.phases[2]!, "strategic"],
    ] as const) {
      const builds = phase.items.filter((item) => item.kind === "automation");
      expect(builds.map((item) => kindOf.get(item.id))).toEqual(builds.map(() => kind));
      const months = builds.map((item) => item.paybackMonths!);
      expect(months).toEqual(months.toSorted((one, other) => one - other));
    }
    expect(plan.later.map((item) => kindOf.get(item.id))).toEqual(plan.later.map(() => "later"));
  }
});

test("the phases contain every automation in scope once, with its value and payback", () => {
  for (const input of randomInputs(40, 5)) {
    const { plan, opportunities } = analyzeBase(input);
    const builds = plan.phases.flatMap(({ items }) => items).filter((item) => item.kind === "automation");
    const expected = opportunities
      .filter(({ inScope }) => inScope)
      .map(({ id, paybackMonths, annualValue }) => ({
        ...{ kind: "automation", id, title: findAutomation(id)!.title, paybackMonths, annualValue },
      }));
    expect(builds.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
      expected.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
  }
});

test("overlapping tools are consolidated in the third month, only if there are any", () => {
  const processes = [hoursOf("data_entry", "revenue", 40)];
  const once = analyzeBase({ company, stack: toolsFor("crm", "email"), processes });
  expect(once.plan.phases.flatMap((phase) => phase.items).map((item) => item.kind)).not.toContain(
    "stack-consolidation",
  );
  const twice = analyzeBase({ company, stack: [...toolsFor("crm", "email"), ...toolsFor("crm")], processes });
  expect(twice.plan.phases[2]!.items.at(-1)).toEqual({
    kind: "stack-consolidation",
    categories: ["crm"],
    overlapMonthly: 100,
    annualSavings: 360,
  });
});

test("tools without a category never overlap, and free duplicates save nothing", () => {
  const stack = [
    { id: "one", monthlyUsd: 200 },
    { id: "two", monthlyUsd: 200 },
    ...[1, 2].map((index) => ({ id: `free-${index}`, category: "chat", monthlyUsd: 0 })),
  ];
  const { overlapMonthly, overlapCategories, plan } = analyzeBase({ company, stack, processes: [] });
  expect([overlapMonthly, overlapCategories]).toEqual([0, ["chat"]]);
  expect(plan.phases[2]!.items).toEqual([]);
});

test("the hours named for a later automation bring it into scope", () => {
  const stack = toolsFor("crm", "forms");
  const processes = [hoursOf("data_entry", "revenue", 2)];
  const gap = laterOf({ company, stack, processes }, "S-01")!;
  expect(gap.moreHours).toMatchObject({ activity: "data_entry", area: "revenue" });
  expect(gap.valueNeededWithTools).toBeNull();
  const { hoursPerWeek } = gap.moreHours!;
  const withHours = (hours: number) => ({ company, stack, processes: [hoursOf("data_entry", "revenue", 2 + hours)] });
  expect(laterOf(withHours(hoursPerWeek), "S-01")).toBeUndefined();
  expect(laterOf(withHours(hoursPerWeek - 0.2), "S-01")).toBeDefined();
  expect(gap.sentence).toContain(`About ${hoursPerWeek.toFixed(1)} h/wk more`);
});

test("when adding the missing tool is enough, the plan names it, and it brings the automation into scope", () => {
  const processes = [hoursOf("data_entry", "revenue", 3.1)];
  const gap = laterOf({ company, stack: toolsFor("crm"), processes }, "S-01")!;
  expect(gap.missingTools).toEqual(["forms"]);
  // Half of its tools are missing, so half of the surcharge of a quarter applies.
  expect([gap.valueNeeded, gap.valueNeededWithTools]).toEqual([2250, 2000]);
  expect(gap.sentence).toContain("With a form tool in place it would be in scope at your hours.");
  expect(laterOf({ company, stack: toolsFor("crm", "forms"), processes }, "S-01")).toBeUndefined();
});

test("the hours named count the industry, the best activity, and the share that earlier automations take", () => {
  const regulated = { ...company, industry: "Healthcare", hourlyCost: 80 } as const;
  const input = { company: regulated, stack: toolsFor("crm", "forms"), processes: [] };
  const named = (id: string) => laterOf(input, id)!.moreHours;
  // $2,300 at $606 a year per hour; $2,588 at $369, as the first automation takes 40% of the routing; $2,588 at $713.
  expect(named("S-01")).toEqual({ hoursPerWeek: 3.6, activity: "data_entry", area: "revenue" });
  expect(named("S-03")).toEqual({ hoursPerWeek: 7.1, activity: "routing", area: "revenue" });
  expect(named("S-05")).toEqual({ hoursPerWeek: 3.7, activity: "scheduling", area: "revenue" });
});

test("a company too small for more hours gets an hourly cost instead, which brings the automation into scope", () => {
  const small = { ...company, employees: 1, hourlyCost: 25 };
  const processes = [hoursOf("data_entry", "revenue", 5), hoursOf("people", "revenue", 4.9)];
  const input = { company: small, stack: toolsFor("crm", "forms"), processes };
  const gap = laterOf(input, "S-01")!;
  expect(gap.moreHours).toBeNull();
  expect(gap.sentence).toMatch(/more hours than the model counts .* or a cost of \$\d+ per hour\./);
  expect(laterOf({ ...input, company: { ...small, hourlyCost: gap.hourlyCostNeeded! } }, "S-01")).toBeUndefined();
  expect(laterOf({ ...input, company: { ...small, hourlyCost: gap.hourlyCostNeeded! - 1 } }, "S-01")).toBeDefined();
});

test("on random inputs, the hours, tools or hourly cost named for a later automation bring it into scope", () => {
  const tried = { hours: 0, tools: 0, cost: 0 };
  for (const input of randomInputs(120, 8)) {
    for (const item of analyzeBase(input).plan.later) {
      if (item.moreHours) {
        const { hoursPerWeek, activity, area } = item.moreHours;
        const people = Math.ceil(hoursPerWeek / 40);
        const further = { ...hoursOf(activity, area, hoursPerWeek / people), people };
        expectInScope({ ...input, processes: [...input.processes, further] }, item.id);
        tried.hours += 1;
      }
      if (item.toolsSuffice) {
        expectInScope({ ...input, stack: [...input.stack, ...toolsFor(...item.missingTools)] }, item.id);
        tried.tools += 1;
      }
      if (item.hourlyCostNeeded !== null) {
        expectInScope({ ...input, company: { ...input.company, hourlyCost: item.hourlyCostNeeded } }, item.id);
        tried.cost += 1;
      }
    }
  }
  expect(Math.min(tried.hours, tried.tools, tried.cost)).toBeGreaterThan(0);

  function expectInScope(input: ModelInput, id: string) {
    const { opportunities } = analyzeBase(input);
    expect(opportunities.find((opportunity) => opportunity.id === id)).toMatchObject({ inScope: true });
  }
});

test("the value needed is above the current value, and the tools needed are not in the stack", () => {
  for (const input of randomInputs(200, 4)) {
    const categories = new Set(input.stack.map((tool) => tool.category ?? tool.id));
    for (const item of analyzeBase(input).plan.later) {
      expect(item.valueNeeded).toBeGreaterThanOrEqual(item.annualValue);
      expect(item.missingTools).toEqual(findAutomation(item.id)!.needs.filter((need) => !categories.has(need)));
      if (item.valueNeededWithTools !== null) expect(item.valueNeededWithTools).toBeLessThan(item.valueNeeded);
    }
  }
});
