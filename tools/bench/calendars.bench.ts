/**
 * Reading a host's other calendar, as an admin connects it: how long it takes, and how long `GET /healthz`, asked every 50 ms, waits
 * meanwhile. The calendars are generated: ten years of work (2.75 MB), and the same until 20 MB, the largest that is read.
 *
 *   CALENDARS_TREE=/path/of/another/built/checkout CALENDARS_ROUNDS=3 npm run bench -- calendars
 *
 * With another build, both read the 2.75 MB in turn, so that whatever slows one slows the other. Targets: /healthz within 30 ms (p99)
 * while 20 MB are read; 2.75 MB in a tenth of the other build's time.
 */
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { dayMs, hourMs } from "../../app/lib/durations.ts";
import { signInAsAdmin } from "./admin-requests.ts";
import { type Running, startServer } from "./running-server.ts";
import { call } from "./signed-in.ts";

const otherTree = process.env["CALENDARS_TREE"];
const rounds = Number(process.env["CALENDARS_ROUNDS"] ?? 3);
const targetP99Ms = 30;
const targetRatio = 0.1;
const everyMs = 50;
/** Enough reads of 20 MB for a 99th percentile. */
const minHealthRequests = 300;

type Row = { what: string; reads: number; readMs: number; health: number; p50Ms: number; p99Ms: number; maxMs: number };
type Side = { server: Running; cookie: string; hostId: string };
type Read = { readMs: number; health: number[] };

export async function run(): Promise<{ rows: Row[]; ratio: number | null; below: string[] }> {
  const files = { years: workCalendar(7000, 60), large: workCalendar(49_000, 430) };
  const sink = new Worker(new URL("./calendar-sink.ts", import.meta.url), { workerData: files });
  const [{ port }] = (await once(sink, "message")) as [{ port: number }];
  const ours = await open(process.cwd(), 3303, port);
  const other = otherTree ? await open(otherTree, 3304, port) : null;
  try {
    const [oursYears, otherYears, large]: [Read[], Read[], Read[]] = [[], [], []];
    while (large.flatMap(({ health }) => health).length < minHealthRequests) large.push(await read(ours, "large"));
    for (let round = 0; round < rounds; round += 1)
      for (const turn of round % 2 === 0 ? [0, 1] : [1, 0]) {
        if (turn === 0) oursYears.push(await read(ours, "years"));
        else if (other) otherYears.push(await read(other, "years"));
      }
    const ratio = other ? median(oursYears.map(readMs)) / median(otherYears.map(readMs)) : null;
    const size = (file: string) => `${(Buffer.byteLength(file) / 1e6).toFixed(2)} MB`;
    const rows = [
      row(`${size(files.years)}, this build`, oursYears),
      ...(other ? [row(`${size(files.years)}, other build`, otherYears)] : []),
      row(`${size(files.large)}, this build`, large),
    ];
    const { p99Ms } = rows.at(-1)!;
    return {
      rows,
      ratio: ratio && Number(ratio.toFixed(4)),
      below: [
        ...(p99Ms > targetP99Ms ? [`/healthz: p99 ${p99Ms} ms while ${size(files.large)} are read`] : []),
        ...(ratio && ratio > targetRatio ? [`reading takes ${ratio.toFixed(3)} of the other build's time`] : []),
      ],
    };
  } finally {
    await ours.server.stop();
    await other?.server.stop();
    await sink.terminate();
  }
}

async function open(tree: string, port: number, calendarPort: number): Promise<Side> {
  const preload = pathToFileURL(new URL("./loopback-calendar.js", import.meta.url).pathname).href;
  const settings = {
    JOBS: "off",
    NODE_OPTIONS: `--import ${preload}`,
    BENCH_CALENDARS: `http://127.0.0.1:${calendarPort}`,
  };
  const server = await startServer({ port, tree, settings });
  const cookie = await signInAsAdmin(server);
  const body = {
    ...{ name: "Mara", email: "mara@gtmarc-bench.example", timezone: "America/New_York", meetingUrl: "" },
    ...{ observesHolidays: true, active: true },
  };
  const made = (await (await call(server, "POST", "/api/admin/hosts", body, cookie)).json()) as { id: string };
  return { server, cookie, hostId: made.id };
}

