import { refuse } from "#app/lib/refusal.ts";
import { findSealed } from "#app/platform/sealed-text.server.ts";
import type { calendarAccount } from "../tables.server.ts";
import { caldav } from "./caldav.server.ts";
import type { CalendarProvider } from "./provider.ts";

export type AccountRow = typeof calendarAccount.$inferSelect;

export function providerOf({ server, username, secret }: AccountRow): CalendarProvider {
  const password = findSealed(secret);
  return password === null ? unreadable : caldav({ server, username, password });
}

const refused = async () => refuse("unreadable_secret");
const unreadable: CalendarProvider = {
  ...{ listCalendars: refused, read: refused, find: refused, write: refused, remove: refused },
};
