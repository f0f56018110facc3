import { sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { chunksBetween } from "../columns/scope-chunks.server.ts";
import { timeSlice } from "../columns/time-slices.ts";
import { hitKinds } from "../hit-kinds.ts";
import { isCounted } from "../reports/visit-conditions.server.ts";
import { revenueType } from "../storage/visit-rows.server.ts";
import { analyticsHit, analyticsSession } from "../tables.server.ts";
import type { PageSteps } from "./page-steps.ts";
import { isStep, type StepConditions, stepBits } from "./step-conditions.server.ts";

export type ActionSource = "view" | "hit" | "stage";

/** An action of a session that is a step. `at`: milliseconds. `steps`: bit n for step n. */
export type StepInSession = { sessionId: number; source: "view" | "hit"; at: number; steps: number; valueUsd: number };

type Steps = { conditions: StepConditions; pages: PageSteps; all: readonly number[]; start: Date };

/**
 * The views, events and conversions in [start, before) that are a step of a funnel. `each` can be called several times.
 */
export async function openSteps(
  ctx: Pick<Ctx, "db">,
  query: Steps,
  before: Date,
): Promise<{ each(use: (step: StepInSession) => void): Promise<void> }> {
  const hits = await readHits(ctx, query, before);
  const { start, pages } = query;
  const chunks = pages.isEmpty ? null : await chunksBetween(ctx, { start, end: before, filters: [] });
  return {
    async each(use) {
      await chunks?.each((chunk) => {
        const picked = chunks.rows.views(chunk);
        const { page, visit, micros } = chunk.views;
        const { session } = chunk.visits;
        for (let view = 0; view < picked.length; view++) {
          if (picked[view] === 0 || visit[view] === 0) continue;
          const steps = pages.of(page[view]!);
          if (steps === 0) continue;
          const at = (chunk.start * 1e6 + micros[view]!) / 1000;
          use({ sessionId: session[visit[view]! - 1]!, source: "view", at, steps, valueUsd: 0 });
        }
      });
      for (let first = 0; first < hits.count; first += hitsPerSlice) {
        await timeSlice();
        for (let hit = first; hit < Math.min(hits.count, first + hitsPerSlice); hit++) use(hits.at(hit));
      }
    },
  };
}

const hitsPerSlice = 10_000;
/** Session, time, steps and value. */
const hitBytes = 4 + 8 + 4 + 8;
const kinds = sql.raw(`(${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`);
const isRevenue = sql`h.kind = ${sql.raw(String(hitKinds.conversion))} and h.type_id = ${revenueType}`;

/** Hits are returned as bytes: a busy year has hundreds of thousands. */
async function readHits({ db }: Pick<Ctx, "db">, { conditions, all, start }: Steps, before: Date) {
  const condition = isStep(conditions, "hit", all);
  // The kinds are those of the index on actions.
  const { rows } = !condition
    ? { rows: [] }
    : await db.execute<{ packed: Buffer | null }>(sql`
    select string_agg(int4send(h.session_id) || float8send((extract(epoch from h.at) * 1000)::float8)
      || int4send(${stepBits(conditions, "hit")}) || float8send(coalesce(case when ${isRevenue} then h.value end, 0)), ''::bytea) as packed
    from ${analyticsHit} h join ${analyticsSession} s on s.id = h.session_id and ${isCounted("s")}
    where h.at >= ${start.toISOString()}::timestamptz and h.at < ${before.toISOString()}::timestamptz
      and h.kind in ${kinds} and ${condition}`);
  const packed = rows[0]?.packed ?? Buffer.alloc(0);
  return {
    count: packed.length / hitBytes,
    at: (hit: number): StepInSession => {
      const offset = hit * hitBytes;
      return {
        sessionId: packed.readInt32BE(offset),
        source: "hit",
        at: packed.readDoubleBE(offset + 4),
        steps: packed.readInt32BE(offset + 12),
        valueUsd: packed.readDoubleBE(offset + 16),
      };
    },
  };
}

/** Views of visitors who ask not to be tracked that are a step in [start, end). */
export async function countAnonymousViews(
  ctx: Pick<Ctx, "db">,
  { pages, start, end }: Steps & { end: Date },
): Promise<number> {
  if (pages.isEmpty) return 0;
  const { rows, each } = await chunksBetween(ctx, { start, end, filters: [] });
  let count = 0;
  await each((chunk) => {
    const picked = rows.views(chunk);
    const { page, visit } = chunk.views;
    for (let view = 0; view < picked.length; view++)
      if (picked[view] === 1 && visit[view] === 0 && pages.of(page[view]!) !== 0) count += 1;
  });
  return count;
}
