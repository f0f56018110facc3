import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { postgresStore } from "#app/features/analytics/store/postgres/postgres-store.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import type { FunnelDefinition, FunnelMatch } from "../funnel-definition.ts";
import { funnelQuery } from "./funnel-query.server.ts";
import { funnelSums } from "./funnel-sql.server.ts";

const { db, ctx } = useDatabase();

const step = (match: FunnelMatch) => ({ name: match.kind, matches: [match], isOptional: false });
const anyPage = step({ kind: "page", path: "*" });
const anyEvent = step({ kind: "event", type: "*", name: "*" });

test.each<FunnelDefinition["order"]>(["ordered", "strict", "any"])(
  "a filtered funnel (%s) compares no action with each of the chosen sessions in turn",
  async (order) => {
    for (const last of [anyPage, anyEvent]) {
      const query = await funnelQuery(
        ctx,
        { steps: [anyPage, last], order, windowHours: 24 },
        {
          period: { from: "2026-01-01", to: "2026-12-31", timezone: "UTC" },
          filters: [{ dimension: "device", isExcluded: false, values: ["phone"] }],
        },
      );
      const { rows } = await db.execute<{ "QUERY PLAN": string }>(
        sql.raw(`explain ${funnelSums(postgresStore.dialect, query)}`),
      );
      const plan = rows.map((row) => row["QUERY PLAN"]);
      expect(plan.filter((line) => line.includes("CTE chosen"))).toHaveLength(1);
      // A condition on each row, which PostgreSQL hashes only while the list fits into its working memory.
      expect(plan.filter((line, at) => /SubPlan/.test(plan[at - 1] ?? "") && line.includes("CTE Scan"))).toEqual([]);
    }
  },
);
