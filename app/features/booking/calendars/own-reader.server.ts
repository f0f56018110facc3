import { defineThreadTask, runInThread } from "#app/platform/threads.server.ts";
import type { BusyQuestion } from "../busy-calendars/busy-calendar.ts";
import { namesOwn, readOwnEvent } from "./own-events.ts";

type Order = { texts: readonly string[]; question: BusyQuestion };

/** In a process of its own: an object can have rules of a time zone that take long to expand. */
export const readOwnEventsTask = defineThreadTask({
  name: "booking.read-own-events",
  lane: "calendars",
  run: async ({ texts, question }: Order) => texts.map((text) => readOwnEvent(text, question)),
});

/**
 * The event of one of our calls in each text, or null. Only texts that name a call leave the serving process. Throws ThreadEnded,
 * GateCrowded and ThreadsClosed.
 */
export async function readOwnEvents(texts: readonly string[], question: BusyQuestion) {
  const named = texts.filter((text) => namesOwn(text, question.ownUids));
  if (named.length === 0) return texts.map(() => null);
  const events = await runInThread(readOwnEventsTask, { texts: named, question });
  const eventOf = new Map(named.map((text, at) => [text, events[at] ?? null]));
  return texts.map((text) => eventOf.get(text) ?? null);
}
