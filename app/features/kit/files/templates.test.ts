import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { kitTemplates } from "#app/features/content/automations/automation-terms.ts";
import { automations } from "#app/features/content/automations/automations.ts";
import { outcomeOf } from "#tests/fixtures/template-outcome.ts";
import { starterKit, templateOf } from "../starter-kit.ts";
import { type MakeBlueprint, type MakeModule, makeBlueprint } from "./make-blueprint.ts";
import { type N8nWorkflow, n8nWorkflow } from "./n8n-workflow.ts";
import { samplePayload, templates } from "./templates.ts";
import { zapierSheet } from "./zapier-sheet.ts";

const secrets = [
  /[A-Za-z0-9._%+-]+@(?!example\.com)[A-Za-z0-9.-]+\.[A-Za-z]{2,}/,
  /(?:api[_-]?key|bearer|token|password|secret)["\s:=]+[A-Za-z0-9_-]{8,}/i,
  /https?:\/\/(?!(?:[a-z]+\.)?example\.com)/,
];

test("each content template has one record, from a trigger to an outcome, for three platforms", () => {
  expect(templates.map(({ name }) => name)).toEqual([...kitTemplates]);
  expect(templates.length * starterKit.platforms.length).toBe(15);
  expect(new Set(templates.map(({ slug }) => slug)).size).toBe(5);
  for (const { steps, trigger, decision } of templates) {
    expect(steps[0]).toEqual({ kind: "trigger", name: trigger.name });
    expect(steps.map(({ kind }) => kind).filter((kind) => kind === "outcome" || kind === "trigger")).toHaveLength(2);
    expect(steps.at(-1)!.kind).toBe("outcome");
    expect(steps).toContainEqual({ kind: "decision", name: decision.name });
  }
});

test("exactly the automations with a template link to it", () => {
  const linked = automations.flatMap(({ id }) => templateOf(id)?.href ?? []);
  expect(linked.sort()).toEqual(templates.map(({ slug }) => `/downloads#${slug}`).sort());
});

test("a sample payload passes; payloads that must be stopped are stopped", () => {
  for (const template of templates) {
    const { requests, answer } = outcomeOf(template, samplePayload(template));
    expect(requests).toHaveLength(template.requests.length);
    expect(answer.status).toBe(200);
  }
  const [lead, campaign, deal, onboarding, ticket] = templates;
  expect(outcomeOf(lead!, { email: "invalid" })).toEqual({
    requests: [],
    answer: { status: 422, body: { stopped: "no e-mail address" } },
  });
  expect(outcomeOf(campaign!, { ...samplePayload(campaign!), consent: false }).requests).toEqual([]);
  expect(outcomeOf(campaign!, { ...samplePayload(campaign!), days_since_mail: 6 }).requests).toEqual([]);
  expect(outcomeOf(deal!, { ...samplePayload(deal!), amount: 10_000 }).requests).toEqual([]);
  expect(outcomeOf(onboarding!, { ...samplePayload(onboarding!), plan: "?" }).requests[0]!.body).toEqual({
    project: "Northfield",
    checklist: "onboarding-basic",
  });
  expect(outcomeOf(ticket!, { ...samplePayload(ticket!), priority: " URGENT " }).answer.body).toEqual({
    queue: "on-call",
  });
});

/** Types and versions that were tested on a server; others must be tested first (tools/bench/n8n-import.ts). */
const known: Record<string, number> = {
  "n8n-nodes-base.webhook": 2,
  "n8n-nodes-base.set": 3.4,
  "n8n-nodes-base.if": 2.2,
  "n8n-nodes-base.switch": 3.2,
  "n8n-nodes-base.noOp": 1,
  "n8n-nodes-base.httpRequest": 4.2,
  "n8n-nodes-base.respondToWebhook": 1.1,
};

function n8nFaults({ nodes, connections }: N8nWorkflow): string[] {
  const names = new Set(nodes.map(({ name }) => name));
  const faults = nodes.flatMap(({ name, type, typeVersion }) =>
    known[type] === typeVersion ? [] : [`${name}: ${type} ${typeVersion} is not known`],
  );
  if (names.size !== nodes.length) faults.push("two nodes share a name");
  if (new Set(nodes.map(({ id }) => id)).size !== nodes.length) faults.push("two nodes share an id");
  const reached = new Set([nodes[0]!.name]);
  for (const name of reached)
    for (const target of connections[name]?.main.flat() ?? []) {
      if (!names.has(target.node)) faults.push(`${name} leads to ${target.node}, which is not there`);
      reached.add(target.node);
    }
  for (const from of Object.keys(connections)) if (!names.has(from)) faults.push(`${from} is not there`);
  for (const name of names) if (!reached.has(name)) faults.push(`${name} is never reached`);
  for (const { name, type, parameters } of nodes) {
    const ends = !connections[name];
    if (ends !== type.endsWith("respondToWebhook")) faults.push(`${name} ends nowhere`);
    for (const [, named] of JSON.stringify(parameters).matchAll(/\$\('([^']+)'\)/g))
      if (!names.has(named!)) faults.push(`${name} reads ${named}, which is not there`);
  }
  return faults;
}

/** SHA-256 of the five workflows that were run for docs/decisions/0080. After a change run tools/bench/n8n-import.ts, then update both. */
const runOnN8n = "346e0db4ab7464233afcc5d2c8076ea960603557f4c0ce69f960670319ab8aca";

test("the n8n files are identical to those imported and run on a real n8n server", () => {
  const files = templates.map((template) => JSON.stringify(n8nWorkflow(template))).join("\n");
  expect(createHash("sha256").update(files).digest("hex")).toBe(runOnN8n);
});

test("each n8n file is one connected workflow of known nodes, inactive, without credentials or secrets", () => {
  for (const template of templates) {
    const workflow = n8nWorkflow(template);
    const text = JSON.stringify(workflow);
    expect(n8nFaults(workflow), template.name).toEqual([]);
    expect(workflow.active).toBe(false);
    expect(text).not.toContain("credentials");
    for (const secret of secrets) expect(text).not.toMatch(secret);
  }
  const broken = n8nWorkflow(templates[0]!);
  broken.connections["Form sent"]!.main[0]![0]!.node = "Elsewhere";
  expect(n8nFaults(broken)).toContain("Form sent leads to Elsewhere, which is not there");
});

function modulesIn(flow: readonly MakeModule[]): MakeModule[] {
  return flow.flatMap((module) => [module, ...(module.branches ?? []).flatMap((branch) => modulesIn(branch.flow))]);
}

/** Make's published rules for blueprints, as far as they can be checked automatically. */
function makeFaults(blueprint: MakeBlueprint): string[] {
  const faults: string[] = [];
  const modules = modulesIn(blueprint.flow);
  const ids = modules.map(({ id }) => id);
  for (const key of Object.keys(blueprint))
    if (!["name", "description", "flow", "metadata"].includes(key)) faults.push(`unexpected ${key}`);
  if (blueprint.name.length < 1 || blueprint.name.length > 120) faults.push("name of 1 to 120 characters");
  if (new Set(ids).size !== ids.length || ids.some((id) => !Number.isInteger(id) || id < 1)) faults.push("ids");
  const { version, scenario, designer } = blueprint.metadata as Record<string, unknown> & {
    designer: { orphans: unknown };
  };
  if (version !== 1 || typeof scenario !== "object" || !Array.isArray(designer.orphans)) faults.push("metadata");
  for (const { id, module, version, parameters, metadata, mapper, branches } of modules) {
    if (!/^[a-z][a-z0-9-]*:[A-Za-z0-9]+$/.test(module)) faults.push(`${id}: module ${module}`);
    if (!Number.isInteger(version) || version < 1) faults.push(`${id}: version`);
    if (typeof metadata.designer.x !== "number" || typeof metadata.designer.y !== "number") faults.push(`${id}: place`);
    if (Object.keys(metadata).join() !== "designer") faults.push(`${id}: metadata of an export`);
    for (const key of ["__IMTCONN__", "__IMTKEY__", "hook", "datastore"])
      if (parameters && key in parameters) faults.push(`${id}: ${key} belongs to an account`);
    if (module !== "builtin:BasicIfElse") continue;
    if (mapper !== null) faults.push(`${id}: mapper of an if-else`);
    if (branches!.filter(({ type }) => type === "else").length !== 1) faults.push(`${id}: one else`);
    for (const { type, conditions, flow } of branches!) {
      if (flow.length === 0) faults.push(`${id}: an empty branch is switched off`);
      if ((type === "condition") !== Boolean(conditions?.length)) faults.push(`${id}: conditions`);
      if (flow.some((inner) => inner.branches)) faults.push(`${id}: a branch within a branch`);
    }
  }
  for (const [index, module] of blueprint.flow.entries()) {
    const merging = (module.branches ?? []).filter(({ merge }) => merge).length;
    const next = blueprint.flow[index + 1];
    if (merging > 0 && next?.module !== "builtin:BasicMerge") faults.push(`${module.id}: no merge behind it`);
    if (module.module === "builtin:BasicMerge") {
      const before = blueprint.flow[index - 1]!.branches!.filter(({ merge }) => merge).length;
      if (module.outputs!.some(({ mappings }) => mappings.length !== before)) faults.push(`${module.id}: mappings`);
    }
  }
  for (const [, id] of JSON.stringify(blueprint).matchAll(/\{\{\s*`?(\d+)`?\s*[.}]/g))
    if (!ids.includes(Number(id))) faults.push(`{{${id}}} is not there`);
  return faults;
}

test("each Make file follows the published rules for blueprints and contains no secrets", () => {
  for (const template of templates) {
    const blueprint = makeBlueprint(template);
    expect(makeFaults(blueprint), template.name).toEqual([]);
    for (const secret of secrets) expect(JSON.stringify(blueprint)).not.toMatch(secret);
    const sent = modulesIn(blueprint.flow).filter(({ module }) => module === "http:MakeRequest");
    expect(sent.map(({ mapper }) => mapper!["url"])).toEqual(
      template.requests.map(({ to }) => template.settings.find(({ name }) => name === to)!.value),
    );
    // Make replaces these expressions with JSON values.
    for (const { mapper } of sent)
      expect(() =>
        JSON.parse(
          String(mapper!["jsonStringBodyContent"])
            .replace(/"\{\{[^}]*\}\}"/g, '""')
            .replace(/\{\{[^}]*\}\}/g, "0"),
        ),
      ).not.toThrow();
  }
  const broken = makeBlueprint(templates[3]!);
  broken.flow.splice(2, 1);
  expect(makeFaults(broken)).not.toEqual([]);
});

test("each Zapier sheet has a step for the trigger, each preparation, the decision and each request", () => {
  for (const template of templates) {
    const steps = [...zapierSheet(template).matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
    expect(steps).toEqual(steps.map((_, index) => index + 1));
    expect(steps).toHaveLength(2 + template.prepared.length + template.requests.length);
  }
});