let reads = 0;

/** Connects the calendar while asking /healthz, then removes it. Throws if it could not be read. */
async function read({ server, cookie, hostId }: Side, name: string): Promise<Read> {
  reads += 1;
  const health: Promise<number>[] = [];
  let isReading = true;
  const asking = (async () => {
    while (isReading) {
      health.push(healthz(server));
      await pause(everyMs);
    }
  })();
  const began = performance.now();
  const url = `https://calendar.example/${name}/${reads}.ics`;
  const added = await call(server, "POST", `/api/admin/hosts/${hostId}/busy-calendars`, { url }, cookie);
  const readMs = performance.now() - began;
  isReading = false;
  await asking;
  const { id, problem } = (await added.json()) as { id: string; problem: string | null };
  if (problem) throw new Error(`${name}: ${problem}`);
  const waits = await Promise.all(health);
  process.stdout.write(
    `${server.tree}: ${name} in ${Math.round(readMs)} ms, /healthz p99 ${Math.round(at(waits, 0.99))} ms\n`,
  );
  const removed = await fetch(`${server.url}/api/admin/busy-calendars/${id}`, {
    method: "DELETE",
    headers: { cookie, origin: server.url },
  });
  if (!removed.ok) throw new Error(`The calendar was not removed: ${removed.status}`);
  return { readMs, health: waits };
}

/** Without a time limit: fetch gives up while a build does not respond. Infinite for a failed request. */
const healthz = (server: Running) =>
  new Promise<number>((resolve) => {
    const began = performance.now();
    const request = get(`${server.url}/healthz`, (response) => {
      response.resume().on("end", () => resolve(performance.now() - began));
    });
    request.on("error", () => resolve(Number.POSITIVE_INFINITY));
  });

const readMs = (one: Read) => one.readMs;
const sorted = (times: readonly number[]) => [...times].sort((one, other) => one - other);
const at = (times: readonly number[], share: number) => sorted(times)[Math.ceil(times.length * share) - 1]!;
const median = (times: readonly number[]) => at(times, 0.5);

function row(what: string, all: readonly Read[]): Row {
  const health = all.flatMap((one) => one.health);
  const ms = (share: number) => Number(at(health, share).toFixed(1));
  return {
    ...{ what, reads: all.length, readMs: Math.round(median(all.map(readMs))), health: health.length },
    ...{ p50Ms: ms(0.5), p99Ms: ms(0.99), maxMs: ms(1) },
  };
}

/** Single events every 12.4 hours from 2017 on, and weekly series of 40 weeks with 12 changed occurrences each. */
function workCalendar(singles: number, series: number): string {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN"];
  const first = Date.UTC(2017, 0, 2, 8);
  const stamp = (instant: number) => new Date(instant).toISOString().replace(/[-:]|\.\d{3}/g, "");
  const description = `DESCRIPTION:${"Notes of the meeting and what to prepare. ".repeat(5).slice(0, 200)}`;
  const event = (uid: string, start: number, ...more: string[]) =>
    lines.push(
      ...["BEGIN:VEVENT", `UID:${uid}@bench.example`, "DTSTAMP:20260301T000000Z", `DTSTART:${stamp(start)}`],
      ...["DURATION:PT30M", "SUMMARY:Meeting", description, ...more, "END:VEVENT"],
    );
  for (let count = 0; count < singles; count += 1) event(`single-${count}`, first + count * 12.4 * hourMs);
  for (let count = 0; count < series; count += 1) {
    const start = first + count * 37 * hourMs;
    event(`series-${count}`, start, "RRULE:FREQ=WEEKLY;COUNT=40");
    for (let week = 0; week < 36; week += 3) {
      const place = start + week * 7 * dayMs;
      event(`series-${count}`, place + hourMs, `RECURRENCE-ID:${stamp(place)}`);
    }
  }
  return `${[...lines, "END:VCALENDAR"].join("\r\n")}\r\n`;
}
