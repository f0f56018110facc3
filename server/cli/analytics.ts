import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { exportKindNames, isExportKind } from "#app/features/analytics/exports/kinds.ts";
import { exportVisitorData } from "#app/features/analytics/exports/visitor-export.server.ts";
import { moveVisits } from "#app/features/analytics/store/move.server.ts";
import { acceptRule, listRejected, rejectRule } from "#app/features/analytics/visits/rejected.server.ts";
import {
  type RejectionRule,
  rejectionLabels,
  rejectionRuleNames,
} from "#app/features/analytics/visits/rejection-rules.ts";
import { rebuildVisits } from "#app/features/analytics/visits/visits.server.ts";
import { done, failure, Misuse, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const notAllowed = failure("not_admin", "Only the operator can do that.");

export const listRules = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const groups = await listRejected(ctx);
    if (!groups.ok) return notAllowed;
    const lines = groups.value.map(
      ({ rule, isAccepted, sessions }) =>
        `${rule.padEnd(12)} ${isAccepted ? "accepted" : "rejected"}  ${String(sessions).padStart(9)} sessions  ${rejectionLabels[rule]}`,
    );
    return { data: groups.value, lines };
  });

export const accept = (name: string): Promise<Outcome> => {
  const rule = ruleNamed(name);
  return atWork(async ({ ctx }) => {
    const accepted = await acceptRule(ctx, { rule });
    return accepted.ok ? done({ rule, accepted: true }, `Hits that match ${rule} are counted.`) : notAllowed;
  });
};

export const reject = (name: string): Promise<Outcome> => {
  const rule = ruleNamed(name);
  return atWork(async ({ ctx }) => {
    const rejected = await rejectRule(ctx, { rule });
    return rejected.ok ? done({ rule, accepted: false }, `Hits that match ${rule} are left out.`) : notAllowed;
  });
};

export const rebuild = (): Promise<Outcome> =>
  atWork(async ({ ctx }) => {
    const sessions = await rebuildVisits(ctx);
    return done({ sessions }, `Derived the visits of ${sessions} sessions.`);
  });

export const move = (store: string): Promise<Outcome> => {
  if (store !== "clickhouse" && store !== "postgres") throw new Misuse("The store is clickhouse or postgres.");
  return atWork(async ({ ctx, settings }) => {
    const url = settings.ANALYTICS_URL;
    if (url === undefined) throw new Misuse("Set ANALYTICS_URL to the ClickHouse database.");
    const { openClickhouse } = await import("#app/features/analytics/store/clickhouse/clickhouse-store.server.ts");
    const { database, close } = await openClickhouse(url);
    try {
      const result = await moveVisits(ctx, { database, url, to: store });
      if (!result.ok) return failure(result.reason.kind, moveProblems[result.reason.kind]);
      const { months, after } = result.value;
      const lines = months.map(({ month, hits }) => `${month}  ${String(hits).padStart(12)} hits`);
      const total = `${after.hits} hits, ${after.visits} visits and ${after.views} views in both stores; the first one was emptied.`;
      return { data: result.value, lines: [...lines, total] };
    } finally {
      await close();
    }
  });
};

export const exportData = (kind: string, file: string): Promise<Outcome> => {
  if (!isExportKind(kind)) throw new Misuse(`There is no export ${kind}. Known: ${exportKindNames.join(", ")}.`);
  return atWork(async ({ ctx, settings }) => {
    const result = await exportVisitorData(ctx, { kind, timezone: settings.COMPANY_TIMEZONE });
    if (!result.ok) return notAllowed;
    await pipeline(result.value.parts, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    return done({ kind, file }, `Wrote ${file}.`);
  });
};

const moveProblems = {
  not_empty: "The other store already has hits. Nothing was changed.",
  still_written: "Hits arrived during the move: stop the site. Nothing was deleted; empty the other store and repeat.",
  different_counts:
    "The counts differ. Nothing was deleted; run gtmarc analytics rebuild, empty the other store and repeat.",
};

function ruleNamed(name: string): RejectionRule {
  const rule = rejectionRuleNames.find((known) => known === name);
  if (!rule) throw new Misuse(`There is no rule ${name}. Known: ${rejectionRuleNames.join(", ")}.`);
  return rule;
}
