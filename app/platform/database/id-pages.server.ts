import { asc, desc, gt, lt, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isUuid } from "#app/lib/uuid.ts";
import type { Page } from "./keyset.server.ts";

/** A position in a list: the id of the row before or after the page. Invalid ids are ignored. */
export type IdPlace = { after?: string | null | undefined; before?: string | null | undefined };

/**
 * Pages of a list ordered by id, newest first: ids rise with time (UUIDv7), so the primary key is the index, and a
 * frequently written table needs no additional one.
 *
 * @example
 * const pages = idPagesOf(message.id, place, 50);
 * return pages.of(await db.select(…).from(message).where(and(mine,
 * pages.where)).orderBy(pages.orderBy).limit(pages.limit));
 */
export function idPagesOf(id: PgColumn, place: IdPlace, size: number) {
  const after = place.after && isUuid(place.after) ? place.after : null;
  const before = !after && place.before && isUuid(place.before) ? place.before : null;
  const where: SQL | undefined = after ? lt(id, after) : before ? gt(id, before) : undefined;
  return {
    where,
    orderBy: before ? asc(id) : desc(id),
    limit: size + 1,
    /** Removes the extra row that was read and returns the page with its neighbors. */
    of<Row extends { id: string }>(found: readonly Row[]): Page<Row> {
      const more = found.length > size;
      const rows = found.slice(0, size);
      if (before) rows.reverse();
      return {
        rows,
        previous: (before ? more : after !== null) ? (rows[0]?.id ?? null) : null,
        next: (before ? true : more) ? (rows.at(-1)?.id ?? null) : null,
      };
    },
  };
}
