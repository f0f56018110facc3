/** Where numbers, money and dates are formatted, and where time is counted; content scripts of a few kilobytes import none of it. */
const formatters =
  /^app\/lib\/(?:dates\/|browsers\/)?(numbers|money|date-text|wall-clock|calendar-dates|durations|accepted-language)\.ts$/;
const ownFormats = /^app\/(behaviors|islands|routes\/site)\//;
/** Code that runs in another program. */
const foreignCode = "app/features/webhooks/verifying/n8n-workflow.ts";
/** Lists of words, names of countries, relative times, words and characters of a text. */
const otherUses =
  /Intl\.(ListFormat|Locale|Segmenter|DisplayNames|RelativeTimeFormat|supportedValuesOf|getCanonicalLocales)/g;

const lengths = /(?<![\w.=])(86_?400_?000|3_?600_?000|86_?400)\b|\b24 \* 3_?600\b|\b60 \* 60 \* 1000\b|[*/] 60_000\b/;
const formats = /\.toLocale(Date|Time)?String\(|\bIntl\.\w+/;
const dates = /\.toISOString\(\)\.slice\(0, (7|10)\)|\.[gs]etUTC(Day|Month|Date)\(/;

/** Constants of a day or an hour, and formats of numbers and dates, outside of the modules that have them. */
export function formatProblems(file: string, text: string): string[] {
  if (!/^(app|server|tests)\/.*\.tsx?$/.test(file) || formatters.test(file) || ownFormats.test(file)) return [];
  const problems: string[] = [];
  if (lengths.test(text)) problems.push("lengths of time are in app/lib/durations.ts");
  if (/\.(test|spec)\.tsx?$|^tests\//.test(file) || file === foreignCode) return problems;
  if (formats.test(text.replaceAll(otherUses, "")))
    problems.push("numbers, money and dates are written by app/lib/numbers.ts, money.ts and date-text.ts");
  if (dates.test(text)) problems.push("app/lib/dates/calendar-dates.ts calculates with dates");
  return problems;
}
