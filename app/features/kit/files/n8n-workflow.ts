import { firmName } from "#app/lib/firm.ts";
import type { Condition, KitTemplate, Value } from "./template-shape.ts";

/*
 * Converts a template to an n8n workflow. Uses only core nodes (webhook, set, if, switch, http request, respond), in the versions most
 * common in public workflows, which load on older and newer servers alike, and no credentials, so the import needs no input. Tested on
 * a real n8n server: docs/decisions/0080.
 */

export interface N8nNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [x: number, y: number];
  parameters: Record<string, unknown>;
  webhookId?: string;
  retryOnFail?: boolean;
}

export interface N8nWorkflow {
  id: string;
  name: string;
  active: false;
  nodes: N8nNode[];
  connections: Record<string, { main: { node: string; type: "main"; index: 0 }[][] }>;
  settings: { executionOrder: "v1" };
}

const versions = {
  webhook: 2,
  set: 3.4,
  if: 2.2,
  switch: 3.2,
  noOp: 1,
  httpRequest: 4.2,
  respondToWebhook: 1.1,
} as const;

const typeOfKind = { text: "string", number: "number", truth: "boolean" } as const;

export function n8nWorkflow(template: KitTemplate): N8nWorkflow {
  const { decision } = template;
  const nodes: N8nNode[] = [];
  const connections: N8nWorkflow["connections"] = {};
  const add = (
    name: string,
    type: keyof typeof versions,
    column: number,
    row: number,
    parameters: Record<string, unknown>,
    extra: Partial<N8nNode> = {},
  ) => {
    nodes.push({
      id: `${template.slug}-${nodes.length + 1}`,
      name,
      type: `n8n-nodes-base.${type}`,
      typeVersion: versions[type],
      position: [column * 220, row * 160],
      parameters,
      ...extra,
    });
    return name;
  };
  const connect = (from: string, to: string, output = 0) => {
    connections[from] ??= { main: [] };
    const outputs = connections[from].main;
    while (outputs.length <= output) outputs.push([]);
    outputs[output]!.push({ node: to, type: "main", index: 0 });
  };

  const trigger = add(
    template.trigger.name,
    "webhook",
    0,
    0,
    { httpMethod: "POST", path: `gtmarc-${template.slug}`, responseMode: "responseNode", options: {} },
    { webhookId: `gtmarc-${template.slug}` },
  );
  const settings = add("Settings", "set", 1, 0, assignments(template.settings.map(({ name, value }) => [name, value])));
  const fields = add(
    "Fields",
    "set",
    2,
    0,
    assignments([
      ...template.trigger.fields.map(
        ({ name, kind }): Assignment => [name, `={{ $('${trigger}').item.json.body.${name} }}`, typeOfKind[kind]],
      ),
      ...template.prepared.map(
        ({ name, lowered }): Assignment => [
          name,
          `={{ [${lowered.map((part) => rawText(part, trigger)).join(", ")}].join('').trim().toLowerCase() }}`,
        ],
      ),
    ]),
  );
  connect(trigger, settings);
  connect(settings, fields);

  let before: string;
  let column = 4;
  if (decision.kind === "gate") {
    before = add(decision.name, "if", 3, 0, {
      conditions: conditionSet(decision.all),
      options: {},
    });
    const refusal = add(
      "Say why not",
      "respondToWebhook",
      4,
      1,
      respond(decision.refusal.status, `{ stopped: ${JSON.stringify(decision.refusal.reason)} }`),
    );
    connect(fields, before);
    connect(before, refusal, 1);
  } else {
    const choice = add(decision.name, "switch", 3, 0, {
      rules: {
        values: decision.cases.map(({ label, when }) => ({
          conditions: conditionSet([when]),
          renameOutput: true,
          outputKey: label,
        })),
      },
      options: { fallbackOutput: "extra" },
    });
    connect(fields, choice);
    before = add("Chosen", "noOp", 5, 0, {});
    for (const [index, { label, gives }] of [...decision.cases, decision.otherwise].entries()) {
      const values = add(label, "set", 4, index, assignments(Object.entries(gives)));
      connect(choice, values, index);
      connect(values, before);
    }
    column = 6;
  }

  for (const { name, to, body } of template.requests) {
    const request = add(
      name,
      "httpRequest",
      column,
      0,
      {
        method: "POST",
        url: `={{ $('Settings').item.json.${to} }}`,
        sendBody: true,
        specifyBody: "json",
        jsonBody: `={{ JSON.stringify(${objectOf(body)}) }}`,
        options: { timeout: 10_000 },
      },
      { retryOnFail: true },
    );
    connect(before, request);
    before = request;
    column += 1;
  }
  const answer = add("Answer", "respondToWebhook", column, 0, respond(200, objectOf(template.answer)));
  connect(before, answer);
  return {
    id: `gtmarc-${template.slug}`,
    name: `${firmName()}: ${template.name}`,
    active: false,
    nodes,
    connections,
    settings: { executionOrder: "v1" },
  };
}

type Assignment = readonly [name: string, value: string | number, type?: "string" | "number" | "boolean"];

const assignments = (values: readonly Assignment[]) => ({
  assignments: {
    assignments: values.map(([name, value, type]) => ({
      id: name,
      name,
      value,
      type: type ?? (typeof value === "number" ? "number" : "string"),
    })),
  },
  // A missing or invalid number is passed on unchanged; the decision then rejects it.
  options: { ignoreConversionErrors: true },
});

function conditionSet(conditions: readonly Condition[]) {
  return {
    options: { caseSensitive: true, leftValue: "", typeValidation: "loose", version: 2 },
    conditions: conditions.map((condition, index) => ({
      id: `condition-${index + 1}`,
      leftValue: `={{ ${expression(condition.value)} }}`,
      rightValue: condition.is === "above" ? `={{ ${expression(condition.to)} }}` : condition.to,
      operator:
        condition.is === "above"
          ? { type: "number", operation: "gt" }
          : { type: "string", operation: condition.is === "equal" ? "equals" : "contains" },
    })),
    combinator: "and",
  };
}

const respond = (status: number, object: string) => ({
  respondWith: "json",
  responseBody: `={{ JSON.stringify(${object}) }}`,
  options: { responseCode: status },
});

const objectOf = (body: Readonly<Record<string, Value>>) =>
  `{ ${Object.entries(body)
    .map(([name, value]) => `${name}: ${expression(value)}`)
    .join(", ")} }`;

function expression(value: Value): string {
  if ("text" in value) return JSON.stringify(value.text);
  if ("setting" in value) return `$('Settings').item.json.${value.setting}`;
  if ("chosen" in value) return `$('Chosen').item.json.${value.chosen}`;
  return `$('Fields').item.json.${"field" in value ? value.field : value.prepared}`;
}

/** Before fields are set: reads from the webhook, empty if missing. */
const rawText = (value: Value, trigger: string) =>
  "field" in value ? `$('${trigger}').item.json.body.${value.field}` : expression(value);
