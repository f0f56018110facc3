import { createReadStream } from "node:fs";
import { Temporal } from "temporal-polyfill";
import { calendarProblemText, maxCalendarBytes, readCalendarFile } from "#app/features/booking/hosts/hosts.server.ts";
import { isTimezone } from "#app/features/booking/zoned-time.ts";
import { closeThreads, openThreads, ThreadEnded } from "#app/platform/threads.server.ts";
import { failure, Misuse, type Outcome } from "./terminal/output.ts";

type Options = { from: string; to: string; timezone: string; email?: string };

/** Reads an .ics file as a host's calendar is read: the same code, in a process with the same limits. */
export async function busy(path: string, { from, to, timezone, email = "" }: Options): Promise<Outcome> {
  if (!isTimezone(timezone)) throw new Misuse("--timezone: use an IANA name such as Europe/Vienna.");
  const start = instantOf("from", from, timezone, 0);
  const end = instantOf("to", to, timezone, 1);
  if (start >= end) throw new Misuse("--to must not be before --from.");
  const file = await readFile(path);
  if (!file) return failure("too_large", "The calendar is larger than 20 MB.");
  const emails = email
    .toLowerCase()
    .split(",")
    .flatMap((each) => each.trim() || []);
  const question = { from: start, to: end, timezone, emails, ownUids: new Set<string>() };
  openThreads(process.argv[1]!);
  try {
    const read = await readCalendarFile(file, question);
    if (!read.ok) return failure(read.reason.kind, calendarProblemText[read.reason.kind]);
    const { busy: spans, skipped } = read.value;
    const data = { busy: spans.map(({ start, end }) => ({ start: text(start), end: text(end) })), skipped };
    return {
      data,
      lines: [
        ...(data.busy.length > 0 ? data.busy.map(({ start, end }) => `${start}  ${end}`) : ["No busy times."]),
        ...skipped.map(({ line, reason }) => `Line ${line}: ${reason}`),
      ],
    };
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return failure("reader_ended", "Reading the calendar was stopped because it took too much time or memory.");
  } finally {
    await closeThreads();
  }
}

/** `2026-03-02T15:00:00Z` */
const text = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");

/** A date stands for the midnight in the zone that is `days` later. */
function instantOf(name: string, value: string, timezone: string, days: number): number {
  try {
    if (!/^\d{4}-\d\d-\d\d$/.test(value)) return Temporal.Instant.from(value).epochMilliseconds;
    return Temporal.PlainDate.from(value).add({ days }).toZonedDateTime(timezone).epochMilliseconds;
  } catch {
    throw new Misuse(`--${name}: use a date such as 2026-03-02, or an instant such as 2026-03-02T15:00:00Z.`);
  }
}

/** Returns the content of a file within the limit; null for a larger one. */
async function readFile(path: string): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  try {
    // The end is inclusive: one byte more than allowed.
    for await (const piece of createReadStream(path, { end: maxCalendarBytes })) pieces.push(piece as Buffer);
  } catch {
    throw new Misuse(`${path} cannot be read.`);
  }
  const file = Buffer.concat(pieces);
  return file.length > maxCalendarBytes ? null : file;
}
