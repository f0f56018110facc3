import type { Db } from "#app/platform/db.server.ts";
import type { HitFields } from "../collecting/hits.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { SessionFacts, Sessions } from "./sessions.server.ts";
import type { Terms } from "./terms.server.ts";

/** One hit with its terms as text. `atMicros`: microseconds since 1970. */
export type Hit = HitFields & { atMicros: number };

/** The data of one call: hits and their session (or null). `client`: limits new terms per client, in memory only; absent for imports. */
export type Collected = { session: SessionFacts | null; hits: readonly Hit[]; client?: string };

/** Stores calls: first their new terms and sessions, then all hits in one statement. Returns the sessions of the hits. */
export async function storeCollected(
  db: Db,
  { terms, sessions }: { terms: Terms; sessions: Sessions },
  calls: readonly Collected[],
  now: Date,
): Promise<ReadonlySet<number | null>> {
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
  if (rows.length === 0) return new Set();
  const idOf = (text: string | null) => (text === null ? null : (termIds.get(text) ?? null));
  await visitStore().insertHits(
    { db },
    rows.map(({ page, ...row }) => ({
      ...row,
      pageId: idOf(page),
      typeId: idOf(row.type),
      nameId: idOf(row.name),
    })),
  );
  return new Set(rows.map(({ sessionId }) => sessionId));
}

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
