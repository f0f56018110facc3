import { sql } from "drizzle-orm";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";

/** Whether the newest analysis of the blueprint has nothing in scope: then nothing is for sale. A column of a query on blueprints. */
export const hasNothingInScope = sql<boolean>`coalesce((
  select (${analysis.result} ->> 'implementationCost')::float8 = 0 from ${analysis}
  where ${analysis.blueprintId} = ${blueprint.id} order by ${analysis.revision} desc limit 1), false)`;
