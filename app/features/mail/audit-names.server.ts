import { inArray } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { message, suppression } from "./tables.server.ts";

export const nameMails = auditNames(({ db }, ids) =>
  db.select({ id: message.id, name: message.subject }).from(message).where(inArray(message.id, ids)),
);

export const nameSuppressions = auditNames(({ db }, ids) =>
  db.select({ id: suppression.id, name: suppression.address }).from(suppression).where(inArray(suppression.id, ids)),
);
