import { inArray } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { sequence } from "./tables.server.ts";

export const nameSequences = auditNames(({ db }, ids) =>
  db.select({ id: sequence.id, name: sequence.title }).from(sequence).where(inArray(sequence.id, ids)),
);
