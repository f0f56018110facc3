import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { addressPattern } from "#app/lib/people/address-pattern.ts";

/** Whether a column contains this lower-case address as a whole, not as part of another one. False for null. */
export const containsAddress = (column: PgColumn | SQL, address: string): SQL<boolean> =>
  // The first condition is cheap and excludes nearly every row.
  sql<boolean>`(position(${address} in lower(${column}::text)) > 0 and lower(${column}::text) ~ ${addressPattern(address)})`;
