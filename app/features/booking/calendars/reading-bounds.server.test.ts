import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { useSettings } from "#app/platform/env.server.ts";
import { closeThreads, openThreads, ThreadEnded } from "#app/platform/threads.server.ts";
import { program, slowReader } from "#tests/fixtures/program.ts";
import { caldav } from "./caldav.server.ts";
import { ask, newBudget, readLargeMultistatus } from "./dav-request.server.ts";
import { readOwnEvents } from "./own-reader.server.ts";

afterEach(() => closeThreads());

const question = { from: 0, to: 1, timezone: "UTC", emails: [], ownUids: new Set(["call-1"]) };
const event = (uid: string) =>
  `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART:20260303T150000Z\r\nDTEND:20260303T160000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;

test("events of our calls are read outside the serving process, and other events are not read at all", async () => {
  const [own] = await readOwnEvents([event("call-1")], question);
  expect(own).toMatchObject({ uid: "call-1", start: Date.parse("2026-03-03T15:00:00Z") });
  openThreads(slowReader(0, { output: ["from the reader"] }));
  expect(await readOwnEvents([event("other"), event("call-1")], question)).toEqual([null, "from the reader"]);
  openThreads(program(`process.on("message", () => process.exit(1));`));
  expect(await readOwnEvents([event("other")], question)).toEqual([null]);
});

test("an event that takes the reader too long ends the reader, not the site", async () => {
  openThreads(program(`process.on("message", () => { for (;;); });`), { maxMs: 200 });
  await expect(readOwnEvents([event("call-1")], question)).rejects.toThrow(ThreadEnded);
});

test("a large answer is read outside the serving process, a small one here", async () => {
  const answer = (comment: string) => ({
    status: 207,
    headers: {},
    text: `<multistatus xmlns="DAV:"><!--${comment}--></multistatus>`,
  });
  openThreads(slowReader(0, { output: "from the reader" }));
  expect(await readLargeMultistatus(answer("x".repeat(300_000)))).toBe("from the reader");
  expect(await readLargeMultistatus(answer("x"))).toEqual({ ok: true, value: [] });
});

test("all requests of one act share a limit of time and bytes", async () => {
  const used = { ...newBudget(), untilMs: performance.now() - 1 };
  const request = { url: "https://calendar.example/", method: "GET" as const, headers: {} };
  expect(await ask(request, used)).toMatchObject({ reason: { kind: "timed_out" } });
  expect(await ask(request, { ...newBudget(), bytes: 0 })).toMatchObject({ reason: { kind: "too_large" } });
});

const calendarType = `<resourcetype><collection/><calendar xmlns="urn:ietf:params:xml:ns:caldav"/></resourcetype>`;
const found = (href: string, properties: string) =>
  `<response><href>${href}</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;
const multistatus = (content: string) => `<multistatus xmlns="DAV:">${content}</multistatus>`;

/** A server that answers with these bodies until the end of the test; returns its address. */
async function serverOf(answer: (request: IncomingMessage) => string): Promise<string> {
  useSettings({ WEBHOOK_ALLOW_PRIVATE: true });
  const server = createServer((request, response) => {
    response.writeHead(207, { "content-type": "application/xml" }).end(answer(request));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a server with answers that are too large in total is refused", async () => {
  let answered = 0;
  const site = await serverOf(() => {
    answered += 1;
    return multistatus(`${found("/c/", calendarType)}<!--${"x".repeat(15_000_000)}-->`);
  });
  const url = `${site}/c/`;
  const provider = caldav({ server: url, username: "a", password: "b" });
  const reads = [];
  for (let count = 0; count < 4; count += 1) reads.push(await provider.read(url, async () => question, null));
  expect(reads[0]).toMatchObject({ ok: true });
  expect(reads.at(-1)).toMatchObject({ ok: false, reason: { kind: "too_large" } });
  expect(answered).toBe(3);
});

test("the password is not sent to another server that a calendar names as the place of an event", async () => {
  const sentElsewhere: (string | undefined)[] = [];
  const elsewhere = await serverOf(({ headers }) => {
    sentElsewhere.push(headers.authorization);
    return "";
  });
  const site = await serverOf(({ method }) =>
    multistatus(
      method === "REPORT"
        ? ""
        : found("/c/", calendarType) + found(`${elsewhere}/c/1.ics`, "<resourcetype/><getetag>1</getetag>"),
    ),
  );
  const url = `${site}/c/`;
  const read = await caldav({ server: url, username: "a", password: "b" }).read(url, async () => question, null);
  expect(sentElsewhere).toEqual([]);
  expect(read).toMatchObject({ ok: false, reason: { kind: "not_a_calendar_server" } });
});
