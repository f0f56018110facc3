import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import { lostReasons, stages } from "#app/features/pipeline/prospects/stages.ts";
import type { DeletedPerson } from "#app/features/security/audit/audit.server.ts";
import type { ChangedValue } from "#app/features/security/audit/changed-values.ts";
import type { SettingChangeText } from "#app/features/settings/setting-pages.server.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { formatUsd, minorUnits } from "#app/lib/money.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./audit-log.module.css";

/** The readable details of an entry. Omits ids and durations and counts lists of ids; the export has everything. */
export function EntryDetails({
  of,
  prospects = [],
  settings = [],
}: {
  of: Record<string, unknown>;
  /** Names of prospects that the details list by id. */
  prospects?: readonly string[];
  settings?: readonly SettingChangeText[];
}) {
  const dates = useFirmDates();
  if (settings.length > 0)
    return (
      <span className={`block muted smaller weight-400 breaks ${css.detail}`}>
        {settings.map(({ label, from, to }) => `${label}: ${from} → ${to}`).join(", ")}
      </span>
    );
  const changes = isChanges(of["changes"]) ? Object.entries(of["changes"]) : [];
  const shown = changes.length > 0 ? Object.entries(of).filter(([key]) => key !== "fields") : Object.entries(of);
  const deleted = namesOfDeleted(of["deleted"]);
  const parts = shown
    .filter(([key]) => key !== "deleted" && (deleted === "" || key !== "prospectIds"))
    .filter(([key, value]) => !hidden.has(key) && value !== null && value !== "" && !(isText(value) && isUuid(value)))
    .map(([key, value]) => `${keyText(key)}: ${amountText(key, value, of) ?? valueText(key, value, dates)}`);
  if (deleted) parts.unshift(deleted);
  else if (prospects.length > 0) parts.unshift(prospects.join("; "));
  parts.push(...changes.map(([key, { from, to }]) => changeText(key, from, to, dates)));
  return parts.length > 0 ? (
    <span className={`block muted smaller weight-400 breaks ${css.detail}`}>{parts.join(", ")}</span>
  ) : null;
}

/** Shown as the details of an entry, with the amount, or not at all. */
const hidden: ReadonlySet<string> = new Set(["before", "changes", "currency", "tookMs"]);

/** An amount in the smallest unit of the currency beside it. */
const amountText = (key: string, value: unknown, { currency }: Record<string, unknown>) =>
  key === "amount" && typeof value === "number" && isText(currency) ? minorUnits(value, currency) : null;

const isText = (value: unknown): value is string => typeof value === "string";

const isChanges = (value: unknown): value is Record<string, ChangedValue> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** "role: COO → CEO". Ids of people have no readable value. */
function changeText(key: string, from: unknown, to: unknown, dates: FirmDates): string {
  if ([from, to].flat().some((value) => (isText(value) && isUuid(value)) || (key === "path" && value)) || from === to)
    return `${keyText(key)}: changed`;
  const text = (value: unknown) => {
    if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
    return valueText(key, value, dates);
  };
  return `${keyText(key)}: ${text(from)} → ${text(to)}`;
}

/** "Dana Whitlock, Northfield (dana@northfield.example); Halden; 2 more". After the names have been removed, the company remains. */
function namesOfDeleted(value: unknown): string {
  if (!Array.isArray(value)) return "";
  const texts = (value as Partial<DeletedPerson>[]).map(({ name, company, addresses: [address] = [] }) => {
    const known = [name, company].filter(Boolean).join(", ");
    return address && known ? `${known} (${address})` : (address ?? known);
  });
  const named = texts.filter(Boolean);
  if (named.length === 0) return "";
  const more = texts.length - Math.min(named.length, maxListed);
  return [...named.slice(0, maxListed), ...(more > 0 ? [`${formatNumber(more)} more`] : [])].join("; ");
}

const maxListed = 3;
const isoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const isoDate = /^\d{4}-\d\d-\d\d$/;
/** Details also contain texts that people typed, such as a tag `2026-02-30`. */
const isOnCalendar = (text: string) => {
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};

const isCounted = (each: unknown) => (isText(each) && isUuid(each)) || typeof each === "object";

function valueText(key: string, value: unknown, dates: FirmDates): string {
  if (Array.isArray(value) && (value.length > maxListed || value.some(isCounted))) return formatNumber(value.length);
  if (Array.isArray(value)) return value.map(String).join(", ");
  if (key.endsWith("Cents") && typeof value === "number") return formatUsd(value / 100);
  if (key === "report" && isText(value)) return value.replaceAll("-", " ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "object" && value !== null)
    return Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => `${keyText(name)} ${valueText(name, inner, dates)}`)
      .join(", ");
  if (key === "fields") return String(value).split(", ").map(keyText).join(", ");
  if (isText(value) && isoInstant.test(value) && isOnCalendar(value)) return dates.moment(new Date(value));
  if (isText(value) && isoDate.test(value) && isOnCalendar(value)) return isoDay(value);
  const text = String(value);
  if (key === "change") return bulkChanges.get(text) ?? text;
  return stages().find((stage) => stage.key === text)?.label ?? valueLabels.get(text) ?? text;
}

/** Labels of stored keys besides those of stages: lost reasons and call outcomes. */
const valueLabels: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...lostReasons,
    ...{ held: callStateLabels.held, "no-show": callStateLabels["no-show"] },
  }),
);

const bulkChanges: ReadonlyMap<string, string> = new Map([
  ["add_tag", "tag added"],
  ["remove_tag", "tag removed"],
  ["owner", "owner set"],
]);

/** `prospectIds` as "prospects", `valueCents` as "value", `expectedClose` as "expected close". */
const keyText = (key: string) =>
  key
    .replace(/Cents$/, "")
    .replace(/Ids$/, "s")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
