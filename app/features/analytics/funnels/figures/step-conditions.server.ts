import { or, type SQL, sql } from "drizzle-orm";
import { likePattern, termIds } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelDefinition, FunnelMatch } from "../funnel-definition.ts";

/** Events or conversions: ids of terms, null for any. `kind`: from hit-kinds.ts. */
export type HitMatch = { kind: number; types: readonly number[] | null; names: readonly number[] | null };

type StepPages = { isAny: boolean; ids: readonly number[] };

/** Per step its pages, its hits, and the condition on rows of `funnel_event f`; undefined if no row can match. */
export type StepConditions = readonly { pages: StepPages; hits: readonly HitMatch[]; stage: SQL | undefined }[];

export async function stepConditions(ctx: Pick<Ctx, "db">, { steps }: FunnelDefinition): Promise<StepConditions> {
  const known = new Map<string, Promise<number[]>>();
  const idsOf = (text: string) => {
    const ids = known.get(text) ?? termIds(ctx, [text]);
    known.set(text, ids);
    return ids;
  };
  return Promise.all(
    steps.map(async ({ matches }) => {
      const paths = matches.flatMap((match) => (match.kind === "page" ? [match.path] : []));
      const ids = await Promise.all(paths.filter((path) => !isAny(path)).map(idsOf));
      const hits = await Promise.all(matches.map((match) => hitMatch(match, idsOf)));
      return {
        pages: { isAny: paths.some(isAny), ids: ids.flat() },
        hits: hits.filter((match) => match !== null),
        stage: or(...matches.map(stageCondition)),
      };
    }),
  );
}

async function hitMatch(match: FunnelMatch, idsOf: (text: string) => Promise<number[]>): Promise<HitMatch | null> {
  if (match.kind !== "event" && match.kind !== "conversion") return null;
  const ids = async (pattern: string) =>
    isAny(pattern) ? null : (await idsOf(pattern)).toSorted((one, other) => one - other);
  const [types, names] = [await ids(match.type), await ids(match.name)];
  return types?.length === 0 || names?.length === 0 ? null : { kind: hitKinds[match.kind], types, names };
}

function stageCondition(match: FunnelMatch): SQL | undefined {
  if (match.kind !== "stage") return undefined;
  const isLike = (column: string, pattern: string) =>
    isAny(pattern)
      ? sql`true`
      : pattern.includes("*")
        ? sql`${sql.raw(column)} like ${likePattern(pattern)}`
        : sql`${sql.raw(column)} = ${pattern}`;
  return sql`(${isLike("f.stage", match.stage)} and ${isLike("f.substage", match.substage)})`;
}

const isAny = (pattern: string) => /^\*+$/.test(pattern);

/** The condition for funnel events that are one of the steps; undefined if none can be. */
export const isStageStep = (conditions: StepConditions): SQL | undefined => or(...conditions.map(({ stage }) => stage));

/** The steps of a funnel event as SQL: a number with bit n for step n. */
export function stageBits(conditions: StepConditions): SQL {
  const bits = conditions.flatMap(({ stage }, step) =>
    stage ? [sql`case when ${stage} then ${sql.raw(String(1 << step))} else 0 end`] : [],
  );
  return bits.length === 0 ? sql`0` : sql`(${sql.join(bits, sql` + `)})`;
}
