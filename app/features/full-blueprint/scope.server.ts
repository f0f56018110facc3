import { sql } from "drizzle-orm";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";

/**
 * Whether the newest analysis of the blueprint has nothing in scope: then nothing is for sale. A column of a query on
 * blueprints. Columns are qualified by hand: a query on one table prints them without their table.
 */
export const hasNothingInScope = sql<boolean>`coalesce((
  select (run.result ->> 'implementationCost')::float8 = 0 from ${analysis} run
  where run.blueprint_id = ${blueprint}.id order by run.revision desc limit 1), false)`;
