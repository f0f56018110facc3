import type { Condition, KitTemplate, Value } from "./files/template-shape.ts";

type Scalar = string | number | boolean;

export interface Outcome {
  requests: { to: string; body: Record<string, Scalar> }[];
  answer: { status: number; body: Record<string, Scalar> };
}

/**
 * Runs a template by its record, independent of platforms. The reference for every platform's file: the same payload must send the same
 * requests.
 */
export function outcomeOf(template: KitTemplate, payload: Readonly<Record<string, Scalar>>): Outcome {
  const settings = Object.fromEntries(template.settings.map(({ name, value }) => [name, value]));
  const prepared: Record<string, string> = {};
  let chosen: Readonly<Record<string, string>> = {};
  const read = (value: Value): Scalar => {
    if ("text" in value) return value.text;
    if ("field" in value) return payload[value.field] ?? "";
    if ("prepared" in value) return prepared[value.prepared]!;
    if ("chosen" in value) return chosen[value.chosen]!;
    return settings[value.setting]!;
  };
  const holds = ({ value, is, to }: Condition): boolean => {
    if (is === "above") return Number(read(value)) > Number(settings[to.setting]);
    return is === "equal" ? String(read(value)) === to : String(read(value)).includes(to);
  };
  const bodyOf = (body: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(body).map(([name, value]) => [name, read(value)]));

  for (const { name, lowered } of template.prepared)
    prepared[name] = lowered
      .map((part) => String(read(part)))
      .join("")
      .trim()
      .toLowerCase();
  const { decision } = template;
  if (decision.kind === "gate" && !decision.all.every(holds))
    return { requests: [], answer: { status: decision.refusal.status, body: { stopped: decision.refusal.reason } } };
  if (decision.kind === "choice") chosen = (decision.cases.find(({ when }) => holds(when)) ?? decision.otherwise).gives;
  return {
    requests: template.requests.map(({ to, body }) => ({ to: String(settings[to]), body: bodyOf(body) })),
    answer: { status: 200, body: bodyOf(template.answer) },
  };
}
