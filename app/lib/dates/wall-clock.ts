import { minuteMs } from "#app/lib/durations.ts";

const clocks = new Map<string, Intl.DateTimeFormat>();

/** More than the number of zones; names in any case are accepted, so there could be any number of keys. */
const maxClocks = 1000;

/** Caches formats, because building one is slow and slots need them often. Throws for an unknown zone. */
export function clockOfZone(zone: string): Intl.DateTimeFormat {
  let found = clocks.get(zone);
  if (!found) {
    if (clocks.size >= maxClocks) clocks.clear();
    found = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    clocks.set(zone, found);
  }
  return found;
}

/** The latest answer: every page asks for the firm's date, and formatting it is a tenth of a content page's time. */
let latest = { minute: Number.NaN, zone: "", shown: { date: "", time: "" } };

/** Returns date (`2026-11-21`) and time (`14:30`) in a zone. Throws for an unknown zone. Zones differ by whole minutes. */
export function wallClock(instant: Date, zone: string): { readonly date: string; readonly time: string } {
  const minute = Math.floor(instant.getTime() / minuteMs);
  if (minute !== latest.minute || zone !== latest.zone) latest = { minute, zone, shown: readClock(instant, zone) };
  return latest.shown;
}

function readClock(instant: Date, zone: string): { date: string; time: string } {
  const parts: Record<string, string> = {};
  for (const { type, value } of clockOfZone(zone).formatToParts(instant)) parts[type] = value;
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  return { date: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
}

export const zoneName = (zone: string): string => zone.replaceAll("_", " ");

/** The time zone of the browser. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
