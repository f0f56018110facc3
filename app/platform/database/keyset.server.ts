import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/* Keyset pagination by an index on (sorted column, id): page 2,000 costs the same as page 2, and new rows move nothing. */

export type Keyset = {
  /** The sort expression; never null (coalesce it). `id` is the tie-breaker. */
  by: PgColumn | SQL;
  /** `micros`: microseconds since 1970 that a date can have, for a column that is compared elsewhere. */
  type: "timestamptz" | "micros" | "text" | "int" | "bigint";
  id: PgColumn | SQL;
  idType?: "uuid" | "int";
  direction: "asc" | "desc";
  after?: string | null;
  before?: string | null;
  size: number;
};

/** One page of a list, with the cursors of its neighbors (null: there is none). */
export type Page<Row> = { rows: Row[]; previous: string | null; next: string | null };

/**
 * Builds the parts of a query: select `cursor` with the row, add `where`, `orderBy` and `limit`, and pass the rows to
 * `pageOf`. An invalid cursor is ignored.
 *
 * @example
 * const keys = keysetOf({ by: t.at, type: "timestamptz", id: t.id, direction: "desc", after, size: 50 });
 * const rows = await db.select({ row: t, cursor: keys.cursor }).from(t).where(and(mine,
 * keys.where)).orderBy(...keys.orderBy).limit(keys.limit);
 * return pageOf(keys, rows);
 */
export function keysetOf({ by, type, id, idType = "uuid", direction, after, before, size }: Keyset) {
  const [next, previous] = [after, before].map((cursor) => readCursor(cursor, type, idType));
  const place = next ?? previous ?? null;
  const backwards = place !== null && place !== next;
  const ascending = (direction === "asc") !== backwards;
  const kind = sql.raw(type);
  const where = place
    ? sql`(${by}, ${id}) ${sql.raw(ascending ? ">" : "<")} (${place.value}::${kind}, ${place.id}::${sql.raw(idType)})`
    : undefined;
  const way = sql.raw(ascending ? "asc" : "desc");
  return {
    cursor: sql<string>`${by}::text || ' ' || ${id}::text`,
    where,
    orderBy: [sql`${by} ${way}`, sql`${id} ${way}`] as const,
    limit: size + 1,
    size,
    backwards,
    hasPlace: place !== null,
    /** The validated cursor, for stores other than PostgreSQL. */
    place,
  };
}

/** Removes the extra row that was read, restores the reading order and returns the page with its neighbors. */
export function pageOf<Row>(
  keys: Pick<ReturnType<typeof keysetOf>, "size" | "backwards" | "hasPlace">,
  found: readonly { row: Row; cursor: string }[],
): Page<Row> {
  const more = found.length > keys.size;
  const kept = found.slice(0, keys.size);
  if (keys.backwards) kept.reverse();
  const hasPrevious = keys.backwards ? more : keys.hasPlace;
  const hasNext = keys.backwards ? true : more;
  const [first, last] = [kept[0], kept.at(-1)];
  return {
    rows: kept.map(({ row }) => row),
    previous: hasPrevious && first ? writeCursor(first.cursor) : null,
    next: hasNext && last ? writeCursor(last.cursor) : null,
  };
}

const writeCursor = (text: string) => Buffer.from(text).toString("base64url");

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Validates cursors, which come from URLs: a value that PostgreSQL cannot parse as the type is ignored. */
const readable: Record<Keyset["type"], (value: string) => boolean> = {
  text: (value) => !value.includes("\0"),
  int: (value) => /^-?\d{1,9}$/.test(value),
  micros: (value) => /^\d{1,16}$/.test(value),
  bigint: (value) => /^-?\d{1,18}$/.test(value),
  timestamptz: (value) =>
    /^[12]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/.test(value) &&
    isOnTheCalendar(value.slice(0, 19).replace(" ", "T")),
};

/** False for days such as February 31, which Date would interpret as March 3. */
function isOnTheCalendar(local: string): boolean {
  const at = Date.parse(`${local}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(local);
}

type Place = { value: string; id: string };

function readCursor(text: string | null | undefined, type: Keyset["type"], idType: "uuid" | "int"): Place | null {
  if (!text || text.length > 1000) return null;
  const plain = Buffer.from(text, "base64url").toString();
  const at = plain.lastIndexOf(" ");
  const [value, id] = [plain.slice(0, at), plain.slice(at + 1)];
  const isId = idType === "uuid" ? uuid.test(id) : readable.int(id);
  return at >= 0 && isId && readable[type](value) ? { value, id } : null;
}
