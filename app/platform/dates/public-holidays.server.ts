import { createRequire } from "node:module";
import type DateHolidays from "date-holidays";
import type { HolidaysTypes } from "date-holidays";
import { Temporal } from "temporal-polyfill";
import { federalHolidays } from "#app/lib/dates/business-days.ts";
import { clockOfZone } from "#app/lib/dates/wall-clock.ts";
import { dayMs } from "#app/lib/durations.ts";

/*
 * Public holidays of 207 countries and their regions, from date-holidays. A place is a country (`DE`), a country and region (`DE-BY`), or
 * `none`. The United States have the federal holidays of lib/dates/business-days: the library knows no substitute days for Veterans Day.
 */

/** Loaded when a place other than the United States is asked for first: it takes 0.1 s and 40 MB. */
let library: typeof DateHolidays | undefined;
const load = () => {
  library ??= createRequire(import.meta.url)("date-holidays") as typeof DateHolidays;
  return library;
};

export const noHolidays = "none";

/** Every place with its English name, such as `{ value: "DE-BY", label: "Germany: Bavaria" }`, by name of the country. */
export function holidayPlaces(): { value: string; label: string }[] {
  const all = new (load())();
  const countries = Object.entries(all.getCountries("en")).toSorted(([, a], [, b]) => a.localeCompare(b));
  const regions = (country: string, name: string) =>
    Object.entries(all.getStates(country, "en") ?? {}).map(([code, region]) => ({
      value: `${country}-${code}`,
      label: `${name}: ${region}`,
    }));
  return [
    { value: noHolidays, label: "None" },
    ...countries.flatMap(([value, label]) => [{ value, label }, ...regions(value, label)]),
  ];
}

export function isHolidayPlace(place: string): boolean {
  return place === "US" || place === noHolidays || holidayPlaces().some(({ value }) => value === place);
}

const years = new Map<string, ReadonlyMap<string, string>>();

/** More than a firm's place and the countries of its recipients need for a year; keeps the memory bounded. */
const maxYears = 1000;

/**
 * The public holidays of a place in a year, from date (ISO) to English name, in order. Feasts of several days have each of their days.
 * Left out: observances, school holidays and days that are off for some hours only. Unknown places have none.
 */
export function publicHolidays(place: string, year: number): ReadonlyMap<string, string> {
  const key = `${place} ${year}`;
  let found = years.get(key);
  if (!found) {
    if (years.size >= maxYears) years.clear();
    found = new Map(holidaysOf(place, year));
    years.set(key, found);
  }
  return found;
}

export const isPublicHoliday = (place: string, date: Temporal.PlainDate): boolean =>
  publicHolidays(place, date.year).has(date.toString());

function holidaysOf(place: string, year: number): [string, string][] {
  if (place === noHolidays) return [];
  const [country = "", region] = place.split("-");
  const federal =
    country === "US" ? federalHolidays(year).map(({ date, name }): [string, string] => [date.toString(), name]) : [];
  if (place === "US") return federal;
  const calendar = new (load())({ country, ...(region && { state: region }) }, { languages: ["en"] });
  // A feast that began in the last days of the year before can reach into this one.
  const days = [year - 1, year].flatMap((each) => (calendar.getHolidays(each) ?? []).flatMap(daysOf));
  const dates = new Map([...days.filter(([day]) => day.startsWith(String(year))), ...federal]);
  return [...dates].toSorted(([a], [b]) => a.localeCompare(b));
}

function daysOf({ type, date, start, end, name }: HolidaysTypes.Holiday): [string, string][] {
  const [day = "", time] = date.split(" ");
  if ((type !== "public" && type !== "bank") || time !== "00:00:00") return [];
  const first = Temporal.PlainDate.from(day);
  const length = Math.round((end.getTime() - start.getTime()) / dayMs);
  return Array.from({ length }, (_, later) => [first.add({ days: later }).toString(), name]);
}

/**
 * The country (`DE`) of an IANA zone, among the countries with known holidays; null for others and for zones of no country, such as UTC.
 */
export function countryOfZone(zone: string): string | null {
  const { timeZone } = clockOfZone(zone).resolvedOptions();
  if (zonesOf("US").includes(timeZone)) return "US";
  if (countries.size === 0)
    for (const country of Object.keys(new (load())().getCountries()))
      for (const each of zonesOf(country)) countries.set(each, country);
  return countries.get(timeZone) ?? null;
}

const countries = new Map<string, string>();

/** TypeScript does not know `getTimeZones` yet. */
type LocaleWithZones = Intl.Locale & { getTimeZones: () => string[] | undefined };

const zonesOf = (region: string): readonly string[] =>
  (new Intl.Locale("und", { region }) as LocaleWithZones).getTimeZones() ?? [];
