/*
 * Sample payloads for the catalog and for test sends, made from the payload's JSON Schema and its field names. New
 * events get a sample automatically; a test checks each against its schema.
 */

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
};

const strings: Readonly<Record<string, string>> = {
  email: "dana@northfield.example",
  oldEmail: "dana@northfield.example",
  newEmail: "dana.whitfield@northfield.example",
  name: "Dana Whitfield",
  firstName: "Dana",
  lastName: "Whitfield",
  companyName: "Northfield",
  company: "Northfield",
  companyWebsite: "northfield.example",
  website: "northfield.example",
  role: "Head of Revenue Operations",
  title: "Head of Revenue Operations",
  industry: "Software",
  uid: "018f2a6c-7d1e-7c3a-9b52-0d6a4e8f1b23@gtmarc.example",
  eventType: "strategy-session",
  modelVersion: "1.1",
  source: "footer",
  program: "GTM Strategy & RevOps Workshop",
  kitVersion: "1.0",
  kind: "access-code",
  sequence: "code-unused",
  link: "https://northfield.example/pricing",
};

/** Fields that mean another thing in each event. */
export const samplesOfEvents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "booking.cancelled": { reason: "The time no longer works." },
  "mail.bounced": { reason: "5.1.1 The mailbox does not exist." },
  "payment.disputed": { reason: "product_not_received" },
  "prospect.stage_changed": {
    to: "lost",
    by: "admin",
    reason: "timing",
    note: "Ask again when next year's budget is set.",
  },
};

const integers: Readonly<Record<string, number>> = {
  revision: 1,
  version: 1,
  employees: 120,
  annualValueCents: 18_450_000,
  amountCents: 49_900,
  refundedCents: 49_900,
};

const instants: Readonly<Record<string, string>> = {
  start: "2026-03-05T15:00:00.000Z",
  end: "2026-03-05T15:30:00.000Z",
};

export const sampleTime = new Date("2026-03-02T15:04:05.000Z");

/** Returns a value that matches the schema. `path`: the names of the enclosing fields. */
export function sampleOf(schema: Schema, path: readonly string[] = []): unknown {
  const field = path.at(-1) ?? "";
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return sampleOfEnum(schema.enum, field);
  const options = schema.anyOf?.filter(({ type }) => type !== "null");
  if (options?.[0]) return sampleOf(options[0], path);
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, sampleOf(inner, [...path, name])]),
      );
    case "array":
      return schema.items ? [sampleOf(schema.items, path)] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return Math.max(integers[field] ?? 1, schema.minimum ?? Number.NEGATIVE_INFINITY);
    default:
      return sampleText(schema.format, field, path);
  }
}

/** Gives the two values of a change different samples. */
const sampleOfEnum = (values: readonly unknown[], field: string) =>
  (field === "to" ? values[2] : undefined) ?? values[0];

function sampleText(format: string | undefined, field: string, path: readonly string[]): string {
  if (format === "uuid") return uuidFor(field);
  if (format === "date-time") {
    const at = instants[field] ?? sampleTime.toISOString();
    return path.includes("before") ? at.replace("03-05", "03-04") : at;
  }
  return strings[field] ?? "Sample";
}

/** Returns the same id for the same field name in every sample, so that samples are consistent. */
function uuidFor(field: string): string {
  let hash = 0x811c9dc5;
  for (const character of field) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return `018f2a6c-7d1e-7c3a-9b52-0d6a${hash.toString(16).padStart(8, "0")}`;
}
