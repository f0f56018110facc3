// Writes docs/events.md from the event registry: `npm run script event-catalog`. A test fails if it is outdated.
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { eventRegistry } from "../server/event-registry.ts";

export function eventCatalog(): string {
  const sections = eventRegistry.map(({ name, version, when, payload }) => {
    const schema = z.toJSONSchema(payload, { io: "input" }) as { properties?: Record<string, unknown> };
    const fields = Object.entries(schema.properties ?? {}).map(
      ([field, type]) => `| \`${field}\` | ${typeText(type)} |`,
    );
    return [`## ${name}`, "", `${when} Version ${version}.`, "", "| field | type |", "|---|---|", ...fields].join("\n");
  });
  return `# Events

Generated from the event registry by \`npm run script event-catalog\`; do not edit. How events are logged and delivered is in
[decisions/0115-event-log.md](decisions/0115-event-log.md). Instants are ISO 8601 in UTC, amounts are US cents.

${sections.join("\n\n")}
`;
}

type JsonType = {
  type?: string;
  format?: string;
  enum?: unknown[];
  anyOf?: JsonType[];
  properties?: Record<string, JsonType>;
};

function typeText(value: unknown): string {
  const { type, format, enum: values, anyOf, properties } = value as JsonType;
  if (anyOf) return anyOf.map(typeText).join(" or ");
  if (values) return values.map((one) => `\`${one}\``).join(", ");
  if (properties)
    return Object.entries(properties)
      .map(([name, inner]) => `\`${name}\` ${typeText(inner)}`)
      .join(", ");
  return format ?? type ?? "any";
}

if (import.meta.main) writeFileSync("docs/events.md", eventCatalog());
