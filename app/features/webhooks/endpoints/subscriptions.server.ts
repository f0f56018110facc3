import { accountDeleted } from "#app/features/accounts/events.ts";
import { listDefinitions } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { groupOf, isSubscribed } from "../webhooks.ts";

/** Events that are never sent: the deletion of an account is redacted from the log in its own transaction. */
const unsent: readonly string[] = [accountDeleted.name];

export const listSendable = (): EventDefinition[] => listDefinitions().filter(({ name }) => !unsent.includes(name));

/** Returns the events that match these names, groups or `*`. */
export const namesMatching = (patterns: readonly string[]): string[] =>
  listSendable()
    .map(({ name }) => name)
    .filter((name) => isSubscribed(patterns, name));

/** Whether each pattern is `*`, the name of an event, or a group with events. */
export function areKnown(patterns: readonly string[]): boolean {
  const names = listSendable().map(({ name }) => name);
  const known = new Set(["*", ...names, ...names.map(groupOf)]);
  return patterns.every((pattern) => known.has(pattern));
}
