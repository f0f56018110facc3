import { expect, test } from "vitest";
import { DraftInput, ModelInput } from "./model-input.ts";

const valid = {
  company: {
    employees: 45,
    revenueBand: "5-10M",
    industry: "SaaS",
    focus: "revenue",
    topOutcome: "speed",
    hourlyCost: 75,
  },
  stack: [{ id: "hubspot", category: "crm", monthlyUsd: 1600 }],
  processes: [
    {
      name: "Lead entry",
      area: "revenue",
      activity: "data_entry",
      hours: 4,
      people: 6,
      frequency: "daily",
      pain: 5,
    },
  ],
  assumptions: { weeks: 46, adoption: [0.5, 0.7, 0.9], capture: [0.4, 0.6, 0.8] },
};

function withField(path: string, value: unknown): unknown {
  const copy = structuredClone(valid) as unknown as Record<string, unknown>;
  const keys = path.split(".");
  const last = keys.pop()!;
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

const issuesOf = (result: ReturnType<typeof ModelInput.safeParse>) =>
  result.success ? [] : result.error.issues.map((issue) => issue.path.join("."));

test("a complete input passes unchanged", () => {
  expect(ModelInput.parse(valid)).toEqual(valid);
});

const refused: [path: string, value: unknown][] = [
  ["company.employees", 0],
  ["company.employees", 100_001],
  ["company.employees", 4.5],
  ["company.employees", "45"],
  ["company.revenueBand", "10M"],
  ["company.industry", "Mining"],
  ["company.focus", "sales"],
  ["company.topOutcome", "fun"],
  ["company.hourlyCost", 24.99],
  ["company.hourlyCost", 500.01],
  ["company.hourlyCost", Number.NaN],
  ["stack.0.id", ""],
  ["stack.0.category", "CRM"],
  ["stack.0.category", ""],
  ["stack.0.category", "a".repeat(41)],
  ["stack.0.monthlyUsd", -0.01],
  ["stack.0.monthlyUsd", Number.POSITIVE_INFINITY],
  ["stack.0.monthlyUsd", 1e12],
  ["processes.0.name", "  "],
  ["processes.0.name", "n".repeat(201)],
  ["processes.0.area", "sales"],
  ["processes.0.activity", "typing"],
  ["processes.0.hours", -1],
  ["processes.0.hours", 60.01],
  ["processes.0.people", 0],
  ["processes.0.people", 1.5],
  ["processes.0.frequency", "hourly"],
  ["processes.0.pain", 0.5],
  ["processes.0.pain", 5.5],
  ["assumptions.weeks", 0],
  ["assumptions.weeks", 53],
  ["assumptions.weeks", [48, 46, 50]],
  ["assumptions.adoption", [0.9, 0.7, 0.5]],
  ["assumptions.adoption", [0.5, 0.7]],
  ["assumptions.adoption", 0.7],
  ["assumptions.capture.2", 1.01],
  ["assumptions.capture.0", -0.01],
];

test.each(refused)("%s: %s is refused at its own path, with a full sentence", (path, value) => {
  const result = ModelInput.safeParse(withField(path, value));
  expect(new Set(issuesOf(result))).toEqual(new Set([path]));
  for (const issue of result.error!.issues) {
    expect(issue.message).toMatch(/^[A-Z].*\.$/);
    expect(issue.message).not.toMatch(/invalid input|expected/i);
  }
});

test.each(refused)("a draft also refuses %s: %s, but accepts an empty name", (path, value) => {
  const result = DraftInput.safeParse(withField(path, value));
  const allowed = path === "processes.0.name" && value === "  ";
  expect(result.success).toBe(allowed);
  if (!allowed) expect(new Set(result.error!.issues.map((issue) => issue.path.join(".")))).toEqual(new Set([path]));
});

test.each([
  ["company.employees", 1],
  ["company.employees", 100_000],
  ["company.hourlyCost", 25],
  ["company.hourlyCost", 500],
  ["stack.0.monthlyUsd", 0],
  ["stack.0.category", "our-own-tool-2"],
  ["processes.0.hours", 0],
  ["processes.0.hours", 60],
  ["processes.0.people", 1_000_000],
  ["processes.0.pain", 1],
  ["processes.0.pain", 5],
  ["assumptions.weeks", [44, 46, 48]],
  ["assumptions.adoption", [0, 0, 1]],
  ["assumptions", undefined],
])("the bound itself is allowed: %s = %s", (path, value) => {
  expect(issuesOf(ModelInput.safeParse(withField(path, value)))).toEqual([]);
});

test.each([
  "company",
  "company.employees",
  "company.revenueBand",
  "company.industry",
  "company.focus",
  "company.topOutcome",
  "stack",
  "stack.0.id",
  "stack.0.monthlyUsd",
  "processes",
  "processes.0.name",
  "processes.0.area",
  "processes.0.activity",
  "processes.0.hours",
  "processes.0.people",
  "processes.0.frequency",
  "processes.0.pain",
])("without %s an input is incomplete and a draft is valid", (path) => {
  const partial = withField(path, undefined);
  expect(issuesOf(ModelInput.safeParse(partial))).toEqual([path]);
  expect(DraftInput.parse(partial)).toEqual(partial);
});

test("an empty input names its three missing parts; an empty draft is valid", () => {
  expect(issuesOf(ModelInput.safeParse({}))).toEqual(["company", "stack", "processes"]);
  expect(DraftInput.parse({})).toEqual({});
});

test("the hourly cost defaults to 75 in an input; a draft gets no default", () => {
  const partial = withField("company.hourlyCost", undefined);
  expect(ModelInput.parse(partial).company.hourlyCost).toBe(75);
  expect(DraftInput.parse(partial).company).not.toHaveProperty("hourlyCost");
});

test("at most 70 tools and 20 processes", () => {
  const tools = (count: number) => withField("stack", Array(count).fill(valid.stack[0]));
  const processes = (count: number) => withField("processes", Array(count).fill(valid.processes[0]));
  expect(issuesOf(ModelInput.safeParse(tools(70)))).toEqual([]);
  expect(issuesOf(ModelInput.safeParse(tools(71)))).toEqual(["stack"]);
  expect(issuesOf(ModelInput.safeParse(processes(20)))).toEqual([]);
  expect(issuesOf(ModelInput.safeParse(processes(21)))).toEqual(["processes"]);
  expect(DraftInput.safeParse(tools(71)).success).toBe(false);
  expect(DraftInput.safeParse(processes(21)).success).toBe(false);
});

test("unknown fields are dropped", () => {
  expect(ModelInput.parse({ ...valid, note: "hello" })).toEqual(valid);
});
