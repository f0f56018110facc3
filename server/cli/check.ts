import { existsSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { unreadableTexts } from "#app/features/content/texts/site-texts.server.ts";
import { countMessages } from "#app/features/mail/messages/counts.server.ts";
import { checkReceivedMail } from "#app/features/mail/receiving/received-mail.ts";
import { findLastBackup, isRecentBackup } from "#app/features/operations/system-facts.server.ts";
import { hasSecretOfSite } from "#app/features/security/security-log/secret-fingerprint.server.ts";
import { settingSentence } from "#app/features/settings/settings.server.ts";
import { momentOf } from "#app/lib/dates/date-text.ts";
import { missingBillingDetails } from "#app/lib/invoice-details.ts";
import {
  env,
  missingLegalSettings,
  operatorCommand,
  type Settings,
  storedSettingProblems,
} from "#app/platform/env.server.ts";
import { createMailer } from "#app/platform/mail/mailer.server.ts";
import { queueCounts } from "#app/platform/queues/jobs.server.ts";
import { definitionOf } from "#app/platform/settings/definitions.server.ts";
import { explainFailure } from "../failure.ts";
import { listUnreadable, unreadableSentence } from "../process/resealing.ts";
import { jobDefinitions } from "../process/schedule.ts";
import type { Outcome } from "./terminal/output.ts";
import { atWork, otherSecret } from "./workplace.ts";

/** `isNote`: incomplete, but not an error in a new installation. */
type Finding = { part: string; ok: boolean; isNote?: boolean; says: string };

/** `check`: configuration, database, mail and jobs, one line each. Exit status 1 if a check fails, 2 for invalid settings. */
export async function check(): Promise<Outcome> {
  const settings = env();
  const findings: Finding[] = [
    {
      part: "configuration",
      ok: true,
      says: `${settings.production ? "production" : "not production"}, ${settings.SITE_URL}, data in ${settings.DATA_DIR}`,
    },
  ];
  try {
    await atWork(
      async (place) => {
        // Opening the database filled in its settings.
        findings.push(invoices(settings), legalIdentity(settings), {
          part: "replies",
          isNote: checkReceivedMail(settings).ok,
          ...checkReceivedMail(settings),
        });
        if (!(await hasSecretOfSite(place.ctx, settings)))
          findings.push({ part: "secret", ok: false, says: otherSecret });
        findings.push(await database(place));
        findings.push(...storedSettings());
        const unreadable = await listUnreadable(place.ctx);
        findings.push(...unreadable.map((label) => ({ part: "secrets", ok: false, says: unreadableSentence(label) })));
        const tooMany = await connections(place);
        if (tooMany) findings.push(tooMany);
        findings.push(await mail(place));
        findings.push(await jobs());
        findings.push(await backups(place));
      },
      { anySecret: true },
    );
  } catch (error) {
    findings.push({ part: "database", ok: false, says: explainFailure(error).message });
  }
  return {
    data: findings,
    lines: findings.map(
      ({ part, ok, isNote, says }) => `${isNote ? "note  " : ok ? "ok    " : "FAILED"} ${part.padEnd(13)} ${says}`,
    ),
    failed: findings.some(({ ok }) => !ok),
  };
}

/** In production, a site that accepts payment by invoice must be able to issue invoices. */
function invoices(settings: Settings): Finding {
  const missing = missingBillingDetails(settings);
  if (missing.length === 0) return { part: "invoices", ok: true, says: "sender and bank details are set" };
  const says = `cannot be issued: ${missing.join(" ")}`;
  const isNeeded = settings.production && !settings.STRIPE_SECRET_KEY;
  return { part: "invoices", ok: !isNeeded, isNote: !isNeeded, says };
}

/** One finding per setting without effect, such as a secret that another SECRET encrypted, or a text of another release. */
const storedSettings = (): Finding[] =>
  [
    ...storedSettingProblems().map(({ variable, problem }) => ({ name: definitionOf(variable).name, problem })),
    ...unreadableTexts(),
  ].map(({ name, problem }) => ({ part: "settings", ok: false, says: settingSentence(name, problem) }));

/** Only a note: the site works without it, but visitors cannot see who runs it. */
function legalIdentity(settings: Settings): Finding {
  const missing = [...missingLegalSettings(settings), ...missingPictures(settings)];
  if (missing.length === 0) return { part: "legal", ok: true, says: `${settings.LEGAL_NAME}, with its address` };
  return { part: "legal", ok: true, isNote: true, says: missing.join(" ") };
}

const missingPictures = ({ ARCHITECTS, DATA_DIR }: Settings): string[] =>
  ARCHITECTS.flatMap(({ picture, upload }) =>
    picture && !upload && !existsSync(join(DATA_DIR, "people", picture))
      ? [`ARCHITECTS names ${picture}, which is not in ${join(DATA_DIR, "people")}.`]
      : [],
  );

type Place = Parameters<Parameters<typeof atWork>[0]>[0];

async function database({ ctx, settings }: Place): Promise<Finding> {
  const { rows } = await ctx.db.execute<{ version: string; size: string }>(
    sql`select current_setting('server_version') as version, pg_size_pretty(pg_database_size(current_database())) as size`,
  );
  const { version, size } = rows[0]!;
  return {
    part: "database",
    ok: true,
    says: `PostgreSQL ${version}, ${settings.DATABASE_URL ? "from DATABASE_URL" : "embedded"}, ${size}, schema up to date`,
  };
}

/** A note without a backup of the last two days: it may be made in another way. */
async function backups({ ctx, settings }: Place): Promise<Finding> {
  const last = await findLastBackup(ctx);
  const says = last
    ? `the last one was made on ${momentOf(last, settings.COMPANY_TIMEZONE)}`
    : `none was made with ${operatorCommand("backup FILE")}`;
  return { part: "backups", ok: true, isNote: !isRecentBackup(last, ctx.now), says };
}

/** A note if one process may open more connections than the server allows, otherwise null. */
async function connections({ ctx, settings }: Place): Promise<Finding | null> {
  const { rows } = await ctx.db.execute<{ ofRole: number; ofDatabase: number; ofServer: number }>(sql`
    select r.rolconnlimit as "ofRole", d.datconnlimit as "ofDatabase",
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "ofServer"
    from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`);
  const { ofRole, ofDatabase, ofServer } = rows[0]!;
  const allowed = Math.min(...[ofRole, ofDatabase, ofServer].filter((limit) => limit >= 0));
  const { DATABASE_CONNECTIONS, DATABASE_JOBS_CONNECTIONS, JOBS } = settings;
  // One is for the migrations at the start and the notifications of the queue afterwards, one for a command.
  const wanted = DATABASE_CONNECTIONS + (JOBS ? DATABASE_JOBS_CONNECTIONS : 0) + 2;
  if (wanted <= allowed) return null;
  const says = `a process uses up to ${wanted}, and PostgreSQL allows ${allowed}: lower DATABASE_CONNECTIONS or DATABASE_JOBS_CONNECTIONS`;
  return { part: "connections", ok: true, isNote: true, says };
}

async function mail({ ctx, settings }: Place): Promise<Finding> {
  const counts = await countMessages(ctx);
  const mailer = createMailer(settings);
  const problem = await mailer.check();
  mailer.close();
  const way = problem ?? (settings.SMTP_URL ? "the mail server responds" : "kept as files in the mailbox");
  return {
    part: "mail",
    ok: problem === null,
    says: `${way}; ${counts.queued} waiting, ${counts.sent} sent, ${counts.failed} failed`,
  };
}

async function jobs(): Promise<Finding> {
  const counts = await Promise.all(jobDefinitions.map(({ name }) => queueCounts(name)));
  const sum = (key: "waiting" | "running" | "failed") =>
    counts.reduce((total, count) => total + (count?.[key] ?? 0), 0);
  return {
    part: "jobs",
    ok: true,
    says: `${jobDefinitions.length} kinds; ${sum("waiting")} waiting, ${sum("running")} running, ${sum("failed")} failed`,
  };
}
