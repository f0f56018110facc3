import { count, eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { storedAddress } from "#app/features/security/security-log/stored-address.server.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { DownloadReport, DownloadType } from "./downloads.ts";
import { kitDownloaded } from "./events.ts";
import { starterKit } from "./starter-kit.ts";
import { downloadTracking } from "./tables.server.ts";

/*
 * The starter kit: an archive that can be downloaded without an account, and the count of its downloads.
 *
 * The build generates the archive from this feature's records (archive.server.ts). A browser reports a completed download once, or
 * without scripts sends the form of the page; the page's counter is the number of rows. Plain requests of the file are not counted.
 *
 * Invariants: a row identifies only the signed-in user, if any; visitors who ask not to be tracked (Global Privacy Control or Do Not
 * Track) are only counted.
 *
 * Record: `download_tracking`. Event: kit.downloaded. files/ writes the files of the archive: workbook, guides, templates for automation tools.
 */

/** Stores a completed download. `isPrivate`: the browser asks not to be tracked. */
export async function recordDownload(
  ctx: Ctx,
  report: DownloadReport,
  { isPrivate }: { isPrivate: boolean },
): Promise<Result<undefined, never>> {
  const { actor } = ctx;
  const { metadata } = report;
  return inTransaction(ctx, async (tx) => {
    await tx.db.insert(downloadTracking).values({
      downloadType: report.download_type,
      fileFormat: report.file_format,
      tier: report.tier,
      createdAt: ctx.now,
      ...(isPrivate
        ? { sessionId: anonymousSession, referrer: "direct", metadata: { version: starterKit.version } }
        : {
            sessionId: actor.kind === "user" ? actor.userId : anonymousSession,
            referrer: cameFrom(report.referrer),
            utmSource: report.utm_source ?? null,
            utmMedium: report.utm_medium ?? null,
            utmCampaign: report.utm_campaign ?? null,
            metadata: {
              version: metadata.version ?? starterKit.version,
              ...(metadata.user_agent ? { user_agent: metadata.user_agent } : {}),
            },
          }),
    });
    const known = actor.kind === "user" && !isPrivate;
    await publish(tx, kitDownloaded, {
      userId: known ? actor.userId : null,
      email: known ? actor.email : null,
      kitVersion: metadata.version ?? starterKit.version,
    });
    return ok();
  });
}

export async function countDownloads(ctx: Pick<Ctx, "db">, type: DownloadType): Promise<number> {
  const [row] = await ctx.db
    .select({ value: count() })
    .from(downloadTracking)
    .where(eq(downloadTracking.downloadType, type));
  return row?.value ?? 0;
}

export const anonymousSession = "anonymous";

/** Returns the page or site that the visitor came from, without secrets. */
const cameFrom = (referrer: string | undefined): string =>
  referrer && URL.canParse(referrer) && /^https?:/i.test(referrer) ? storedAddress(referrer) : "direct";
