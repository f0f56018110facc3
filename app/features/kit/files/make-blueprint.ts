import { firmName } from "#app/lib/firm.ts";
import type { Condition, KitTemplate, Known, Value } from "./template-shape.ts";

/*
 * Converts a template to a Make blueprint, by Make's published rules: modules and versions of its own examples only, no connections,
 * webhooks or data stores. After the import the user attaches a webhook and enters their addresses.
 */

export interface MakeModule {
  id: number;
  module: string;
  version: number;
  parameters?: Record<string, unknown>;
  mapper?: Record<string, unknown> | null;
  branches?: MakeBranch[];
  outputs?: { name: string; mappings: string[] }[];
  metadata: { designer: { x: number; y: number } };
}

export interface MakeBranch {
  type: "condition" | "else";
  label?: string;
  conditions?: { a: string; o: string; b: string }[][];
  merge?: true;
  flow: MakeModule[];
}

export interface MakeBlueprint {
  name: string;
  flow: MakeModule[];
  metadata: Record<string, unknown>;
}

const webhook = 1;

export function makeBlueprint(template: KitTemplate): MakeBlueprint {
  const { decision } = template;
  let id = webhook;
  const next = () => {
    id += 1;
    return id;
  };
  // Values that combine several fields are composed before the decision; others are computed where they are used.
  const joined = new Map<string, number>();
  const composers = template.prepared
    .filter(({ lowered }) => lowered.length > 1)
    .map(({ name, lowered }, index) => {
      joined.set(name, next());
      const value = lowered.map((part) => iml(part, template, {}, joined)).join("");
      return module(joined.get(name)!, "util:ComposeTransformer", 1, 1 + index, 0, {
        parameters: {},
        mapper: { value },
      });
    });
  const decisionId = next();
  const at = 1 + composers.length;
  const first = module(webhook, "gateway:CustomWebHook", 1, 0, 0, { parameters: {}, mapper: {} });
  let flow: MakeModule[];
  if (decision.kind === "gate") {
    const mapped = (value: Value) => iml(value, template, {}, joined);
    const accepted = [
      ...requests(template, next, at + 1, mapped),
      answer(next(), at + 1 + template.requests.length, 0, 200, jsonOf(template.answer, template, mapped)),
    ];
    const refused = [
      answer(next(), at + 1, 1, decision.refusal.status, JSON.stringify({ stopped: decision.refusal.reason })),
    ];
    const branches: MakeBranch[] = [
      {
        type: "condition",
        label: decision.name,
        conditions: [decision.all.map((it) => condition(it, template, joined))],
        flow: accepted,
      },
      { type: "else", flow: refused },
    ];
    flow = [first, ...composers, module(decisionId, "builtin:BasicIfElse", 1, at, 0, { mapper: null, branches })];
  } else {
    const names = Object.keys(decision.otherwise.gives);
    const cases = [...decision.cases, { ...decision.otherwise, when: null }];
    const composed = cases.map(({ gives }, row) =>
      names.map((name, place) =>
        module(next(), "util:ComposeTransformer", 1, at + 1 + place, row, {
          parameters: {},
          mapper: { value: gives[name]! },
        }),
      ),
    );
    const branches = cases.map(
      ({ label, when }, index): MakeBranch => ({
        ...(when ? { type: "condition", label, conditions: [[condition(when, template, joined)]] } : { type: "else" }),
        merge: true,
        flow: composed[index]!,
      }),
    );
    const merge = next();
    const outputs = names.map((name, place) => ({
      name,
      mappings: composed.map((modules) => `{{${modules[place]!.id}.value}}`),
    }));
    const chosen = Object.fromEntries(names.map((name) => [name, `${merge}.${name}`]));
    const mapped = (value: Value) => iml(value, template, chosen, joined);
    const column = at + 1 + names.length;
    flow = [
      first,
      ...composers,
      module(decisionId, "builtin:BasicIfElse", 1, at, 0, { mapper: null, branches }),
      module(merge, "builtin:BasicMerge", 1, column, 0, { mapper: null, outputs }),
      ...requests(template, next, column + 1, mapped),
    ];
    flow.push(answer(next(), column + 1 + template.requests.length, 0, 200, jsonOf(template.answer, template, mapped)));
  }
  return {
    name: `${firmName()}: ${template.name}`,
    flow,
    metadata: {
      version: 1,
      scenario: { roundtrips: 1, maxErrors: 3, autoCommit: true, autoCommitTriggerLast: true, freshVariables: false },
      designer: { orphans: [] },
    },
  };
}

