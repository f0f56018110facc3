import { type SQL, sql } from "drizzle-orm";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { daySeconds } from "#app/lib/durations.ts";
import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import type { Db } from "#app/platform/db.server.ts";
import { ClientLimit } from "../collecting/client-limit.ts";
import { RecentMap } from "../collecting/recent-map.ts";
import { analyticsTerm } from "../tables.server.ts";

const maxCached = 50_000;
const maxLength = 500;
/** New terms per process and day; beyond that `otherTerm` is stored, so that made-up paths cannot fill the disk. */
export const maxNewTermsPerDay = 20_000;
/** New terms per client address and day, so that one client cannot use up the daily maximum. */
export const maxNewTermsPerClient = 1000;
export const otherTerm = "(other)";

export class Terms {
  readonly #ids = new RecentMap<string, number>(maxCached);
  readonly #clients = new ClientLimit({ points: maxNewTermsPerClient, seconds: daySeconds });
  readonly #db: Db;
  #day = "";
  #made = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Returns the ids of these texts; stores unknown ones, in at most three statements. `texts`: each with the client that sent it, or
   * null for no limit per client.
   */
  async idsOf(texts: ReadonlyMap<string, string | null>, now: Date): Promise<ReadonlyMap<string, number>> {
    const ids = new Map<string, number>();
    const unknown = new Set<string>();
    for (const text of texts.keys()) {
      const id = this.#ids.get(text);
      if (id === undefined) unknown.add(text);
      else ids.set(text, id);
    }
    if (unknown.size === 0) return ids;
    await this.#find(unknown, ids);
    const missing = [...unknown].filter((text) => !ids.has(text));
    if (missing.length === 0) return ids;
    const isWithin = (client: string | null | undefined) => !client || this.#clients.take(client, now.getTime()) === 0;
    const allowed = missing.filter((text) => isWithin(texts.get(text))).slice(0, this.#allowance(now));
    if (allowed.length < missing.length) allowed.push(otherTerm);
    await this.#make(allowed, ids);
    await this.#find(new Set(allowed.filter((text) => !ids.has(text))), ids);
    const other = ids.get(otherTerm);
    for (const text of missing) if (!ids.has(text) && other !== undefined) ids.set(text, other);
    return ids;
  }

  #allowance(now: Date): number {
    const day = utcDate(now);
    if (day !== this.#day) {
      this.#day = day;
      this.#made = 0;
    }
    return Math.max(0, maxNewTermsPerDay - this.#made);
  }

  async #find(texts: ReadonlySet<string>, ids: Map<string, number>) {
    if (texts.size === 0) return;
    const { rows } = await this.#db.execute<{ id: number; text: string }>(
      sql`select id, text from ${analyticsTerm} where text = any(${sql.param([...texts])}::text[])`,
    );
    this.#keep(rows, ids);
  }

  async #make(texts: readonly string[], ids: Map<string, number>) {
    // Sorted, so that processes cannot deadlock.
    const { rows } = await this.#db.execute<{ id: number; text: string }>(
      sql`insert into ${analyticsTerm} (text) select * from unnest(${sql.param([...texts].sort())}::text[])
        on conflict do nothing returning id, text`,
    );
    this.#made += rows.length;
    this.#keep(rows, ids);
  }

  #keep(rows: readonly { id: number; text: string }[], ids: Map<string, number>) {
    for (const { id, text } of rows) {
      ids.set(text, id);
      this.#ids.set(text, id);
    }
  }
}

/** Converts a text to a term: one line without control characters, at most 500 characters; null if empty. */
export function termText(text: string | null | undefined): string | null {
  if (!text) return null;
  const line = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(text) ? text : oneLine(normalized(text));
  return cut(line, maxLength) || null;
}

/** The text of the term with the id in a column. */
export const termOf = (column: string): SQL<string | null> =>
  sql<string | null>`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
