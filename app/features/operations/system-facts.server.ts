import { sql } from "drizzle-orm";
import { logLifeDays } from "#app/features/access/grants/grants.server.ts";
import { graceDays } from "#app/features/accounts/deletion.server.ts";
import { sessionLife } from "#app/features/accounts/sign-in/session.server.ts";
import { retentionMonths } from "#app/features/events/log.server.ts";
import { mailDays } from "#app/features/mail/messages/mail-states.ts";
import { listNewestAuditLines } from "#app/features/security/audit/audit.server.ts";
import { securityDays } from "#app/features/security/security-log/security-events.server.ts";
import { keptDeletedDays } from "#app/features/wizard/wizard.server.ts";
import { visitMonths } from "#app/lib/dates/visit-months.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { operatorCommand, type Settings } from "#app/platform/env.server.ts";
import { finishedJobDays, waitingJobDays } from "#app/platform/queues/jobs.server.ts";
import { readRelease, readSpace } from "#app/platform/release.server.ts";
import { databaseSubject, operationsAudit } from "./audit.ts";

export type SystemFacts = Awaited<ReturnType<typeof readSystemFacts>>;

/** When the newest backup was made; null if the audit log has none. The caller has checked that an admin asks. */
export async function findLastBackup(ctx: Pick<Ctx, "db">): Promise<Date | null> {
  const [newest] = await listNewestAuditLines(ctx, { action: operationsAudit.backupMade, subjects: [databaseSubject] });
  return newest?.at ?? null;
}

/** At most two days old: one that is made every day may be late. */
export const isRecentBackup = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= 2 * dayMs;

/** Returns the facts about the installation for the settings page. Sizes in bytes. The caller has checked that an admin asks. */
export async function readSystemFacts(ctx: Pick<Ctx, "db">, settings: Settings) {
  const { db } = ctx;
  const [release, lastBackup, space, { rows }] = await Promise.all([
    readRelease(),
    findLastBackup(ctx),
    readSpace(settings.DATA_DIR),
    db.execute<{ version: string; bytes: string }>(
      sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
    ),
  ]);
  const { version = "", bytes = "0" } = rows[0] ?? {};
  return {
    ...release,
    siteUrl: settings.SITE_URL,
    timezone: settings.COMPANY_TIMEZONE,
    production: settings.production,
    jobs: settings.JOBS,
    database: { version: version.split(" ", 1)[0] ?? "", bytes: Number(bytes), isEmbedded: !settings.DATABASE_URL },
    dataDir: { path: settings.DATA_DIR, space },
    backup: { command: operatorCommand("backup FILE"), lastAt: lastBackup },
  };
}

export const listRetention = (): { label: string; value: string }[] => [
  { label: "Sessions", value: `${sessionLife.idleDays} days without use, at most ${sessionLife.maxDays} days` },
  { label: "Accounts to be deleted", value: `${graceDays} days` },
  { label: "Deleted blueprints", value: `${keptDeletedDays} days` },
  { label: "Checks of wizard access", value: `${logLifeDays} days` },
  { label: "Security records", value: `${securityDays} days` },
  { label: "Finished and failed jobs", value: `${finishedJobDays} days; queued jobs ${waitingJobDays} days` },
  { label: "Event log", value: `${retentionMonths} months` },
  { label: "Visits and funnel steps", value: `${visitMonths()} months` },
  { label: "Newsletter and outreach emails", value: `${mailDays.list} days` },
  { label: "Other emails", value: `${mailDays.other} days` },
];
