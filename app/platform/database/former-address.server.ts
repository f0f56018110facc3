import { lte, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { DataSubject } from "#app/lib/people/data-subject.ts";

/**
 * SQL condition for records that are found by their address: they were created while the address was the person's, so
 * they are not about a later user of it. Undefined for a current address. Includes the moment of the move, because the
 * move's own records have that time.
 */
export const isBeforeMove = ({ until }: Pick<DataSubject, "until">, createdAt: PgColumn): SQL | undefined =>
  until ? lte(createdAt, until) : undefined;
