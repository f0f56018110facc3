import windowsTable from "cldr-core/supplemental/windowsZones.json" with { type: "json" };
import { Temporal } from "temporal-polyfill";
import { isTimezone } from "#app/features/booking/zoned-time.ts";
import { currentZoneName } from "#app/lib/dates/zone-names.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";

/*
 * Time zone names of other programs: IANA's, Windows' ("W. Europe Standard Time", by the CLDR table), its display forms
 * ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"), IANA's with a prefix of GNOME, Mozilla and others, and offsets.
 */

/** IANA's names without a slash. Node.js knows more of them, and takes "BST" for Dhaka and "IST" for Kolkata. */
const shortNames = new Set([
  ...["UTC", "GMT", "UCT", "Zulu", "Universal", "Greenwich", "GMT0", "GMT+0", "GMT-0", "EST", "MST", "HST"],
  ...["EST5EDT", "CST6CDT", "MST7MDT", "PST8PDT", "CET", "EET", "MET", "WET", "PRC", "ROC", "ROK", "Cuba"],
  ...["Egypt", "Eire", "GB", "GB-Eire", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein"],
  ...["Libya", "NZ", "NZ-CHAT", "Navajo", "Poland", "Portugal", "Singapore", "Turkey", "W-SU"],
]);

/** Names that Windows had, which the table does not contain. */
const formerWindowsNames: Readonly<Record<string, string>> = {
  "Armenian Standard Time": "Asia/Yerevan",
  "Jerusalem Standard Time": "Asia/Jerusalem",
  "Kamchatka Standard Time": "Asia/Kamchatka",
  "Mexico Standard Time": "America/Mexico_City",
  "Mexico Standard Time 2": "America/Chihuahua",
  "Mid-Atlantic Standard Time": "Atlantic/South_Georgia",
};

/**
 * `iana`: a zone of our own data. `short`: "EST" or "Israel", for which a calendar's own rules are more exact, if it has any. `offset`
 * and `standard_offset`: the name itself contains the offset, always or in winter only.
 */
export type NamedZone =
  | { kind: "iana" | "short"; id: string }
  | { kind: "offset" | "standard_offset"; offsetMs: number };

/** The longest name in use has 70 characters. */
const maxLength = 120;

/**
 * Returns the zone of that name, or null if the name is unknown. A display form counts only if its zone has the offset that the form
 * begins with, at `at` or half a year later, because "La Paz" is in Bolivia and in Mexico.
 */
export function zoneOfName(written: string, at: number): NamedZone | null {
  const name = written.trim().replace(/^"|"$/g, "");
  if (name.length > maxLength) return null;
  const id = ianaName(name) ?? windowsZone(name);
  if (id) return { kind: "iana", id };
  if (shortNames.has(name)) return { kind: "short", id: name };
  const offset = /^(?:UTC|GMT)?([+-]\d{1,2}(?::?\d{2})?)$/i.exec(name);
  if (offset) return { kind: "offset", offsetMs: offsetOf(offset[1]!) };
  const display = /^\((?:UTC|GMT)\s*([+-]\d{1,2}[:.]?\d{2})?\)\s*(.*)$/i.exec(name);
  if (!display) return null;
  const offsetMs = display[1] ? offsetOf(display[1]) : 0;
  const shown = zonesOfDisplayName(display[2]!).find((zone) => hasOffset(zone, offsetMs, at));
  return shown ? { kind: "iana", id: shown } : { kind: "standard_offset", offsetMs };
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}?)[:.]?(\d{2})?$/.exec(text) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * hourMs + Number(minutes ?? 0) * minuteMs);
}

/** `America/New_York` for itself, for `america/new york` and for `/freeassociation.sourceforge.net/America/New_York`. */
function ianaName(name: string): string | null {
  if (/^(?:tzone:\/\/Microsoft\/|\(UTC\) )?(?:Utc|Z|Coordinated Universal Time)$/i.test(name)) return "UTC";
  const segments = name.replaceAll(" ", "_").split("/");
  for (let from = 0; from < segments.length - 1; from += 1) {
    const tail = segments.slice(from).join("/");
    if (isTimezone(tail)) return tail;
  }
  return null;
}

/** Also for `Eastern Daylight Time` and `Eastern Time (US & Canada)`. */
function windowsZone(name: string): string | null {
  const standard = name
    .replace(/ (?:Daylight|Summer) Time\b/i, " Standard Time")
    .replace(/ Time \((?:US|Canada)\b.*$/i, " Standard Time");
  return windowsZones().get(standard.toLowerCase()) ?? null;
}

const windowsZones = once(
  () =>
    new Map(
      [
        ...windowsTable.supplemental.windowsZones.mapTimezones
          .filter(({ mapZone }) => mapZone._territory === "001")
          .map(({ mapZone }): [string, string] => [mapZone._other, mapZone._type]),
        ...Object.entries(formerWindowsNames),
      ].map(([name, id]) => [name.toLowerCase(), id]),
    ),
);

/** Zones by the city at the end of their name. */
const zonesOfCities = once(() => {
  const ids = [
    ...Intl.supportedValuesOf("timeZone"),
    ...windowsTable.supplemental.windowsZones.mapTimezones.flatMap(({ mapZone }) => mapZone._type.split(" ")),
  ];
  return new Map(
    ids.flatMap((id) =>
      [id, currentZoneName(id)].map((name) => [name.slice(name.lastIndexOf("/") + 1).toLowerCase(), id] as const),
    ),
  );
});

/** Places of Windows' display forms that are not in IANA's names. */
const otherPlaces: Readonly<Record<string, string>> = {
  "abu dhabi": "Asia/Dubai",
  alaska: "America/Anchorage",
  arizona: "America/Phoenix",
  brasilia: "America/Sao_Paulo",
  hawaii: "Pacific/Honolulu",
  "cape verde is.": "Atlantic/Cape_Verde",
  "cape verde islands": "Atlantic/Cape_Verde",
  "indiana (east)": "America/Indianapolis",
  "international date line west": "Etc/GMT+12",
  "midway island": "Pacific/Midway",
  "new caledonia": "Pacific/Noumea",
  "nuku'alofa": "Pacific/Tongatapu",
  "port louis": "Indian/Mauritius",
  saskatchewan: "America/Regina",
  "sri jayawardenepura": "Asia/Colombo",
  "west central africa": "Africa/Lagos",
};

function zonesOfDisplayName(text: string): string[] {
  const places = text.split(/[,;:/()]/).map((place) =>
    place
      .replace(/ - (?:New|Old)$/i, "")
      .trim()
      .toLowerCase(),
  );
  return [
    windowsZone(text),
    windowsZone(`${text} Standard Time`),
    ...[text.toLowerCase(), ...places].map((place) => otherPlaces[place]),
    ...places.map((place) => zonesOfCities().get(place.replaceAll(" ", "_"))),
  ].filter((id) => id !== null && id !== undefined);
}

const hasOffset = (id: string, offsetMs: number, at: number): boolean =>
  [at, at + 182 * dayMs].some(
    (instant) =>
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(id).offsetNanoseconds / 1e6 === offsetMs,
  );

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
