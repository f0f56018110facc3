import { refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { log } from "#app/platform/log.server.ts";
import { ThreadEnded } from "#app/platform/threads.server.ts";
import { type CalendarCall, calendarFile } from "../agenda/calendar-file.server.ts";
import type { BusyQuestion } from "../busy-calendars/busy-calendar.ts";
import { type FileReading, readCalendarFile } from "../busy-calendars/read-calendar.server.ts";
import {
  type Answer,
  ask,
  type DavResource,
  newBudget,
  propertyOf,
  readLargeMultistatus,
  readMultistatus,
  troubleOf,
} from "./dav-request.server.ts";
import { readOwnEvents } from "./own-reader.server.ts";
import {
  type CalendarProvider,
  type CalendarReading,
  type Changed,
  calendarName,
  type FoundCalendar,
  type OwnEvent,
  type StoredEvent,
  type Trouble,
} from "./provider.ts";
import { childOf, childrenOf, escapeXml } from "./xml.ts";

/*
 * CalDAV (RFC 4791), for servers as they are (decision 0286):
 *
 * - a calendar is listed with PROPFIND, whose answer always has the calendar itself, so that an empty answer is not an empty calendar;
 *   time ranges, expansion, free-busy and sync reports are not used;
 * - its version is the ctag and the sync token together, only compared; when it differs, everything is read again;
 * - every change names the version that it changes; what the server stored is read back and compared by its times, because servers
 *   rewrite events and answer 207 to a refused write;
 * - a call has the same place and UID in every calendar, so that it is found again after a reconnect.
 */

export type DavAccount = { server: string; username: string; password: string };

const D = "{DAV:}";
const C = "{urn:ietf:params:xml:ns:caldav}";
const ctag = "{http://calendarserver.org/ns/}getctag";
const namespaces = `xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"`;
const perRequest = 200;
const maxObjects = 20_000;
const maxSkipped = 50;
const maxAskedSingly = 20;

export function caldav(account: DavAccount): CalendarProvider {
  const credentials = Buffer.from(`${account.username}:${account.password}`).toString("base64");
  const authorization = `Basic ${credentials}`;
  const budget = newBudget();
  const send = (method: "GET" | "PUT" | "DELETE", url: string, headers: Record<string, string> = {}, body?: string) =>
    ask({ url, method, headers: { authorization, ...headers }, ...(body !== undefined && { body }) }, budget);

  async function dav(method: "PROPFIND" | "REPORT", url: string, depth: "0" | "1", body: string) {
    const headers = { authorization, depth, "content-type": "application/xml; charset=utf-8" };
    return ask({ url, method, headers, body: `<?xml version="1.0" encoding="utf-8"?>${body}` }, budget);
  }
  async function properties(url: string, depth: "0" | "1", names: string): Promise<Result<DavResource[], Trouble>> {
    const answer = await dav("PROPFIND", url, depth, `<propfind ${namespaces}><prop>${names}</prop></propfind>`);
    return answer.ok ? readLargeMultistatus(answer.value) : answer;
  }
  async function resource(url: string, names: string): Promise<Result<DavResource, Trouble>> {
    const read = await properties(url, "0", names);
    if (!read.ok) return read;
    const [own] = read.value;
    if (!own) return refuse("not_a_calendar_server");
    return own.status === 200 ? ok(own) : troubleOf({ status: own.status, headers: {} });
  }

  /** The address that was typed, or where the server says that calendars are (RFC 6764). */
  async function findStart(): Promise<Result<{ url: string; start: DavResource }, Trouble>> {
    const names = "<current-user-principal/><c:calendar-home-set/><resourcetype/>";
    const typed = await resource(account.server, names);
    const isUseful = typed.ok && hrefIn(typed.value, `${D}current-user-principal`, account.server);
    if (isUseful || (typed.ok && isCalendar(typed.value))) return ok({ url: account.server, start: typed.value });
    if (
      !typed.ok &&
      !["no_such_calendar", "not_a_calendar_server", "not_allowed", "server_failed"].includes(typed.reason.kind)
    )
      return typed;
    let url = new URL("/.well-known/caldav", account.server).href;
    for (let hop = 0; hop < 3; hop += 1) {
      const answer = await dav("PROPFIND", url, "0", `<propfind ${namespaces}><prop>${names}</prop></propfind>`);
      if (!answer.ok) return answer;
      const { status, headers } = answer.value;
      if (status >= 300 && status < 400 && headers.location) {
        const next = within(headers.location, url);
        if (!next) break;
        url = next;
        continue;
      }
      const read = await readLargeMultistatus(answer.value);
      if (read.ok && read.value[0]) return ok({ url, start: read.value[0] });
      break;
    }
    return typed.ok ? refuse("not_a_calendar_server") : typed;
  }

  async function listCalendars(): Promise<Result<FoundCalendar[], Trouble>> {
    const found = await findStart();
    if (!found.ok) return found;
    const { url, start } = found.value;
    const homes: string[] = [];
    if (isCalendar(start)) homes.push(url);
    else {
      const principal = hrefIn(start, `${D}current-user-principal`, url);
      const owner = principal ? await resource(principal, "<c:calendar-home-set/>") : ok(start);
      if (!owner.ok) return owner;
      for (const { text } of childrenOf(propertyOf(owner.value, `${C}calendar-home-set`), `${D}href`)) {
        const home = within(text.trim(), principal ?? url);
        if (home) homes.push(home);
      }
    }
    if (homes.length === 0) return refuse("not_a_calendar_server");
    const calendars = new Map<string, FoundCalendar>();
    for (const home of homes) {
      const names = `<resourcetype/><displayname/><c:supported-calendar-component-set/><current-user-privilege-set/>`;
      const read = await properties(home, isCalendar(start) ? "0" : "1", names);
      if (!read.ok) return read;
      if (read.value.length === 0) return refuse("not_a_calendar_server");
      for (const each of read.value) {
        const ref = within(each.href, home);
        if (ref && isCalendar(each) && takesEvents(each))
          calendars.set(ref, { ref, name: calendarName(nameOf(each, ref), "Calendar"), canWrite: isWritable(each) });
      }
    }
    return ok([...calendars.values()]);
  }

  async function versionOf(calendar: string): Promise<Result<string, Trouble>> {
    const read = await resource(calendar, "<resourcetype/><cs:getctag/><sync-token/>");
    if (!read.ok) return read;
    if (!isCalendar(read.value)) return refuse("no_such_calendar");
    const parts = [ctag, `${D}sync-token`].map((name) => propertyOf(read.value, name)?.text.trim() ?? "");
    return ok(parts.some(Boolean) ? parts.join(" ").slice(0, 1000) : "");
  }

  /** Every object with its version. */
  async function listObjects(calendar: string): Promise<Result<Map<string, string>, Trouble>> {
    const read = await properties(calendar, "1", "<resourcetype/><getetag/>");
    if (!read.ok) return read;
    const objects = new Map<string, string>();
    let hasItself = false;
    for (const each of read.value) {
      const ref = within(each.href, calendar);
      // An event that cannot be asked for could make a busy host look free.
      if (!ref) return refuse("not_a_calendar_server");
      if (placeOf(ref, calendar) === placeOf(calendar, calendar)) hasItself = true;
      else if (each.status === 200 && !childOf(propertyOf(each, `${D}resourcetype`), `${D}collection`))
        objects.set(ref, propertyOf(each, `${D}getetag`)?.text.trim() ?? "");
      else if (each.status !== 200 && each.status !== 404) return troubleOf({ status: each.status, headers: {} });
    }
    if (!hasItself) return refuse("not_a_calendar_server");
    return objects.size > maxObjects ? refuse("too_many_events") : ok(objects);
  }

  type DavObject = { ref: string; etag: string; text: string };

  async function readObjects(calendar: string, refs: readonly string[]): Promise<Result<DavObject[], Trouble>> {
    const objects: DavObject[] = [];
    for (let at = 0; at < refs.length; at += perRequest) {
      const asked = new Map(refs.slice(at, at + perRequest).map((ref) => [placeOf(ref, calendar), ref]));
      const hrefs = [...asked.values()].map((ref) => `<href>${escapeXml(new URL(ref).pathname)}</href>`).join("");
      const answer = await dav(
        ...(["REPORT", calendar, "1"] as const),
        `<c:calendar-multiget ${namespaces}><prop><getetag/><c:calendar-data/></prop>${hrefs}</c:calendar-multiget>`,
      );
      const read = answer.ok ? await readLargeMultistatus(answer.value) : answer;
      if (!read.ok) return read;
      for (const each of read.value) {
        if (!URL.canParse(each.href, calendar)) return refuse("not_a_calendar_server");
        const ref = asked.get(placeOf(each.href, calendar));
        const text = propertyOf(each, `${C}calendar-data`)?.text;
        if (each.status !== 200 && each.status !== 404) return troubleOf({ status: each.status, headers: {} });
        if (!ref || (each.status === 200 && text === undefined)) continue;
        asked.delete(placeOf(each.href, calendar));
        if (text !== undefined) objects.push({ ref, etag: propertyOf(each, `${D}getetag`)?.text.trim() ?? "", text });
      }
      // Deleted since the list was read, or left out by the server.
      if (asked.size > maxAskedSingly) return refuse("not_a_calendar_server");
      for (const ref of asked.values()) {
        const single = await readObject(ref);
        if (!single.ok) return single;
        if (single.value) objects.push(single.value);
      }
    }
    return ok(objects);
  }

  /** Null: there is none. */
  async function readObject(ref: string): Promise<Result<DavObject | null, Trouble>> {
    const answer = await send("GET", ref);
    if (!answer.ok) return answer;
    const { status, headers, text } = answer.value;
    if (status === 404 || status === 410) return ok(null);
    if (status !== 200) return troubleOf(answer.value);
    return /^\s*BEGIN:VCALENDAR/i.test(text)
      ? ok({ ref, etag: headers.etag ?? "", text })
      : refuse("not_a_calendar_server");
  }

  async function read(
    calendar: string,
    questionNow: () => Promise<BusyQuestion>,
    token: string | null,
  ): Promise<Result<CalendarReading | null, Trouble>> {
    const version = await versionOf(calendar);
    if (!version.ok) return version;
    if (version.value !== "" && version.value === token) return ok(null);
    const listed = await listObjects(calendar);
    if (!listed.ok) return listed;
    const objects = await readObjects(calendar, [...listed.value.keys()]);
    if (!objects.ok) return objects;
    const question = await questionNow();
    const own = await ownEventsIn(objects.value, question);
    if (!own.ok) return own;
    const texts = objects.value.map(({ text }) => text.trim()).filter(Boolean);
    const reading = await busyIn(texts.join("\r\n"), question);
    return reading.ok
      ? ok({ ...reading.value, own: own.value.flatMap((event) => event ?? []), token: version.value })
      : reading;
  }

  async function find(_: string, ref: string, question: BusyQuestion): Promise<Result<OwnEvent | null, Trouble>> {
    const object = await readObject(ref);
    if (!object.ok || !object.value) return object as Result<null, Trouble>;
    const events = await ownEventsIn([object.value], question);
    return events.ok ? ok(events.value[0] ?? null) : events;
  }

  const refOf = (calendar: string, uid: string) => `${calendar.replace(/\/?$/, "/")}${encodeURIComponent(uid)}.ics`;

  async function write(
    calendar: string,
    call: CalendarCall,
    stored: StoredEvent | null,
  ): Promise<Result<StoredEvent, Trouble | Changed>> {
    const ref = stored?.ref ?? refOf(calendar, call.uid);
    const condition: Record<string, string> = stored
      ? stored.etag
        ? { "if-match": stored.etag }
        : {}
      : { "if-none-match": "*" };
    const headers = { ...condition, "content-type": "text/calendar; charset=utf-8" };
    const answer = await send("PUT", ref, headers, calendarFile(call));
    if (!answer.ok) return answer;
    const refused = refusalIn(answer.value);
    const now = await readObject(ref);
    if (!now.ok) return now;
    const events = await ownEventsIn(now.value ? [now.value] : [], questionOf(call.uid));
    if (!events.ok) return events;
    const [event] = events.value;
    const isAsSent = event?.start === call.start.getTime() && event.end === call.end.getTime();
    if (now.value && isAsSent && (!refused || !stored)) return ok({ ref, etag: now.value.etag });
    if (!refused) return now.value || !stored ? refuse("not_stored") : refuse("gone_there");
    const { status } = answer.value;
    const isConflict = [404, 409, 410, 412, 207].includes(status);
    if (!isConflict) return refused;
    if (stored) return now.value ? refuse("changed_there") : refuse("gone_there");
    if (event && now.value) return write(calendar, call, { ref, etag: now.value.etag });
    return adoptOther(calendar, call, refused);
  }

  /** Another event of the calendar has the UID: the call was written there under another name. */
  async function adoptOther(
    calendar: string,
    call: CalendarCall,
    refused: Refused<Trouble>,
  ): Promise<Result<StoredEvent, Trouble | Changed>> {
    const listed = await listObjects(calendar);
    const objects = listed.ok ? await readObjects(calendar, [...listed.value.keys()]) : listed;
    if (!objects.ok) return objects;
    const events = await ownEventsIn(objects.value, questionOf(call.uid));
    if (!events.ok) return events;
    const other = events.value.find((event) => event !== null);
    return other ? write(calendar, call, { ref: other.ref, etag: other.etag }) : refused;
  }

  async function remove(_: string, { ref, etag }: StoredEvent): Promise<Result<undefined, Trouble>> {
    const answer = await send("DELETE", ref, etag ? { "if-match": etag } : {});
    if (!answer.ok) return answer;
    const now = await readObject(ref);
    if (!now.ok) return now;
    if (!now.value) return ok(undefined);
    if (now.value.etag === etag) return refusalIn(answer.value) ?? refuse("not_stored");
    const again = await send("DELETE", ref, { "if-match": now.value.etag });
    if (!again.ok) return again;
    return refusalIn(again.value) ?? ok(undefined);
  }

  return { listCalendars, read, find, write, remove };
}

/** The refusal of a write, null if it succeeded. A 207 lists what was refused. */
function refusalIn(answer: Answer): Refused<Trouble> | null {
  if (answer.status === 207) {
    const read = readMultistatus(answer);
    if (!read.ok) return read;
    const bad = read.value.find(({ status }) => status >= 400);
    return bad ? troubleOf({ status: bad.status === 412 ? 409 : bad.status, headers: {} }) : null;
  }
  return answer.status >= 200 && answer.status < 300 ? null : troubleOf(answer);
}

const questionOf = (uid: string): BusyQuestion => ({
  ...{ from: 0, to: 0, timezone: "UTC", emails: [], ownUids: new Set([uid]) },
});

/** Reads the event of one of our calls in each object, outside the serving process. Throws GateCrowded and ThreadsClosed. */
async function ownEventsIn(
  objects: readonly { ref: string; etag: string; text: string }[],
  question: BusyQuestion,
): Promise<Result<(OwnEvent | null)[], Trouble>> {
  try {
    const events = await readOwnEvents(
      objects.map(({ text }) => text),
      question,
    );
    return ok(objects.map(({ ref, etag }, at) => (events[at] ? { ...events[at], ref, etag } : null)));
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    return refuse("reader_ended");
  }
}

/** Reads the busy times of calendar text outside the serving process. Throws GateCrowded and ThreadsClosed. */
async function busyIn(text: string, question: BusyQuestion): Promise<Result<FileReading, Trouble>> {
  if (text === "") return ok({ busy: [], skipped: [], skippedCount: 0, events: 0 });
  try {
    return await readCalendarFile(Buffer.from(text), question, maxSkipped);
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error;
    log.warn("the reader of a connected calendar reached its limit");
    return refuse("reader_ended");
  }
}

const isCalendar = (each: DavResource) => childOf(propertyOf(each, `${D}resourcetype`), `${C}calendar`) !== undefined;

function takesEvents(each: DavResource): boolean {
  const set = propertyOf(each, `${C}supported-calendar-component-set`);
  return (
    !set ||
    set.children.length === 0 ||
    set.children.some(({ attributes }) => attributes.name?.toUpperCase() === "VEVENT")
  );
}

function isWritable(each: DavResource): boolean {
  const set = propertyOf(each, `${D}current-user-privilege-set`);
  if (!set) return true;
  const granted = childrenOf(set, `${D}privilege`).flatMap(({ children }) => children.map(({ name }) => name));
  return ["all", "write", "write-content", "bind"].some((name) => granted.includes(D + name));
}

function nameOf(each: DavResource, ref: string): string {
  const shown = propertyOf(each, `${D}displayname`)?.text.trim();
  return shown || decoded(new URL(ref).pathname).split("/").filter(Boolean).at(-1) || "";
}

const hrefIn = (each: DavResource, name: string, base: string): string | null => {
  const href = childOf(propertyOf(each, name), `${D}href`)?.text.trim();
  return href ? within(href, base) : null;
};

/** The password is sent to the server that was named only; Apple's calendars are on numbered servers of its domain. */
function within(href: string, base: string): string | null {
  if (!URL.canParse(href, base)) return null;
  const [to, from] = [new URL(href, base), new URL(base)];
  const isSame = to.host === from.host || [to, from].every(({ hostname }) => hostname.endsWith(".icloud.com"));
  return isSame && to.protocol === from.protocol ? to.href : null;
}

const placeOf = (href: string, base: string): string => decoded(new URL(href, base).pathname).replace(/\/+$/, "");

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
