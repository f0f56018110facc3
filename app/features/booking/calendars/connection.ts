import { z } from "zod";
import { text } from "#app/lib/text.ts";
import type { CalendarDeletion, CalendarDown, CalendarKind } from "../tables.server.ts";

/* Connected calendars of a host. Safe in the browser: the forms use the same schemas. */

export const calendarKinds: Readonly<Record<CalendarKind, string>> = {
  caldav: "CalDAV",
  google: "Google Calendar",
  microsoft: "Microsoft 365",
};

export const CaldavAccount = z.object({
  server: text({ max: 500, required: "Please enter the address of the server." })
    .transform((server) => (server.includes("://") ? server : `https://${server}`))
    .refine((server) => URL.canParse(server) && /^https?:$/.test(new URL(server).protocol), {
      error: "Enter the whole address, which begins with https://.",
    }),
  username: text({ max: 200, required: "Please enter the user name." }),
  password: text({ max: 500, required: "Please enter the password.", shape: "verbatim" }),
});
export type CaldavAccount = z.output<typeof CaldavAccount>;

export const CalendarProviderChoice = z.object({ provider: z.enum(["google", "microsoft"]) });

export const downTexts: Readonly<Record<CalendarDown, string>> = {
  busy: "Show as busy: no calls until it can be read again",
  hours: "Show my hours: the busy times of the last read count",
};

export const deletionTexts: Readonly<Record<CalendarDeletion, string>> = {
  ask: "Ask an admin, who cancels the call or writes it again",
  cancel: "Cancel the call and notify the visitor",
};

const ids = <const Value extends string>(values: Readonly<Record<Value, string>>) =>
  Object.keys(values) as [Value, ...Value[]];

/** `target`: the calendar that calls are written to; null: none. */
export const CalendarChoice = z.object({
  checked: z.array(z.uuid()).max(200),
  target: z.uuid().nullable(),
  calendarDown: z.enum(ids(downTexts)),
  calendarDeletion: z.enum(ids(deletionTexts)),
});
export type CalendarChoice = z.output<typeof CalendarChoice>;
