import type { IncomingMessage, ServerResponse } from "node:http";
import { calendarNotifications } from "./calendar-notifications.ts";
import { startOpenIdServer } from "./openid-server.ts";

/*
 * Google Calendar and Microsoft Graph on loopback, with the rules that their documentation states: pages, etags, ids, deleted events, access
 * tokens that expire, refresh tokens that are replaced or revoked. Two calendars of the host, and one of another person that can only be read.
 */

export type ServiceFault = "none" | "down" | "too-many" | "html" | "empty" | "cut-off" | "revoked";
export type ServiceName = "google" | "microsoft";

/** Times in UTC. `offset`: of the zone in which the event was made. `series`: an occurrence of it, as both services list it. */
type Stored = {
  id: string;
  version: number;
  isDeleted: boolean;
  start: string;
  end: string;
  isWholeDay?: boolean;
  isFree?: boolean;
  isDeclined?: boolean;
  offset?: string;
  series?: string;
  call?: string | undefined;
  text: string;
};

const perPage = 2;

/** Longer than a stored name, which ends inside the emoji; with a line break. */
export const teamName = `Team\n${"x".repeat(194)}📅`;

export async function startRestCalendars(name: ServiceName) {
  const events = new Map<string, Stored>();
  let fault: ServiceFault = "none";
  let access = 0;
  let refresh = 0;
  let isExpired = false;
  let count = 0;
  const requests: string[] = [];
  const notifications = calendarNotifications(name);

  const etagOf = ({ version }: Stored) => (name === "google" ? `"${version}"` : `W/"${version}"`);
  const present = () => [...events.values()].filter(({ isDeleted }) => !isDeleted);

  /** A time on the wall clock of the event. */
  const wallClock = (time: string, offset: string) =>
    new Date(2 * Date.parse(time) - Date.parse(`${time.slice(0, 19)}${offset}`)).toISOString().slice(0, 19);
  const googleTime = (time: string, { offset }: Stored) => ({
    dateTime: offset ? `${wallClock(time, offset)}${offset}` : time,
  });
  const googleItem = (event: Stored) => ({
    ...{ id: event.id, etag: etagOf(event), status: event.isDeleted ? "cancelled" : "confirmed", summary: "Event" },
    ...{ iCalUID: `${event.series ?? event.id}@google.com`, description: event.text },
    ...(event.series && { recurringEventId: event.series }),
    ...(event.isFree && { transparency: "transparent" }),
    ...(event.isDeclined && { attendees: [{ self: true, responseStatus: "declined" }] }),
    start: event.isWholeDay ? { date: event.start.slice(0, 10) } : googleTime(event.start, event),
    end: event.isWholeDay ? { date: event.end.slice(0, 10) } : googleTime(event.end, event),
    ...(event.call && { extendedProperties: { private: { gtmarcCall: event.call } } }),
  });
  /** In UTC only for those who ask for it. */
  let inUtc = true;
  const graphTime = (time: string, { offset }: Stored) => ({
    dateTime: `${offset && !inUtc ? wallClock(time, offset) : time.slice(0, 19)}.0000000`,
    timeZone: offset && !inUtc ? "India Standard Time" : "UTC",
  });
  const propertyId = "String {5d1b9a3e-7c42-4f0e-9a6d-3f6f2f8f1c55} Name gtmarcCall";
  const graphItem = (event: Stored) => ({
    ...{ id: event.id, "@odata.etag": etagOf(event), iCalUId: `040000008200E0${event.id}`, subject: "Event" },
    ...{ isAllDay: event.isWholeDay ?? false, isCancelled: false, showAs: event.isFree ? "free" : "busy" },
    responseStatus: { response: event.isDeclined ? "declined" : "organizer" },
    ...{ start: graphTime(event.start, event), end: graphTime(event.end, event), body: { content: event.text } },
    ...(event.series && { type: "occurrence", seriesMasterId: event.series }),
    ...(event.call && { singleValueExtendedProperties: [{ id: propertyId, value: event.call }] }),
  });

  type Given = { status: number; body?: unknown; headers?: Record<string, string> };
  type Asked = { method: string; path: string; url: URL; ifMatch: string | undefined; body: Record<string, never> };

  const between = (url: URL, from: string, to: string) =>
    present()
      .filter(
        (event) => event.start < (url.searchParams.get(to) ?? "9") && event.end > (url.searchParams.get(from) ?? ""),
      )
      .toSorted((a, b) => (a.start < b.start ? -1 : 1));
  const pageOf = <Element>(all: readonly Element[], at: number) => ({
    part: all.slice(at, at + perPage),
    next: at + perPage < all.length ? at + perPage : null,
  });
  const change = (event: Stored, changes: Partial<Stored>): Stored => {
    Object.assign(event, changes, { version: event.version + 1 });
    return event;
  };

  function google({ method, path, url, ifMatch, body }: Asked): Given {
    const timesIn = (given: Record<string, Record<string, string>>) => ({
      ...{ start: given["start"]!["dateTime"]!, end: given["end"]!["dateTime"]! },
      call: (given["extendedProperties"]?.["private"] as unknown as Record<string, string>)?.["gtmarcCall"],
      text: JSON.stringify(given),
    });
    if (path === "/users/me/calendarList")
      return {
        status: 200,
        body: {
          items: [
            { id: "team", summary: teamName, accessRole: "owner" },
            { id: "holidays", summary: "Holidays", accessRole: "reader" },
            { id: "dana@firm.example", summary: "Dana", accessRole: "owner", primary: true },
          ],
        },
      };
    const [, calendar, id] = /^\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (calendar === "team" || calendar === "holidays") return { status: 200, body: { items: [] } };
    if (!id && method === "GET") {
      if (url.searchParams.get("singleEvents") !== "true") return { status: 400 };
      const { part, next } = pageOf(between(url, "timeMin", "timeMax"), Number(url.searchParams.get("pageToken") ?? 0));
      return { status: 200, body: { items: part.map(googleItem), ...(next && { nextPageToken: String(next) }) } };
    }
    if (method === "POST") {
      const given = body as unknown as Record<string, Record<string, string>> & { id: string };
      if (!/^[a-v0-9]{5,1024}$/.test(given.id)) return { status: 400 };
      // The id of a deleted event stays taken.
      if (events.has(given.id)) return { status: 409 };
      const event: Stored = { id: given.id, version: 1, isDeleted: false, ...timesIn(given) };
      events.set(event.id, event);
      return { status: 200, body: googleItem(event) };
    }
    const event = events.get(id ?? "");
    if (!event) return { status: 404 };
    if (method === "GET") return { status: 200, body: googleItem(event) };
    if (method === "DELETE") {
      if (event.isDeleted) return { status: 410 };
      change(event, { isDeleted: true });
      return { status: 204 };
    }
    if (ifMatch && ifMatch !== etagOf(event)) return { status: 412 };
    change(event, { isDeleted: false, ...timesIn(body as unknown as Record<string, Record<string, string>>) });
    return { status: 200, body: googleItem(event) };
  }

  function microsoft({ method, path, url, ifMatch, body }: Asked): Given {
    const timesIn = (given: Record<string, Record<string, string>>) => ({
      ...{
        start: `${given["start"]!["dateTime"]!}Z`,
        end: `${given["end"]!["dateTime"]!}Z`,
        text: JSON.stringify(given),
      },
    });
    const list = (all: readonly Stored[]): Given => {
      const { part, next } = pageOf(all, Number(url.searchParams.get("$skip") ?? 0));
      const link = new URL(url);
      link.searchParams.set("$skip", String(next));
      return { status: 200, body: { value: part.map(graphItem), ...(next && { "@odata.nextLink": link.href }) } };
    };
    if (path === "/me/calendars")
      return {
        status: 200,
        body: {
          value: [
            { id: "team", name: teamName, canEdit: true },
            { id: "shared", name: "Shared", canEdit: false },
            { id: "AAM=", name: "Calendar", canEdit: true, isDefaultCalendar: true },
          ],
        },
      };
    if (/^\/me\/calendars\/(team|shared)\/calendarView$/.test(path)) return { status: 200, body: { value: [] } };
    if (path === "/me/calendars/AAM%3D/calendarView") return list(between(url, "startDateTime", "endDateTime"));
    if (path === "/me/calendars/AAM%3D/events" && method === "GET") {
      const [, uid] = /p\/value eq '([^']+)'/.exec(url.searchParams.get("$filter") ?? "") ?? [];
      return list(present().filter(({ call }) => call === uid));
    }
    if (path === "/me/calendars/AAM%3D/events") {
      const given = body as unknown as Record<string, Record<string, string>> & {
        singleValueExtendedProperties: { value: string }[];
      };
      count += 1;
      const call = given.singleValueExtendedProperties[0]!.value;
      const event: Stored = { id: `AAk=${count}`, version: 1, isDeleted: false, call, ...timesIn(given) };
      events.set(event.id, event);
      // The answer to a creation has no extended properties.
      return { status: 201, body: graphItem({ ...event, call: undefined }) };
    }
    const event = events.get(decodeURIComponent(path.slice("/me/events/".length)));
    if (!path.startsWith("/me/events/") || !event || event.isDeleted) return { status: 404 };
    if (method === "GET") return { status: 200, body: graphItem(event) };
    if (method === "DELETE") {
      change(event, { isDeleted: true });
      return { status: 204 };
    }
    if (ifMatch && ifMatch !== etagOf(event)) return { status: 412 };
    change(event, timesIn(body as unknown as Record<string, Record<string, string>>));
    return { status: 200, body: graphItem(event) };
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", `http://${request.headers.host}`);
    const path = url.pathname.slice(`/${name}/api`.length);
    requests.push(`${request.method} ${path}`);
    inUtc = String(request.headers["prefer"]).includes('outlook.timezone="UTC"');
    const json = (status: number, body: unknown, headers = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
    };
    if (fault === "down") return void request.socket.destroy();
    if (fault === "html") return void response.writeHead(200, { "content-type": "text/html" }).end("<p>Sign in");
    if (fault === "empty") return void response.writeHead(200, { "content-type": "application/json" }).end();
    if (fault === "cut-off") return void response.writeHead(200).write('{"items":[', () => request.socket.destroy());
    if (fault === "too-many" && name === "google")
      return json(403, { error: { code: 403, errors: [{ domain: "usageLimits", reason: "userRateLimitExceeded" }] } });
    if (fault === "too-many") return void response.writeHead(429, { "retry-after": "120" }).end();
    if (request.headers.authorization !== `Bearer access-${access}` || isExpired) return json(401, {});
    let text = "";
    for await (const part of request) text += part;
    const asked: Asked = {
      ...{ method: request.method ?? "GET", path, url, ifMatch: request.headers["if-match"] },
      body: text ? JSON.parse(text) : {},
    };
    const given = (await notifications.answer(asked)) ?? (name === "google" ? google(asked) : microsoft(asked));
    if (given.status === 204) return void response.writeHead(204).end();
    json(given.status, given.body ?? { error: { code: given.status } }, given.headers);
  }

  const server = await startOpenIdServer({
    grant: () => `refresh-${name}-${refresh}`,
    api: (_, request, response) => answer(request, response),
    refresh: (_, token) => {
      if (fault === "revoked" || token !== `refresh-${name}-${refresh}`) return null;
      access += 1;
      isExpired = false;
      // Microsoft replaces the refresh token with each use.
      if (name === "microsoft") refresh += 1;
      const next = name === "microsoft" ? { refresh_token: `refresh-${name}-${refresh}` } : {};
      return { access_token: `access-${access}`, expires_in: 3600, ...next };
    },
  });
  return {
    ...server,
    ...notifications,
    requests,
    refreshToken: () => `refresh-${name}-${refresh}`,
    fail: (next: ServiceFault) => {
      fault = next;
      if (next === "revoked") isExpired = true;
    },
    expireAccess: () => {
      isExpired = true;
    },
    /** Present events of calls, as the service has them. */
    calls: () => present().filter(({ call }) => call),
    add: (event: Pick<Stored, "start" | "end"> & Partial<Stored>) => {
      count += 1;
      const id = `host${count}`;
      events.set(id, { id, version: 1, isDeleted: false, text: "", ...event });
      return id;
    },
    move: (id: string, start: string, end: string) => change(events.get(id)!, { start, end }),
    remove: (id: string) => change(events.get(id)!, { isDeleted: true }),
    clear: () => events.clear(),
  };
}
