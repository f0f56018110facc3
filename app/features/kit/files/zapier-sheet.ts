import type { Condition, KitTemplate, Value } from "./template-shape.ts";

/*
 * Zapier has no file format that everyone can import. This build sheet replaces it: every step in order, with the app, the event and
 * each field's value, and a test payload.
 */

export function zapierSheet(template: KitTemplate): string {
  const { trigger, prepared, decision, requests, settings } = template;
  let number = 0;
  const step = (title: string, ...lines: string[]) => {
    number += 1;
    return `## ${number}. ${title}\n${lines.join("\n")}\n`;
  };
  const sections = [
    step(`Trigger: ${trigger.name}`, `Webhooks by Zapier, Catch Hook. Test it with payloads/${template.slug}.json.`),
    ...prepared.map(({ name, lowered }) =>
      step(
        `Prepare: ${name}`,
        "Formatter by Zapier, Text: Trim Whitespace, then Lowercase.",
        `- Input: \`${lowered.map(read).join("")}\``,
      ),
    ),
    decision.kind === "gate"
      ? step(
          `Filter: ${decision.name}`,
          "Filter by Zapier, only continue if:",
          ...decision.all.map((it) => `- ${words(it)}`),
        )
      : step(
          `Paths: ${decision.name}`,
          "Paths by Zapier, one for each line; on each the steps below with its values:",
          ...decision.cases.map(({ label, when, gives }) => `- ${label}: ${words(when)} → ${list(gives)}`),
          `- ${decision.otherwise.label} (fallback path) → ${list(decision.otherwise.gives)}`,
        ),
    ...requests.map(({ name, to, body }) =>
      step(
        `Action: ${name}`,
        `Webhooks by Zapier, POST, payload type json, URL \`${settings.find((it) => it.name === to)!.value}\` (put in yours). Data:`,
        ...Object.entries(body).map(([key, value]) => `- ${key}: \`${read(value)}\``),
      ),
    ),
  ];
  return `# ${template.name}: Zapier build sheet\n\n${sections.join("\n")}`;

  function words({ value, is, to }: Condition): string {
    if (is === "above")
      return `\`${read(value)}\` (Number) Greater than ${settings.find(({ name }) => name === to.setting)!.value}`;
    return `\`${read(value)}\` (Text) ${is === "equal" ? "Exactly matches" : "Contains"} ${to}`;
  }
}

const list = (gives: Readonly<Record<string, string>>) =>
  Object.entries(gives)
    .map(([name, value]) => `${name} \`${value}\``)
    .join(", ");

function read(value: Value): string {
  if ("text" in value) return value.text;
  if ("field" in value) return `{{${value.field}}}`;
  if ("prepared" in value) return `{{${value.prepared}}}`;
  if ("chosen" in value) return `{{${value.chosen}}}`;
  return `{{${value.setting}}}`;
}
