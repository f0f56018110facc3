import { sql } from "drizzle-orm";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";

/** SQL column. Columns are qualified manually, because a query on one table omits table names. */
export const hasNothingInScope = sql<boolean>`coalesce((
  select (run.result ->> 'implementationCost')::float8 = 0 from ${analysis} run
  where run.blueprint_id = ${blueprint}.id order by run.revision desc limit 1), false)`;
