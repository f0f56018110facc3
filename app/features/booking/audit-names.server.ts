import { eq, inArray, sql } from "drizzle-orm";
import { auditNames, type NamesById } from "#app/features/security/audit/audit-names.server.ts";
import { booking, eventType, host } from "./tables.server.ts";

export const nameHosts = auditNames(host, host.name);
export const nameEventTypes = auditNames(eventType, eventType.title);
export const nameCalls: NamesById = ({ db }, ids) =>
  db
    .select({ id: booking.id, name: sql<string>`concat(${eventType.title}, ' with ', ${booking.name})` })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(inArray(booking.id, ids));
