import { dayMs } from "#app/lib/durations.ts";
import type { BusyQuestion } from "../busy-calendars/busy-calendar.ts";
import { type Component, splitCalendars, valueText } from "../busy-calendars/icalendar/components.ts";
import { readEvent, type Zones } from "../busy-calendars/icalendar/events.ts";
import { isBusy } from "../busy-calendars/icalendar/status.ts";
import { ianaZones, zonesOf } from "../busy-calendars/icalendar/zones.ts";
import type { OwnEvent } from "./provider.ts";

const names = ["X-GTMARC-CALL", "UID"] as const;

/** Reads the event of one of our calls from a calendar object; null if it has none, or one whose times cannot be read. */
export function readOwnEvent(text: string, question: BusyQuestion): Omit<OwnEvent, "ref" | "etag"> | null {
  if (!namesOwn(text, question.ownUids)) return null;
  const calendars = splitCalendars(text);
  if (!calendars.ok) return null;
  const iana = ianaZones();
  const wholeDays = iana(question.timezone);
  for (const calendar of calendars.value) {
    const zones: Zones = {
      ...zonesOf(calendar, { host: wholeDays, iana, at: question.from }),
      ...{ wholeDays, utc: iana("UTC") },
    };
    for (const component of calendar.events) {
      const uid = ownUid(component, question.ownUids);
      const { event } = readEvent(component, zones);
      if (!uid || !event || event.replaces) continue;
      const { start, length } = event;
      const { days, exactMs } = length ?? { days: start.isDate ? 1 : 0, exactMs: 0 };
      const end = (days > 0 ? start.zone.instant(start.wall + days * dayMs) : start.instant) + exactMs;
      const isFree = component.lines.get("TRANSP")?.some((line) => valueText(line).toUpperCase() === "TRANSPARENT");
      // A host who marks their call as free still holds it.
      const isOff = !isFree && !isBusy(component, question.emails);
      return { uid, start: start.instant, end, isOff };
    }
  }
  return null;
}

const ownUid = ({ lines }: Component, ownUids: ReadonlySet<string>) =>
  names.flatMap((name) => (lines.get(name) ?? []).map(valueText)).find((value) => ownUids.has(value));

/** Before parsing: most objects of a calendar are not ours. Our UIDs are shorter than a line and never folded. */
export const namesOwn = (text: string, ownUids: ReadonlySet<string>): boolean =>
  [...text.matchAll(/^(?:UID|X-GTMARC-CALL)[^:\r\n]*:[ \t]*([^\r\n]+)/gim)].some(([, value]) =>
    ownUids.has(value!.trim()),
  );
