import { eq, inArray, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { booking, eventType, host } from "./tables.server.ts";

export const nameHosts = auditNames(({ db }, ids) =>
  db.select({ id: host.id, name: host.name }).from(host).where(inArray(host.id, ids)),
);

export const nameEventTypes = auditNames(({ db }, ids) =>
  db.select({ id: eventType.id, name: eventType.title }).from(eventType).where(inArray(eventType.id, ids)),
);

export const nameCalls = auditNames(({ db }, ids) =>
  db
    .select({ id: booking.id, name: sql<string>`concat(${eventType.title}, ' with ', ${booking.name})` })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(inArray(booking.id, ids)),
);