const module = (
  id: number,
  name: string,
  version: number,
  column: number,
  row: number,
  rest: Partial<MakeModule>,
): MakeModule => ({
  id,
  module: name,
  version,
  ...rest,
  metadata: { designer: { x: column * 300, y: row * 200 } },
});

type Mapped = (value: Value) => string;

const requests = (template: KitTemplate, next: () => number, column: number, mapped: Mapped) =>
  template.requests.map(({ to, body }, index) =>
    module(next(), "http:MakeRequest", 4, column + index, 0, {
      parameters: { authenticationType: "noAuth" },
      mapper: {
        url: String(settingOf(template, to)),
        method: "post",
        headers: [],
        contentType: "json",
        parseResponse: true,
        queryParameters: [],
        inputMethod: "jsonString",
        jsonStringBodyContent: jsonOf(body, template, mapped),
      },
    }),
  );

const answer = (id: number, column: number, row: number, status: number, body: string) =>
  module(id, "gateway:WebhookRespond", 1, column, row, {
    parameters: {},
    mapper: { status: String(status), body, headers: [{ key: "content-type", value: "application/json" }] },
  });

/** JSON that contains Make's own expressions; numbers have no quotation marks. */
const jsonOf = (body: Readonly<Record<string, Value>>, template: KitTemplate, mapped: Mapped) =>
  `{${Object.entries(body)
    .map(([name, value]) => `"${name}": ${isNumber(value, template) ? mapped(value) : `"${mapped(value)}"`}`)
    .join(", ")}}`;

const isNumber = (value: Value, { trigger }: KitTemplate) =>
  "field" in value && trigger.fields.some(({ name, kind }) => name === value.field && kind === "number");

type Joined = ReadonlyMap<string, number>;

function condition({ value, is, to }: Condition, template: KitTemplate, joined: Joined) {
  const a = iml(value, template, {}, joined);
  if (is === "above") return { a, o: "number:greater", b: String(settingOf(template, to.setting)) };
  if (is === "equal") return { a, o: "text:equal", b: to };
  return {
    a: `{{if(contains(${inner(value, template, {}, joined)}; "${to}"); "yes"; "no")}}`,
    o: "text:equal",
    b: "yes",
  };
}

const iml = (value: Value, template: KitTemplate, chosen: Record<string, string>, joined: Joined) =>
  "text" in value ? value.text : `{{${inner(value, template, chosen, joined)}}}`;

function inner(value: Known, template: KitTemplate, chosen: Record<string, string>, joined: Joined): string {
  if ("field" in value) return `${webhook}.${value.field}`;
  if ("chosen" in value) return chosen[value.chosen]!;
  if ("setting" in value) return String(settingOf(template, value.setting));
  const composed = joined.get(value.prepared);
  if (composed !== undefined) return `lower(trim(${composed}.value))`;
  const [part] = template.prepared.find(({ name }) => name === value.prepared)!.lowered;
  if (!part || "text" in part) throw new Error(`${template.slug}: ${value.prepared} uses no field`);
  const source = inner(part, template, chosen, joined);
  const isTruth =
    "field" in part && template.trigger.fields.some(({ name, kind }) => name === part.field && kind === "truth");
  return isTruth ? `lower(toString(${source}))` : `lower(trim(${source}))`;
}

const settingOf = ({ settings }: KitTemplate, wanted: string) => settings.find(({ name }) => name === wanted)!.value;
