import { z } from "zod";
import type { FirmDates } from "#app/lib/dates/firm-dates.ts";

/** The person an event is about. Set `email` if it is known: consumers find a prospect by it. */
export type EventSubject = { email?: string | null; userId?: string | null };

interface EventDetails<Payload extends z.ZodObject> {
  /** `noun.past_tense`, for example `access.requested`. Published names never change their meaning. */
  name: string;
  /** When the event is published, in one sentence. Printed in the event catalog. */
  when: string;
  /** Everything consumers need and no secrets. Serializable as JSON. */
  payload: Payload;
  subject: (payload: z.output<Payload>) => EventSubject;
  /** The event as one line of a timeline: "Requested access for Northline." `dates`: formats in the firm's zone. */
  sentence: (payload: z.output<Payload>, dates: FirmDates) => string;
}

export interface EventDefinition<Payload extends z.ZodObject = z.ZodObject> extends EventDetails<Payload> {
  /** Incremented when the payload changes incompatibly. */
  version: number;
}

export const defineEvent = <Payload extends z.ZodObject>(
  definition: EventDetails<Payload> & { version?: number },
): EventDefinition<Payload> => ({ version: 1, ...definition });

/** A Date in code, an ISO 8601 string in UTC in the log. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const cents = z.int();
