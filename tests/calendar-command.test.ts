import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

/** `gtmarc calendar busy`: the built program with its reading process, and no database. */

const folder = mkdtempSync(join(tmpdir(), "gtmarc-calendar-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(text: string | Buffer, options: string[] = []) {
  const file = join(folder, "calendar.ics");
  writeFileSync(file, text);
  return gtmarc([file, "--from", "2026-03-02", "--to", "2026-03-08", "--timezone", "America/New_York", ...options]);
}

function gtmarc(args: string[]) {
  const program = `${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "cli", "calendar", "busy", ...args], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      DATABASE_URL: "postgres://127.0.0.1:1/no",
    },
    encoding: "utf8",
  });
  return { status, out: stdout, err: stderr, json: () => JSON.parse(stdout) };
}

const event = (lines: string) =>
  `BEGIN:VEVENT\r\nUID:${lines.length}\r\nDTSTAMP:20260301T000000Z\r\n${lines}\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\n${events.map(event).join("")}END:VCALENDAR\r\n`;

test("prints busy times in UTC, merged and in order, from the first day to the last in the zone", () => {
  const ran = run(
    calendar(
      "DTSTART;TZID=Europe/Vienna:20260303T160000\r\nDTEND;TZID=Europe/Vienna:20260303T170000",
      "DTSTART:20260303T155000Z\r\nDTEND:20260303T163000Z",
      "DTSTART;VALUE=DATE:20260308",
      "DTSTART:20260309T050000Z\r\nDTEND:20260309T060000Z",
    ),
    ["--email", "Mara@GTMarc.example, mara@other.example", "--json"],
  );
  expect(ran).toMatchObject({ status: 0, err: "" });
  expect(ran.json()).toEqual({
    busy: [
      { start: "2026-03-03T15:00:00Z", end: "2026-03-03T16:30:00Z" },
      { start: "2026-03-08T05:00:00Z", end: "2026-03-09T04:00:00Z" },
    ],
    skipped: [],
  });
});

test("a file in UTF-16 is read, with and without a byte order mark", () => {
  const text = calendar("DTSTART:20260303T155000Z\r\nDTEND:20260303T163000Z");
  for (const file of [Buffer.from(`\uFEFF${text}`, "utf16le"), Buffer.from(text, "utf16le").swap16()])
    expect(run(file)).toMatchObject({ status: 0, out: "2026-03-03T15:50:00Z  2026-03-03T16:30:00Z\n" });
});

test("without --json it prints a line for each time", () => {
  const ran = run(calendar("DTSTART:20260303T155000Z\r\nDTEND:20260303T163000Z"));
  expect(ran).toMatchObject({ status: 0, out: "2026-03-03T15:50:00Z  2026-03-03T16:30:00Z\n" });
});

test("without busy times it says so", () => {
  expect(run(calendar())).toMatchObject({ status: 0, out: "No busy times.\n" });
});

test("the range can be instants", () => {
  const range = ["--from", "2026-03-03T16:00:00Z", "--to", "2026-03-03T17:00:00Z", "--json"];
  const outside = run(calendar("DTSTART:20260303T170000Z\r\nDTEND:20260303T180000Z"), range);
  expect(outside.json()).toEqual({ busy: [], skipped: [] });
});

test("what is not a calendar or too large fails with status 1", () => {
  const html = run("<html>", ["--json"]);
  expect([html.status, html.json()]).toMatchObject([1, { error: "not_a_calendar" }]);
  const large = run(Buffer.alloc(20_000_001, "x"));
  expect(large).toMatchObject({ status: 1, out: "", err: "The calendar is larger than 20 MB.\n" });
});

test.each([
  [["missing.ics", "--from", "2026-03-02", "--to", "2026-03-08", "--timezone", "UTC"], "missing.ics cannot be read."],
  [[folder, "--from", "2026-03-02", "--to", "2026-03-08", "--timezone", "UTC"], "cannot be read."],
  [
    ["a.ics", "--from", "2026-03-02", "--to", "2026-03-08", "--timezone", "Vienna Time"],
    "--timezone: use an IANA name",
  ],
  [["a.ics", "--from", "2026-02-30", "--to", "2026-03-08", "--timezone", "UTC"], "--from: use a date"],
  [["a.ics", "--from", "2026-03-02", "--to", "tomorrow", "--timezone", "UTC"], "--to: use a date"],
  [["a.ics", "--from", "2026-03-02", "--to", "2026-03-01", "--timezone", "UTC"], "--to must not be before --from."],
  [["a.ics", "--from", "2026-03-02"], "required option"],
])("wrong usage %j has status 2 and says what is wrong", (args, sentence) => {
  const ran = gtmarc(args);
  expect(ran).toMatchObject({ status: 2, out: "" });
  expect(ran.err).toContain(sentence);
});
