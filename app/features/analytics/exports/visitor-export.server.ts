import {
  type FreshCodeRequired,
  freshAdminCommand,
  recorded,
} from "#app/features/security/audit/admin-command.server.ts";
import type { NotAdmin } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { analyticsAudit } from "../audit.ts";
import { firstOwnDay } from "../imports/imported-days.server.ts";
import { type Period, presetPeriod } from "../reports/period/period.ts";
import { dayLines } from "./day-figures.server.ts";
import { hitLines } from "./hit-lines.server.ts";
import type { ExportKind } from "./kinds.ts";
import { plausibleArchive } from "./plausible-archive.server.ts";
import { visitLines } from "./visit-lines.server.ts";

/*
 * Exports the visitor data: single hits, visits, daily figures, and daily figures in the format of Plausible. Files have what reports
 * count, without emails, client hashes and keys of sessions: a visitor is a number that begins anew every day. Imported days and rejected
 * hits are left out. Files are read hour by hour or day by day while they are sent.
 */

/**
 * Records the export and returns the parts of its file, from our first visit to today in the firm's time zone. Refusal:
 * fresh_code_required. For admins.
 */
export function exportVisitorData(
  ctx: Ctx,
  { kind, timezone }: { kind: ExportKind; timezone: string },
): Promise<Result<{ parts: AsyncGenerator<string | Uint8Array, undefined> }, NotAdmin | FreshCodeRequired>> {
  return freshAdminCommand(ctx, "analytics", async (tx) => {
    const { to } = presetPeriod("today", tx.now, timezone);
    const period = { from: (await firstOwnDay(tx, timezone)) ?? to, to, timezone };
    const entry = { action: analyticsAudit.visitorDataExported, subject: newId(), detail: { kind } };
    return recorded(entry, { parts: partsOf[kind](ctx, period) });
  });
}

const partsOf: Readonly<
  Record<ExportKind, (ctx: Ctx, period: Period) => AsyncGenerator<string | Uint8Array, undefined>>
> = {
  ...{ visits: visitLines, hits: hitLines, days: dayLines, plausible: plausibleArchive },
};
