import { expect, test } from "vitest";
import { automationStory } from "#app/features/content/automations/automation-stories.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { exampleFirm } from "#app/features/roi/inputs/example-firm.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { analyze } from "#app/features/roi/roi.ts";
import vectors from "#app/features/roi/vectors/public.json" with { type: "json" };
import { formatHours } from "#app/features/roi/wording/figures.ts";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { diagramOf, readDiagram } from "./drawing/diagram.ts";
import { firstDraft } from "./drawing/first-draft.ts";
import { FullBlueprintContent, missingBeforePublication } from "./full-blueprint.ts";
import { changesBetween } from "./pdf/version-changes.ts";

const content = (part: Partial<FullBlueprintContent> = {}): FullBlueprintContent => ({
  summary: "Read this first.",
  sections: [{ id: "one-1", title: "One", body: "Text", diagram: "", automation: null }],
  tasks: [],
  ...part,
});

test("a drawing is parsed line by line: trigger, steps, decisions with their alternative, outcome", () => {
  expect(
    readDiagram("HubSpot: form arrives\n? Clearbit: over 50 people? -> newsletter\n\nSlack: notify the owner"),
  ).toEqual({
    ok: true,
    steps: [
      { tool: "HubSpot", action: "form arrives", otherwise: null, kind: "trigger" },
      { tool: "Clearbit", action: "over 50 people?", otherwise: "newsletter", kind: "decision" },
      { tool: "Slack", action: "notify the owner", otherwise: null, kind: "outcome" },
    ],
  });
  expect(readDiagram("")).toEqual({ ok: true, steps: [] });
});

test("an invalid drawing is refused with its line and an error", () => {
  const faultOf = (text: string) => {
    const read = readDiagram(text);
    return read.ok ? null : [read.line, read.fault];
  };
  expect(faultOf("HubSpot: a\nno colon here")).toEqual([2, "Write “Tool: what happens there”."]);
  expect(faultOf("HubSpot:\nSlack: b")).toEqual([1, "Write what happens there, after the colon."]);
  expect(faultOf("A: b\n? C: d\nE: f")).toEqual([2, "A decision needs “-> what happens if not”."]);
  expect(faultOf("A: b -> c\nE: f")).toEqual([1, "Only a decision (“?”) can have an alternative (“->”)."]);
  expect(faultOf("A: b")).toEqual([1, "A diagram needs at least two steps."]);
  expect(faultOf("? A: b -> c\nE: f")).toEqual([1, "The first and the last step cannot be decisions."]);
  expect(faultOf(Array.from({ length: 15 }, () => "A: b").join("\n"))?.[1]).toContain("at most 14");
});

test("every drawing of the grid can be converted to text and parsed", () => {
  for (const { id } of automations) {
    const read = readDiagram(diagramOf(automationStory(id).workflow));
    expect(read.ok, id).toBe(true);
  }
});

test("Markdown becomes a tree of known elements; HTML, images and dangerous links are removed", () => {
  expect(readMarkdown("# Big\n\n**Now** or [later](https://x.example)")).toEqual([
    { tag: "h3", children: ["Big"] },
    {
      tag: "p",
      children: [
        { tag: "strong", children: ["Now"] },
        " or ",
        { tag: "a", href: "https://x.example", children: ["later"] },
      ],
    },
  ]);
  const text = JSON.stringify(
    readMarkdown(
      '<script>alert(1)</script>\n\n[x](javascript:alert(1)) ![p](https://x.example/p.png)\n\n<img src=x onerror="a">',
    ),
  );
  expect(text).not.toContain('"tag":"script"');
  expect(text).not.toContain('"href":"javascript');
  expect(text).not.toContain('"tag":"img"');
  const table = readMarkdown("| A | B |\n| :-- | --: |\n| 1 | 2 |");
  expect(table[0]).toMatchObject({ tag: "table" });
});

test("a first draft matches its schema and has every automation of the plan with its drawing", () => {
  for (const { input } of Object.values(vectors)) {
    const inputs = input as ModelInput;
    const result = analyze(inputs);
    const draft = firstDraft({ inputs, result, companyName: "Northfield" });
    expect(FullBlueprintContent.parse(draft)).toEqual(draft);
    expect(missingBeforePublication(draft)).toBe(result.opportunities.length > 0 ? null : expect.any(String));
    for (const { diagram } of draft.sections) expect(readDiagram(diagram).ok).toBe(true);
  }
});

