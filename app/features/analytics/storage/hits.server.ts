import { sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { type Db, prepared } from "#app/platform/db.server.ts";
import type { KeptMetadata } from "../kept-metadata.ts";
import { analyticsHit } from "../tables.server.ts";
import { createPartitions } from "./partitions.server.ts";
import type { SessionFacts, Sessions } from "./sessions.server.ts";
import type { Terms } from "./terms.server.ts";

/** One hit with its terms as text. `atMicros`: microseconds since 1970. */
export type Hit = {
  atMicros: number;
  kind: number;
  page: string | null;
  type: string | null;
  name: string | null;
  value: number | null;
  detail: KeptMetadata | null;
};

/** The data of one call: hits and their session (or null). `client`: limits new terms per client, in memory only; absent for imports. */
export type Collected = { session: SessionFacts | null; hits: readonly Hit[]; client?: string };

/** Stores calls: first their new terms and sessions, then all hits in one statement. */
export async function storeCollected(
  db: Db,
  { terms, sessions }: { terms: Terms; sessions: Sessions },
  calls: readonly Collected[],
  now: Date,
): Promise<void> {
  const facts = mergedFacts(calls);
  const termIds = await terms.idsOf(
    textsOf(
      calls,
      facts.filter((one) => !sessions.knows(one)),
    ),
    now,
  );
  const sessionIds = await sessions.idsOf(facts, termIds);
  const rows = calls.flatMap(({ session, hits }) =>
    hits.map((hit) => ({ ...hit, sessionId: session && (sessionIds.get(session.key) ?? null) })),
  );
  if (rows.length === 0) return;
  const idOf = (text: string | null) => (text === null ? null : (termIds.get(text) ?? null));
  await insertHits(
    db,
    rows.map(({ page, type, name, ...row }) => ({
      ...row,
      pageId: idOf(page),
      typeId: idOf(type),
      nameId: idOf(name),
    })),
  );
}

type Row = {
  atMicros: number;
  sessionId: number | null;
  kind: number;
  pageId: number | null;
  typeId: number | null;
  nameId: number | null;
  value: number | null;
  detail: KeptMetadata | null;
};

/** PostgreSQL's error code for a row without a matching partition. */
const noPartition = "23514";

/** Planned once per connection: small batches would take longer to plan than to insert. */
const insertStatement = prepared((db) =>
  db
    .insert(analyticsHit)
    .select(
      sql`select to_timestamp(h.at / 1000000), h.value, h.session_id, h.page_id, h.type_id, h.name_id, h.kind, h.detail::jsonb
        from unnest(
          ${sql.placeholder("atMicros")}::float8[], ${sql.placeholder("value")}::float8[],
          ${sql.placeholder("sessionId")}::int[], ${sql.placeholder("pageId")}::int[], ${sql.placeholder("typeId")}::int[],
          ${sql.placeholder("nameId")}::int[], ${sql.placeholder("kind")}::smallint[], ${sql.placeholder("detail")}::text[]
        ) as h(at, value, session_id, page_id, type_id, name_id, kind, detail)`,
    )
    .prepare("analytics_insert_hits"),
);

async function insertHits(db: Db, rows: readonly Row[]): Promise<void> {
  const insert = () =>
    insertStatement(db).execute({
      atMicros: rows.map(({ atMicros }) => atMicros),
      value: rows.map(({ value }) => value),
      sessionId: rows.map(({ sessionId }) => sessionId),
      pageId: rows.map(({ pageId }) => pageId),
      typeId: rows.map(({ typeId }) => typeId),
      nameId: rows.map(({ nameId }) => nameId),
      kind: rows.map(({ kind }) => kind),
      detail: rows.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    });
  try {
    await insert();
  } catch (error) {
    if (!isWithoutPartition(error as Error)) throw error;
    // The job that creates partitions ahead has not run for months, or the clock jumped.
    const times = rows.map(({ atMicros }) => atMicros / 1000);
    await createPartitions({ db }, new Date(Math.min(...times)), new Date(Math.max(...times)));
    await insert();
  }
}

const isWithoutPartition = ({ cause }: Error) => cause instanceof DatabaseError && cause.code === noPartition;

/** Merges calls into one entry per session: the first facts, and the arrival from any of the calls. */
function mergedFacts(calls: readonly Collected[]): SessionFacts[] {
  const merged = new Map<string, SessionFacts>();
  for (const { session } of calls) {
    if (!session) continue;
    const known = merged.get(session.key);
    if (!known) merged.set(session.key, session);
    else if (known.arrival === null && session.arrival !== null)
      merged.set(session.key, { ...session, firstAt: known.firstAt, rule: known.rule ?? session.rule });
  }
  return [...merged.values()];
}

/** Returns the texts of these calls' hits and of these sessions, each with the first client that sent it. */
export function textsOf(
  calls: readonly Collected[],
  newSessions: readonly SessionFacts[],
): ReadonlyMap<string, string | null> {
  const texts = new Map<string, string | null>();
  const clientOf = new Map<string, string | null>();
  const add = (text: string | null, client: string | null) => {
    if (text !== null && !texts.has(text)) texts.set(text, client);
  };
  for (const { session, hits, client = null } of calls) {
    if (session && !clientOf.has(session.key)) clientOf.set(session.key, client);
    for (const { page, type, name } of hits) for (const text of [page, type, name]) add(text, client);
  }
  for (const { key, browser, os, arrival } of newSessions) {
    const client = clientOf.get(key) ?? null;
    for (const text of [browser, os]) add(text, client);
    if (!arrival) continue;
    const { referrer, source, medium, campaign, screen, language, timezone } = arrival;
    for (const text of [referrer, source, medium, campaign, screen, language, timezone]) add(text, client);
  }
  return texts;
}
