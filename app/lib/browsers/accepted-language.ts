import { type DateStyle, usStyle } from "#app/lib/dates/date-text.ts";
import { writesDecimalComma } from "#app/lib/numbers.ts";

const styles = new Map<string, DateStyle>();

/** More than languages with a region that browsers offer; headers can contain anything. */
const maxStyles = 500;

/**
 * How the sender of an Accept-Language header writes dates, times and weeks. The first language that is known decides.
 * American without one, and for English without a region.
 */
export function dateStyleOf(header: string | null): DateStyle {
  for (const tag of languagesOf(header ?? "")) {
    const known = styles.get(tag) ?? readStyle(tag);
    if (!known) continue;
    if (styles.size >= maxStyles) styles.clear();
    styles.set(tag, known);
    return known;
  }
  return usStyle;
}

/** Whether the first language of an Accept-Language header writes decimals with a comma; false without one. */
export function acceptsDecimalComma(header: string | null): boolean {
  const [first] = languagesOf(header ?? "");
  return first !== undefined && writesDecimalComma(first);
}

const languagesOf = (header: string): string[] =>
  header
    .slice(0, 200)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.trim().split(";");
      const quality = parameters.find((parameter) => parameter.trim().startsWith("q="))?.split("=")[1];
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== "" && tag !== "*" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);

function readStyle(tag: string): DateStyle | null {
  try {
    if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0) return null;
    const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium", calendar: "gregory" }).formatToParts(0);
    const place = (type: "day" | "month") => date.findIndex((part) => part.type === type);
    const { hour12 } = new Intl.DateTimeFormat(tag, { hour: "numeric" }).resolvedOptions();
    return { isMonthFirst: place("month") < place("day"), isTwelveHour: hour12 === true, weekStart: weekStartOf(tag) };
  } catch {
    return null;
  }
}

type WeekInfo = { firstDay: number };

/** Sunday is 0, as in `Date`; `Intl` counts from Monday, 1, to Sunday, 7. */
const weekStartOf = (tag: string): number =>
  (new Intl.Locale(tag) as Intl.Locale & { getWeekInfo: () => WeekInfo }).getWeekInfo().firstDay % 7;
