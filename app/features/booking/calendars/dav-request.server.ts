import type { IncomingHttpHeaders } from "node:http";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { env } from "#app/platform/env.server.ts";
import {
  everywhere,
  type OutsideRequest,
  type Reach,
  requestOutside,
  theOutside,
} from "#app/platform/outside/outside-request.server.ts";
import { defineThreadTask, runInThread, ThreadEnded } from "#app/platform/threads.server.ts";
import { maxCalendarBytes } from "../busy-calendars/read-calendar.server.ts";
import type { Trouble } from "./provider.ts";
import { childOf, childrenOf, readXml, type XmlElement } from "./xml.ts";

/* Requests to calendar servers, and what their answers mean. Also the statuses of Google and Microsoft. */

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** This machine and its network can only be reached where webhooks can. */
const calendarReach = (): Reach => (env().WEBHOOK_ALLOW_PRIVATE ? everywhere : theOutside);

const timeoutMs = 10_000;

/** What all requests of one act may take together, such as reading a calendar: a visitor can be waiting for it. */
export type Budget = { untilMs: number | null; bytes: number };
const actMs = 30_000;
export const newBudget = (): Budget => ({ untilMs: null, bytes: 2 * maxCalendarBytes });

/** Refusals besides those of the request: timed_out and too_large also when the budget is used up. */
export async function ask(
  request: Pick<OutsideRequest, "url" | "method" | "headers"> & { body?: string },
  budget: Budget,
): Promise<Result<Answer, Trouble>> {
  const { headers, ...rest } = request;
  budget.untilMs ??= performance.now() + actMs;
  const leftMs = Math.floor(budget.untilMs - performance.now());
  if (leftMs <= 0) return refuse("timed_out");
  if (budget.bytes <= 0) return refuse("too_large");
  const answered = await requestOutside(
    {
      ...rest,
      headers: { "user-agent": "GTMarc calendar", "accept-encoding": "gzip", ...headers },
      limits: { timeoutMs: Math.min(timeoutMs, leftMs), maxBytes: Math.min(maxCalendarBytes, budget.bytes) },
      oversize: "refuse",
      keepsConnection: true,
    },
    calendarReach(),
  );
  if (!answered.ok) {
    if (answered.reason.kind === "too_large") budget.bytes = 0;
    return answered;
  }
  const { status, headers: received, body } = answered.value;
  budget.bytes -= body.length;
  return ok({ status, headers: received, text: body.toString("utf8") });
}

const maxWaitSeconds = 3600;

/** What a status that is not a success means; only 404 and 410 mean that something is not there. */
export function troubleOf({ status, headers }: Pick<Answer, "status" | "headers">): Refused<Trouble> {
  if (status === 401) return refuse("wrong_password");
  if (status === 404 || status === 410) return refuse("no_such_calendar");
  const wait = headers["retry-after"];
  if (status === 429 || (wait !== undefined && status >= 400))
    return refuse("asked_to_wait", { waitSeconds: waitSeconds(wait) });
  if (status === 403) return refuse("not_allowed");
  return status >= 500 ? refuse("server_failed") : refuse("not_a_calendar_server");
}

function waitSeconds(written: string | undefined): number {
  const seconds = /^\d+$/.test(written ?? "") ? Number(written) : (Date.parse(written ?? "") - Date.now()) / 1000;
  return Math.min(maxWaitSeconds, Math.max(1, Math.ceil(Number.isFinite(seconds) ? seconds : 60)));
}

const D = "{DAV:}";

/** One resource of a multistatus: its found properties, or the status of the whole. */
export type DavResource = { href: string; status: number; properties: XmlElement[] };

/** Reads a 207; a web page, an incomplete answer or one without a multistatus is `not_a_calendar_server`. */
export function readMultistatus(answer: Answer): Result<DavResource[], Trouble> {
  if (answer.status !== 207) return troubleOf(answer.status < 400 ? { ...answer, status: 400 } : answer);
  const root = readXml(answer.text);
  if (root?.name !== `${D}multistatus`) return refuse("not_a_calendar_server");
  const resources = childrenOf(root, `${D}response`).map((response): DavResource => {
    const parts = childrenOf(response, `${D}propstat`);
    const found = parts.filter((part) => statusIn(part) === 200);
    const worst = Math.max(...parts.map(statusIn), 0);
    return {
      href: childOf(response, `${D}href`)?.text.trim() ?? "",
      status: childOf(response, `${D}status`) ? statusIn(response) : found.length > 0 ? 200 : worst,
      properties: found.flatMap((part) => childOf(part, `${D}prop`)?.children ?? []),
    };
  });
  return resources.every(({ href, status }) => href && status) ? ok(resources) : refuse("not_a_calendar_server");
}

/** A large answer would delay every other request, so it is read in the process for calendars. */
const largeBytes = 256 * 1024;

export const readMultistatusTask = defineThreadTask({
  name: "booking.read-multistatus",
  lane: "calendars",
  run: async ({ file }: { file: Uint8Array }) =>
    readMultistatus({ status: 207, headers: {}, text: new TextDecoder().decode(file) }),
});

/** Like `readMultistatus`. Refusal besides its own: reader_ended. Throws GateCrowded and ThreadsClosed. */
export async function readLargeMultistatus(answer: Answer): Promise<Result<DavResource[], Trouble>> {
  if (answer.status !== 207 || answer.text.length < largeBytes) return readMultistatus(answer);
  try {
    return await runInThread(readMultistatusTask, { file: Buffer.from(answer.text) });
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return refuse("reader_ended");
  }
}

const statusIn = (element: XmlElement) =>
  Number(/^HTTP\/\S+ (\d{3})/.exec(childOf(element, `${D}status`)?.text.trim() ?? "")?.[1] ?? 0);

export const propertyOf = ({ properties }: DavResource, name: string): XmlElement | undefined =>
  properties.find((property) => property.name === name);
