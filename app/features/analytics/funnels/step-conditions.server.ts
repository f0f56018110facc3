import { or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelDefinition, FunnelMatch } from "../funnel-definition.ts";
import { hitKinds } from "../hit-kinds.ts";
import { likePattern, termIds } from "../reports/visit-conditions.server.ts";
import type { StepPages } from "./page-steps.ts";

/** The tables with actions besides page views: `analytics_hit h` and `funnel_event f`. */
export type ActionTable = "hit" | "stage";

/** Per step its pages and the condition on rows of each table; undefined if no row of it can be this step. */
export type StepConditions = readonly (Readonly<Partial<Record<ActionTable, SQL>>> & { pages: StepPages })[];

/** The conditions of a funnel's steps. Texts are resolved to ids of terms first. */
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
      const known = await Promise.all(paths.filter((path) => !isAny(path)).map(idsOf));
      const found = await Promise.all(
        matches.map((match) => (match.kind === "page" ? null : conditionOf(match, idsOf))),
      );
      const of = (source: ActionTable) =>
        or(...found.filter((each) => each?.source === source).map((each) => each?.condition));
      const conditions = { hit: of("hit"), stage: of("stage") };
      return {
        ...Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined)),
        pages: { isAny: paths.some(isAny), ids: known.flat() },
      };
    }),
  );
}

async function conditionOf(
  match: Exclude<FunnelMatch, { kind: "page" }>,
  idsOf: (text: string) => Promise<number[]>,
): Promise<{ source: ActionTable; condition: SQL | undefined }> {
  const isOneOf = async (column: string, pattern: string) => {
    if (isAny(pattern)) return sql`true`;
    const ids = await idsOf(pattern);
    return ids.length === 0 ? undefined : sql`${sql.raw(column)} = any(${sql.param(ids)}::int[])`;
  };
  switch (match.kind) {
    case "event":
    case "conversion": {
      const type = await isOneOf("h.type_id", match.type);
      const name = await isOneOf("h.name_id", match.name);
      const kind = sql.raw(`h.kind = ${hitKinds[match.kind]}`);
      return { source: "hit", condition: type && name && sql`(${kind} and ${type} and ${name})` };
    }
    case "stage": {
      const isLike = (column: string, pattern: string) =>
        isAny(pattern)
          ? sql`true`
          : pattern.includes("*")
            ? sql`${sql.raw(column)} like ${likePattern(pattern)}`
            : sql`${sql.raw(column)} = ${pattern}`;
      return {
        source: "stage",
        condition: sql`(${isLike("f.stage", match.stage)} and ${isLike("f.substage", match.substage)})`,
      };
    }
  }
}

const isAny = (pattern: string) => /^\*+$/.test(pattern);

/** Whether a row of this table is one of the steps; undefined if none can be. */
export const isStep = (conditions: StepConditions, source: ActionTable, steps: readonly number[]): SQL | undefined =>
  or(...steps.map((step) => conditions[step]?.[source]));

/** The steps that a row of this table is, as a number with bit n for step n. */
export function stepBits(conditions: StepConditions, source: ActionTable): SQL {
  const bits = conditions.flatMap(({ [source]: condition }, step) =>
    condition ? [sql`case when ${condition} then ${sql.raw(String(1 << step))} else 0 end`] : [],
  );
  return bits.length === 0 ? sql`0` : sql`(${sql.join(bits, sql` + `)})`;
}
