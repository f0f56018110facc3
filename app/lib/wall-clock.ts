const clocks = new Map<string, Intl.DateTimeFormat>();

/** More than there are zones; their names may be written in any case, so there could be any number of them. */
const maxClocks = 1000;

/** Building a format is slow, and a month of slots asks for one zone hundreds of times. Throws for an unknown zone. */
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

/** `{ date: "2026-11-24", time: "14:00" }`: what calendar and clock of a zone show at that instant. */
export function wallClock(instant: Date, zone: string): { date: string; time: string } {
  const parts: Record<string, string> = {};
  for (const { type, value } of clockOfZone(zone).formatToParts(instant)) parts[type] = value;
  const { year = "", month = "", day = "", hour = "", minute = "" } = parts;
  return { date: `${year.padStart(4, "0")}-${month}-${day}`, time: `${hour}:${minute}` };
}

/** `America/New York`: the IANA name as people read it. */
export const zoneName = (zone: string): string => zone.replaceAll("_", " ");
