import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AnyPgColumn, customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";

/** The key of most tables: a UUID that the process makes. */
export const id = () => uuid().primaryKey().$defaultFn(newId);

/** The record that this row belongs to; it is deleted with it. */
export const partOf = (name: string, of: () => AnyPgColumn) =>
  uuid(name).notNull().references(of, { onDelete: "cascade" });

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** A `bytea` column. */
export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => "bytea",
  toDriver: (value) => Buffer.from(value),
});

/** The values of a check constraint. They come from the code, never from a request: nothing is escaped. */
export const oneOf = (values: readonly string[]): SQL => sql.raw(values.map((value) => `'${value}'`).join(", "));

/** A JSON object of these columns, under their names in the record. */
export const jsonOf = (columns: Readonly<Record<string, SQLWrapper>>): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]),
    sql`, `,
  )})`;
