import { openSealed } from "#app/platform/sealed-text.server.ts";
import type { calendarAccount } from "../tables.server.ts";
import { caldav } from "./caldav.server.ts";
import type { CalendarProvider } from "./provider.ts";

export type AccountRow = typeof calendarAccount.$inferSelect;

export const providerOf = ({ server, username, secret }: AccountRow): CalendarProvider =>
  caldav({ server, username, password: openSealed(secret) });