test("a first draft names the client's own tools and processes", () => {
  const result = analyze(exampleFirm, { draws: 200 });
  const { sections } = firstDraft({ inputs: exampleFirm, result, companyName: "Northfield" });
  const chosen = result.working.opportunities.filter(({ id }) => sections.some(({ automation }) => automation === id));
  expect(chosen.length).toBeGreaterThan(1);
  for (const { id, allocations } of chosen) {
    const { body } = sections.find(({ automation }) => automation === id)!;
    for (const { name, hours } of allocations)
      expect(body).toMatch(new RegExp(`\\| ${name} \\|.*\\| ${formatHours(hours)} \\|`));
  }
  const withoutCrm = { ...exampleFirm, stack: [{ id: "pipedrive", category: "crm", monthlyUsd: 90 }] };
  const own = firstDraft({ inputs: withoutCrm, result: analyze(withoutCrm, { draws: 200 }), companyName: "" });
  const leads = own.sections.find(({ automation }) => automation === "S-01")!;
  expect(leads.diagram).toContain("Pipedrive: ");
  expect(leads.diagram).not.toContain("HubSpot");
  expect(leads.body).toContain("| To be chosen, such as Slack |");
  expect(own.tasks.find(({ id }) => id === "s-01-tools")?.title).toContain("Slack");
});

test("names of a client's processes and tools are escaped in a first draft", () => {
  const inputs = {
    ...exampleFirm,
    stack: [{ id: "Our: tool -> | <b>", category: "crm", monthlyUsd: 90 }],
    processes: exampleFirm.processes.map((process) => ({ ...process, name: "Leads | [click](mailto:x) `a`" })),
  };
  const draft = firstDraft({ inputs, result: analyze(inputs, { draws: 200 }), companyName: "Northfield" });
  for (const { body, diagram } of draft.sections) {
    expect(readDiagram(diagram).ok).toBe(true);
    expect(JSON.stringify(readMarkdown(body))).not.toContain('"href"');
  }
  expect(JSON.stringify(readMarkdown(draft.sections[0]!.body))).toContain("Leads | [click](mailto:x) `a`");
});

test.each([
  ...[
    "[pay](https://evil.example)",
    "https://evil.example/x",
    "www.evil.example",
    "http://1.2.3.4/",
    "Monday.com",
    "a@evil.example",
  ],
  ...[
    "# Acme",
    "- Acme",
    "1. Acme",
    "12) Acme",
    "+ Acme",
    "=== Acme",
    "> Acme",
    "**Acme**",
    "![x](/y.png)",
    "Acme &amp; Co",
  ],
  ...["| a | b |", "Acme\n\n## Paid", "AT&T Inc. & Sons: 3-D", "ftp://evil.example", "пример.рф", "~~Acme~~"],
])("a company or process named %j is plain text in a first draft", (name) => {
  const inputs = { ...exampleFirm, processes: exampleFirm.processes.map((process) => ({ ...process, name })) };
  const { summary, sections } = firstDraft({ inputs, result: analyze(inputs, { draws: 50 }), companyName: name });
  const shown = name.replace(/\s+/g, " ");
  const [paragraph, ...others] = readMarkdown(summary);
  expect(others).toEqual([]);
  expect(paragraph).toMatchObject({ tag: "p", children: [expect.stringMatching(/.* spends /)] });
  expect((paragraph as { children: string[] }).children[0]!.startsWith(`${shown} spends `)).toBe(true);
  const bodies = JSON.stringify(sections.map(({ body }) => readMarkdown(body)));
  expect(bodies).not.toMatch(/"href"|"src"/);
  expect(bodies).toContain(`"td","children":${JSON.stringify([shown])}`);
});

test("missing parts prevent publication with a message", () => {
  expect(missingBeforePublication(content())).toBeNull();
  expect(missingBeforePublication(content({ sections: [] }))).toContain("at least one section");
  expect(missingBeforePublication(content({ summary: "" }))).toContain("summary");
  const untitled = { ...content().sections[0]!, title: "" };
  expect(missingBeforePublication(content({ sections: [untitled] }))).toContain("section 1");
  const empty = { ...content().sections[0]!, body: "" };
  expect(missingBeforePublication(content({ sections: [empty] }))).toContain("“One” is empty");
});

test("changes are listed part by part: added, changed, moved, removed", () => {
  const one = { id: "one-1", title: "One", body: "Text", diagram: "", automation: null };
  const two = { ...one, id: "two-2", title: "Two" };
  const three = { ...one, id: "three-3", title: "Three" };
  const before = content({ sections: [one, two, three] });
  expect(changesBetween(before, before)).toEqual([]);
  const after = content({
    summary: "Other",
    sections: [two, { ...one, body: "New" }],
    tasks: [{ id: "task-1", title: "Do", owner: "", week: null }],
  });
  expect(changesBetween(before, after)).toEqual([
    { part: "summary", act: "changed", title: "Summary" },
    { part: "section", act: "moved", title: "Two" },
    { part: "section", act: "changed", title: "One" },
    { part: "section", act: "removed", title: "Three" },
    { part: "task", act: "added", title: "Do" },
  ]);
});

test("two parts cannot share an id", () => {
  const one = content().sections[0]!;
  expect(FullBlueprintContent.safeParse(content({ sections: [one, one] })).success).toBe(false);
});
