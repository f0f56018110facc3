import type { z } from "zod";
import type { Actor } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { EventDefinition } from "./event-definition.ts";

export type LoggedEvent<Payload = Record<string, unknown>> = {
  id: string;
  name: string;
  version: number;
  payload: Payload;
  email: string | null;
  userId: string | null;
  actor: { kind: Actor["kind"]; userId: string | null };
  occurredAt: Date;
};

/** `isReplay`: the effects were published when the event was new; a consumer must not publish them again. */
export type Delivery = { isReplay: boolean };

/**
 * A feature that processes events after the commit. Events arrive at least once and in no guaranteed order; the receipt
 * that is written with `handle` makes each take effect once. `handle` only writes to the database and queues jobs.
 */
export type Consumer = {
  name: string;
  events: readonly EventDefinition[] | "all";
  /** The consumer identifies people by address: events without one are not delivered to it. */
  needsAddress?: boolean;
  handle: (ctx: Ctx, event: LoggedEvent, delivery: Delivery) => Promise<void>;
  /**
   * Processes several new events in one transaction with their receipts; for consumers that run
   * the same number of statements for any number of events. If it throws, each event is processed alone.
   */
  handleMany?: (ctx: Ctx, events: readonly LoggedEvent[]) => Promise<void>;
  /** Deletes everything it derived from events, before a replay. */
  reset: (ctx: Ctx) => Promise<void>;
  /** Seconds until `handle` is aborted and rolled back; default: 30. */
  timeoutSeconds?: number;
};

let consumers: readonly Consumer[] = [];
let definitions: ReadonlyMap<string, EventDefinition> = new Map();

export function registerConsumers(wanted: {
  consumers: readonly Consumer[];
  events: readonly EventDefinition[];
}): void {
  consumers = wanted.consumers;
  definitions = new Map(wanted.events.map((definition) => [definition.name, definition]));
}

export const listConsumers = (): readonly Consumer[] => consumers;

export const findConsumer = (name: string): Consumer | undefined =>
  consumers.find((consumer) => consumer.name === name);

export const findDefinition = (name: string): EventDefinition | undefined => definitions.get(name);

export const listDefinitions = (): EventDefinition[] => [...definitions.values()];

export const listEventNames = (): string[] => [...definitions.keys()];

export const consumersOf = (eventName: string): Consumer[] =>
  consumers.filter(({ events }) => events === "all" || events.some(({ name }) => name === eventName));

export const hasConsumerFor = (eventName: string): boolean => consumersOf(eventName).length > 0;

export const isEvent = <Payload extends z.ZodObject>(
  event: LoggedEvent,
  definition: EventDefinition<Payload>,
): event is LoggedEvent<z.output<Payload>> => event.name === definition.name;
