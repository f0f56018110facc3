import { z } from "zod";
import { findDefinition } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { groupOf } from "../webhooks.ts";
import { sampleOf, samplesOfEvents, sampleTime } from "./samples.ts";
import { listSendable } from "./subscriptions.server.ts";

/* Builds the catalog of events for the admin page and the API description from the event registry. */

export type WebhookBody = { type: string; timestamp: string; data: Record<string, unknown> };

export type CatalogueEvent = {
  name: string;
  version: number;
  when: string;
  schema: Record<string, unknown>;
  sample: WebhookBody;
};
/** Subscribing to `group` includes all of its events: `booking.*`. */
export type CatalogueGroup = { group: string; title: string; events: CatalogueEvent[] };

let made: { of: readonly EventDefinition[]; groups: CatalogueGroup[] } | undefined;

export function listCatalogue(): CatalogueGroup[] {
  const definitions = listSendable();
  const isSame = made?.of.length === definitions.length && made.of.every((each, at) => each === definitions[at]);
  if (made && isSame) return made.groups;
  const groups = [...Map.groupBy(definitions, ({ name }) => groupOf(name))].map(([group, events]) => ({
    group,
    title: titleOf(group),
    events: events.map(entryOf),
  }));
  made = { of: definitions, groups };
  return groups;
}

export function sampleData(name: string): Record<string, unknown> {
  const definition = findDefinition(name);
  return definition ? { ...(sampleOf(dataSchema(definition)) as object), ...samplesOfEvents[name] } : {};
}

/** The JSON Schema of an event's data. Allows additional fields, because later versions can add some. */
const dataSchema = ({ payload }: EventDefinition): Record<string, unknown> => {
  const { $schema: _, additionalProperties: __, ...schema } = z.toJSONSchema(payload, { io: "input" });
  return schema;
};

function entryOf(definition: EventDefinition): CatalogueEvent {
  const { name, version, when } = definition;
  return {
    ...{ name, version, when },
    schema: {
      type: "object",
      required: ["type", "timestamp", "data"],
      properties: {
        type: { const: name },
        timestamp: { type: "string", format: "date-time", description: "When it happened" },
        data: dataSchema(definition),
      },
    },
    sample: { type: name, timestamp: sampleTime.toISOString(), data: sampleData(name) },
  };
}

/** `full_blueprint.*` is "Full blueprint". */
function titleOf(group: string): string {
  const words = group.replace(".*", "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
