import { inArray, sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";

export const nameBlueprints = auditNames(({ db }, ids) =>
  db
    .select({ id: blueprint.id, name: sql<string>`coalesce(nullif(${blueprint.companyName}, ''), 'Blueprint')` })
    .from(blueprint)
    .where(inArray(blueprint.id, ids)),
);
