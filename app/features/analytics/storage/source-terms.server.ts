import { inArray, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { sourceName } from "../collecting/sources/source-name.ts";
import { analyticsSession, analyticsTerm } from "../tables.server.ts";

/** Terms as reported, and at the same index the terms of their source names (source-name.ts). */
export type SourceTerms = { reported: readonly number[]; named: readonly number[] };

export const noSourceTerms: SourceTerms = { reported: [], named: [] };

export async function readSourceTerms({ db }: Pick<Ctx, "db">, sessionIds: readonly number[]): Promise<SourceTerms> {
  const { rows } = await db.execute<{ id: number; text: string }>(sql`
    select t.id, t.text from ${analyticsTerm} t where t.id in (
      select coalesce(s.source_id, s.referrer_id) from ${analyticsSession} s
      where s.id = any(${sql.param([...sessionIds])}::int[]))`);
  const renamed = rows
    .map(({ id, text }) => ({ id, text, name: sourceName(text) }))
    .filter(({ text, name }) => text !== name);
  if (renamed.length === 0) return noSourceTerms;
  // Sorted, so that processes cannot deadlock.
  const names = [...new Set(renamed.map(({ name }) => name))].sort();
  const find = () =>
    db
      .select({ id: analyticsTerm.id, text: analyticsTerm.text })
      .from(analyticsTerm)
      .where(inArray(analyticsTerm.text, names));
  let known = await find();
  if (known.length < names.length) {
    const missing = names.filter((name) => !known.some(({ text }) => text === name));
    await db
      .insert(analyticsTerm)
      .values(missing.map((text) => ({ text })))
      .onConflictDoNothing();
    known = await find();
  }
  const ids = new Map(known.map(({ id, text }) => [text, id]));
  return { reported: renamed.map(({ id }) => id), named: renamed.map(({ name }) => ids.get(name)!) };
}
