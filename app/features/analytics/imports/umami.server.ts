import { createHash } from "node:crypto";
import { storedAddress } from "#app/features/security/security-log/stored-address.server.ts";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { ownValue } from "#app/lib/program/own-value.ts";
import { isReadable } from "#app/lib/text.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import { cutText } from "../collecting/cut-text.ts";
import { uuidText } from "../collecting/session-key.server.ts";
import { channelOf, channels } from "../collecting/sources/channels.ts";
import { deviceKinds } from "../storage/device-kinds.ts";
import { hitKinds } from "../storage/hit-kinds.ts";
import type { Collected, Hit } from "../storage/hits.server.ts";
import type { SessionFacts } from "../storage/sessions.server.ts";
import type { ArchiveFile } from "./archive.ts";
import { type CsvRecord, type MissingColumn, missingColumn, readRecords } from "./csv-records.ts";
import { browserNamed, deviceNamed, systemNamed } from "./fact-names.ts";
import type { HistoryContents, RejectedLine } from "./import-limits.ts";

/*
 * Umami's export: `website_event.csv` has one row per page view or event, with the facts of its session; a dump of this table has only
 * the rows. Rows become sessions and hits
 * like collected ones, so every report, filter and funnel includes them. Their session keys start with a tag of the import, which
 * undoing uses to find them.
 */

/** Also a dump of the table, under the name that its tool chose. */
const isEventFile = (file: ArchiveFile) => /^website_event/i.test(file.name) || missingColumn(file, required) === null;
const required = ["session_id", "created_at", "url_path"];

export const isUmami = (files: readonly ArchiveFile[]): boolean => files.some(isEventFile);

/** Rows outside [since, until) are counted but not imported. */
export type UmamiLimits = { since: Date; until: Date | null };
export type UmamiHistory = { kind: "umami"; calls: Collected[]; rejected: RejectedLine[]; contents: HistoryContents };

/** Reads an export. Rows with an unreadable time, without a session or of an unknown kind are rejected. */
export function readUmami(
  files: readonly ArchiveFile[],
  importId: string,
  limits: UmamiLimits,
): UmamiHistory | MissingColumn {
  const file = files.find(isEventFile)!;
  const records = readRecords(file, required);
  if (!Array.isArray(records)) return records;
  const calls = new Map<string, { session: SessionFacts; hits: Hit[] }>();
  const rejected: RejectedLine[] = [];
  const left = { tooOld: 0, afterOwn: 0 };
  const days = { first: "", last: "" };
  for (const record of records) {
    const hit = hitOf(record);
    if (typeof hit === "string") {
      rejected.push({ file: file.name, row: record.row, problem: hit, cells: record.cells });
      continue;
    }
    const at = hit.atMicros / 1000;
    if (at < limits.since.getTime()) left.tooOld += 1;
    else if (limits.until && at >= limits.until.getTime()) left.afterOwn += 1;
    else {
      const key = importedKey(importId, record.value("session_id"));
      const call = calls.get(key) ?? { session: sessionOf(record, key), hits: [] };
      calls.set(key, call);
      // Times have a resolution of one second: the row order distinguishes hits within one.
      call.hits.push({ ...hit, atMicros: hit.atMicros + (call.hits.length % 900_000) });
      const day = utcDate(at);
      if (!days.first || day < days.first) days.first = day;
      if (day > days.last) days.last = day;
    }
  }
  const all = [...calls.values()].map(({ session, hits }) => {
    hits.sort((one, other) => one.atMicros - other.atMicros);
    return { session: { ...session, firstAt: new Date(hits[0]!.atMicros / 1000) }, hits };
  });
  const hits = all.flatMap((call) => call.hits);
  return {
    kind: "umami",
    calls: all,
    rejected,
    contents: {
      kind: "umami",
      firstDay: days.first || null,
      lastDay: days.last || null,
      rows: hits.length,
      visits: all.reduce((sum, call) => sum + visitsIn(call.hits), 0),
      views: hits.filter(({ kind }) => kind === hitKinds.page_view).length,
      skippedFiles: files.filter((other) => other !== file).map(({ name }) => name),
      ...left,
    },
  };
}

const pauseMicros = 30 * 60 * 1_000_000;
const visitsIn = (hits: readonly Hit[]): number =>
  hits.filter(({ atMicros }, at) => at === 0 || atMicros - hits[at - 1]!.atMicros > pauseMicros).length;

const kinds: Readonly<Record<string, number>> = {
  "": hitKinds.page_view,
  "1": hitKinds.page_view,
  "2": hitKinds.event,
};

function hitOf(record: CsvRecord): Hit | string {
  if (record.value("session_id") === "") return "The row has no session_id.";
  const at = timeOf(record.value("created_at"));
  if (at === null) return "created_at is not a time.";
  const kind = ownValue(kinds, record.value("event_type"));
  if (kind === undefined) return "event_type is neither a page view (1) nor an event (2).";
  if (!record.cells.every(isReadable)) return "The row has characters that cannot be read.";
  const isView = kind === hitKinds.page_view;
  const path = record.value("url_path") || "/";
  return {
    atMicros: at * 1000,
    kind,
    page: cutText(storedAddress(path.startsWith("/") ? path : `/${path}`), 500),
    type: isView ? null : "umami",
    name: clean(record.value(isView ? "page_title" : "event_name")),
    value: null,
    detail: null,
  };
}

/** Parses `2026-09-21 10:00:00` (UTC), an ISO time, or one with a zone as PostgreSQL writes it (`+00`); milliseconds since 1970. */
function timeOf(text: string): number | null {
  if (!/^20\d\d-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(text)) return null;
  const [, time = "", zone = "Z"] =
    /^(.{19}(?:\.\d+)?) ?(Z|UTC|[+-]\d\d(?::?\d\d)?)?$/i.exec(text.replace(" ", "T")) ?? [];
  const at = Date.parse(time + (/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/utc/i, "Z")));
  return Number.isNaN(at) ? null : at;
}

const clean = (text: string): string | null => (text === "" ? null : scrub(cutText(text, 300)));

function sessionOf(record: CsvRecord, key: string): SessionFacts {
  const domain = record.value("referrer_domain");
  const source = {
    referrer: /^[\w.-]+$/.test(domain) && domain !== record.value("hostname") ? `https://${domain}` : null,
    source: clean(record.value("utm_source")),
    medium: clean(record.value("utm_medium")),
    campaign: clean(record.value("utm_campaign")),
  };
  return {
    key,
    client: BigInt(`0x${key.slice(24)}`),
    firstAt: new Date(0),
    rule: null,
    adminUserId: null,
    device: deviceKinds[deviceNamed(record.value("device"))],
    browser: clean(browserNamed(record.value("browser"))),
    os: clean(systemNamed(record.value("os"))),
    arrival: {
      channel: channels[channelOf(source)],
      ...source,
      screen: clean(record.value("screen")),
      language: clean(record.value("language")),
      timezone: null,
    },
  };
}

const hex = (text: string, length: number) => createHash("sha256").update(text).digest("hex").slice(0, length);

/** 48 bits: the probability that a collected session's key starts with the same tag is about 10⁻¹⁴. */
const tagOf = (importId: string) => hex(`analytics-import:${importId}`, 12);
const importedKey = (importId: string, sessionId: string) =>
  uuidText(tagOf(importId) + hex(`${importId}:${sessionId}`, 20));

export const importedKeys = (importId: string): { first: string; last: string } => ({
  first: uuidText(tagOf(importId).padEnd(32, "0")),
  last: uuidText(tagOf(importId).padEnd(32, "f")),
});
