import type { Ctx } from "#app/platform/context.server.ts";
import type { DayChunk } from "../columns/day-chunk.ts";
import { eachHit } from "../columns/day-hits.ts";
import { chunksBetween } from "../columns/scope-chunks.server.ts";
import { type HitSelection, openHits } from "../columns/selected-hits.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import type { HitMatch } from "./hit-match.ts";
import type { PageSteps } from "./page-steps.ts";
import { hitBits, hitMatches, type StepConditions } from "./step-conditions.server.ts";

/** Receives an action that is a step: its visit in the chunk, its time in milliseconds, bit n for step n. */
export type UseStep = (chunk: DayChunk, visit: number, at: number, steps: number, valueUsd: number) => void;

/**
 * Views, events and conversions in visits. `each` can be called repeatedly without further queries. `isWanted`: leaves out other sessions;
 * null: all are wanted.
 */
export type SessionSteps = {
  eachChunk(use: (chunk: DayChunk) => void): Promise<void>;
  each(
    isWanted: ((session: number) => boolean) | null,
    use: UseStep,
    onAnonymousView?: (at: number) => void,
  ): Promise<void>;
};

/** Opens the views, events and conversions in [start, until) that are a step of a funnel. */
export async function openSteps(
  ctx: Pick<Ctx, "db">,
  { conditions, pages, start, until }: { conditions: StepConditions; pages: PageSteps; start: Date; until: Date },
): Promise<SessionSteps> {
  const chunks = await chunksBetween(ctx, { start, end: until, filters: [] });
  const matches = hitMatches(conditions);
  const hits = matches.length > 0 ? await openHits(ctx, chunks, hitsOf(matches)) : null;
  const stepsOf: number[] = [];
  return {
    eachChunk: chunks.each,
    each: (isWanted, use, onAnonymousView) =>
      chunks.each((chunk) => {
        const startMs = chunk.start * 1000;
        const wanted = isWanted && wantedVisits(chunk, isWanted);
        if (!pages.isEmpty) {
          const picked = chunks.rows.views(chunk);
          const { page, visit, micros } = chunk.views;
          for (let view = 0; view < picked.length; view++) {
            if (picked[view] === 0) continue;
            const own = visit[view]!;
            if (wanted !== null && own > 0 && wanted[own - 1] === 0) continue;
            const steps = pages.of(page[view]!);
            if (steps === 0) continue;
            const at = startMs + micros[view]! / 1000;
            if (own > 0) use(chunk, own - 1, at, steps, 0);
            else onAnonymousView?.(at);
          }
        }
        if (hits === null) return;
        const isCounted = chunks.rows.visitsAtAnyTime(chunk);
        const { from, to } = chunks.rows.secondsOf(chunk);
        const day = hits.of(chunk);
        for (let number = stepsOf.length; number < hits.groups.length; number++)
          stepsOf.push(hitBits(conditions, groupNamed(hits.groups[number]!)));
        const { group, micros, value } = day;
        eachHit(chunk, day, (hit, visit) => {
          if (isCounted[visit] === 0 || (wanted !== null && wanted[visit] === 0)) return;
          if (micros[hit]! < from * 1e6 || micros[hit]! >= to * 1e6) return;
          use(chunk, visit, startMs + micros[hit]! / 1000, stepsOf[group[hit]!]!, value[hit]!);
        });
      }),
  };
}

function wantedVisits({ visits: { session } }: DayChunk, isWanted: (session: number) => boolean): Uint8Array {
  const wanted = new Uint8Array(session.length);
  for (let visit = 0; visit < wanted.length; visit++) if (isWanted(session[visit]!)) wanted[visit] = 1;
  return wanted;
}

/** Matches are sorted, so that funnels with the same matches share cached hits. */
const hitsOf = (matches: readonly HitMatch[]): HitSelection => ({
  key: JSON.stringify([...new Set(matches.map((match) => JSON.stringify(match)))].sort()),
  async read(ctx, from, to) {
    const { groups, ...hits } = await visitStore().stepHits(ctx, { matches, from, to });
    return { ...hits, groups: groups.map(({ kind, type, name }) => `${kind} ${type} ${name}`) };
  },
});

function groupNamed(group: string): { kind: number; type: number; name: number } {
  const [kind, type, name] = group.split(" ").map(Number) as [number, number, number];
  return { kind, type, name };
}
