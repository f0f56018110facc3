import { sql } from "drizzle-orm";
import { auditNames } from "#app/features/security/audit/audit-names.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";

const name = sql<string>`coalesce(nullif(${blueprint.companyName}, ''), 'Blueprint')`;
export const nameBlueprints = auditNames(blueprint, name);
