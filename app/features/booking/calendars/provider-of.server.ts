import { eq } from "drizzle-orm";
import { refuse } from "#app/lib/refusal.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { findSealed, sealText } from "#app/platform/secrets/sealed-text.server.ts";
import { calendarAccount } from "../tables.server.ts";
import { caldav } from "./caldav.server.ts";
import type { CalendarProvider } from "./provider.ts";
import { googleCalendar } from "./rest/google.server.ts";
import { microsoftCalendar } from "./rest/microsoft.server.ts";

export type AccountRow = typeof calendarAccount.$inferSelect;

/**
 * The service of an account. `keep` stores a sealed refresh token that replaces the one of the account. Without the SECRET that sealed the
 * account everything is refused as unreadable_secret.
 */
export function providerOf(
  ctx: Pick<Ctx, "db">,
  { id, kind, server, username, secret }: AccountRow,
  keep = async (sealed: string) => {
    await ctx.db.update(calendarAccount).set({ secret: sealed }).where(eq(calendarAccount.id, id));
  },
): CalendarProvider {
  const opened = findSealed(secret);
  if (opened === null) return unreadable;
  if (kind === "caldav") return caldav({ server, username, password: opened });
  const account = { refreshToken: opened, keep: (refreshToken: string) => keep(sealText(refreshToken)) };
  return kind === "google" ? googleCalendar(account) : microsoftCalendar(account);
}

const refused = async () => refuse("unreadable_secret");
const unreadable: CalendarProvider = {
  ...{ listCalendars: refused, read: refused, find: refused, write: refused, remove: refused },
};
