import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#app/lib/uuid.ts";
import type { DownloadType } from "./downloads.ts";

/** One row per completed download (spec: kit-counts). */
export const downloadTracking = pgTable(
  "download_tracking",
  {
    id: uuid().primaryKey().$defaultFn(newId),
    downloadType: text("download_type").$type<DownloadType>().notNull(),
    /** Id of the user who was signed in, or "anonymous". */
    sessionId: text("session_id").notNull(),
    fileFormat: text("file_format").notNull(),
    tier: text().notNull(),
    /** Path on this site or origin of another (`storedAddress`), or "direct". */
    referrer: text().notNull(),
    utmSource: text("utm_source"),
    utmMedium: text("utm_medium"),
    utmCampaign: text("utm_campaign"),
    metadata: jsonb().$type<{ user_agent?: string; version: string }>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("download_tracking_type").on(table.downloadType),
    index("download_tracking_session").on(table.sessionId),
  ],
);
