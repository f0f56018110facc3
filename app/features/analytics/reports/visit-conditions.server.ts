import { inArray, like, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { channels } from "../collecting/sources/channels.ts";
import { deviceKinds } from "../storage/device-kinds.ts";
import { mayBeMeasured } from "../storage/measurements.ts";
import { analyticsAcceptedRule, analyticsTerm } from "../tables.server.ts";
import { isPattern, type VisitDimension, type VisitFilter } from "../visits/visit-filter.ts";
import type { ActionSelection } from "./lists/action-selection.ts";
import type { Period } from "./period/period.ts";
import type { OpenReport } from "./report.ts";
import type { IdFilter } from "./report-sql.ts";
import type { SelectedHits } from "./sums/asked-sql.ts";

export type ReportScope = {
  period: Period;
  filters: readonly VisitFilter[];
  report?: OpenReport;
};

/** The numbers of the values of dimensions that are no terms. */
export const dimensionNumbers: Partial<Record<VisitDimension, Readonly<Record<string, number>>>> = {
  channel: channels,
  device: deviceKinds,
};

/** Excludes rejected hits, unless an admin accepted their rule. `alias`: of a table with a column `rule`. */
export const isCounted = (alias: string): SQL =>
  sql`(${sql.raw(alias)}.rule is null or ${sql.raw(alias)}.rule in (select rule from ${analyticsAcceptedRule}))`;

/** Resolves a filter's values to ids. `hasNone`: also matches visits without this fact. */
export async function filterIds(
  ctx: Pick<Ctx, "db">,
  { dimension, isExcluded, values }: VisitFilter,
): Promise<IdFilter> {
  const numbers = dimensionNumbers[dimension];
  const ids = numbers
    ? values.flatMap((value) => (Object.hasOwn(numbers, value) ? numbers[value]! : []))
    : await termIds(
        ctx,
        values.filter((value) => value !== ""),
      );
  return { dimension, ids, hasNone: values.includes("") && !numbers, isExcluded };
}

/** Returns the ids of terms that match one of the values, in which `*` stands for any characters. */
export async function termIds({ db }: Pick<Ctx, "db">, values: readonly string[]): Promise<number[]> {
  if (values.length === 0) return [];
  const exact = values.filter((value) => !isPattern(value));
  const patterns = values.filter(isPattern);
  const rows = await db
    .select({ id: analyticsTerm.id })
    .from(analyticsTerm)
    .where(
      or(
        exact.length > 0 ? inArray(analyticsTerm.text, exact) : undefined,
        ...patterns.map((pattern) => like(analyticsTerm.text, likePattern(pattern))),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Returns the ids of the types and names of selections of actions; those that no hit has are left out. */
export async function selectedHits(
  { db }: Pick<Ctx, "db">,
  selections: readonly ActionSelection[],
): Promise<SelectedHits[]> {
  const all = new Set(selections.flatMap(({ types = [], names = [] }) => [...types, ...names]));
  const rows =
    all.size === 0
      ? []
      : await db
          .select()
          .from(analyticsTerm)
          .where(inArray(analyticsTerm.text, [...all]));
  const idsOf = (texts: readonly string[] | undefined) =>
    texts ? rows.flatMap(({ id, text }) => (texts.includes(text) ? id : [])) : null;
  return selections.map((selection) => ({
    ...{ kind: selection.kind, isMeasured: mayBeMeasured(selection) },
    ...{ typeIds: idsOf(selection.types), nameIds: idsOf(selection.names) },
  }));
}

/** `likePattern("/a_b/*") === "/a\\_b/%"` */
export const likePattern = (pattern: string): string => pattern.replace(/[\\%_]/g, "\\$&").replace(/\*+/g, "%");
