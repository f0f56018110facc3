import type { ReactNode } from "react";
import { Form, Link, useLocation } from "react-router";
import { valueLabel } from "#app/features/analytics/reports/lists/lists.ts";
import type { Period } from "#app/features/analytics/reports/period/period.ts";
import { comparisonLabels, presets } from "#app/features/analytics/reports/period/presets.ts";
import { withoutFilter } from "#app/features/analytics/reports/period/report-address.ts";
import type { ReportQuery } from "#app/features/analytics/reports/period/report-query.ts";
import { dimensionLabels, type VisitFilter } from "#app/features/analytics/visits/visit-filter.ts";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { clockOf, isoDay, isoMonthDay } from "#app/lib/dates/date-text.ts";
import { Menu, MenuChoices } from "#app/ui/admin/admin-menu.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./report-bar.module.css";

/** YYYY-MM-DD, inclusive. */
type Range = Pick<Period, "from" | "to">;

/** `rangeText({ from: "2026-03-01", to: "2026-03-31" }) === "Mar 1 – Mar 31, 2026"` */
export function rangeText({ from, to }: Range): string {
  if (from === to) return isoDay(to);
  return `${from.slice(0, 4) === to.slice(0, 4) ? isoMonthDay(from) : isoDay(from)} – ${isoDay(to)}`;
}

/** Formats the compared period; `Nov 16, 2026 up to 10:30 AM` while the period has not ended. */
export const comparedText = ({ until, timezone, ...range }: Period) =>
  until === undefined
    ? rangeText(range)
    : `${rangeText(range)} up to ${clockOf(new Date(until), timezone)}, the same time of day`;

/** The period, comparison and filters of a report: links and plain forms, with all state in the URL. */
export function ReportBar({
  report,
  suggestions = [],
  hasComparison = false,
  hasFilters = true,
  children,
}: {
  report: Pick<ReportQuery, "preset" | "period" | "comparison" | "filters">;
  suggestions?: readonly string[];
  hasComparison?: boolean;
  hasFilters?: boolean;
  children?: ReactNode;
}) {
  const { search } = useLocation();
  const { preset, period, comparison, filters } = report;
  return (
    <section className={`cluster middle gap-50 ${css.bar}`} aria-label="Period and filters">
      <Menu
        about={`Period: ${preset ? presets[preset] : rangeText(period)}`}
        label={
          <>
            <Icon name="calendar" size={16} />
            {preset ? presets[preset] : rangeText(period)}
          </>
        }
      >
        <MenuChoices
          choices={Object.entries(presets)}
          current={preset}
          to={(name) => withQuery(search, { period: name, from: null, to: null })}
        />
        <Form method="get" className="grid gap-60" preventScrollReset>
          <Kept search={search} without={["period", "from", "to"]} />
          <div className={`grid gap-60 ${css.dates}`}>
            <label className="grid muted">
              From
              <input type="date" name="from" required defaultValue={period.from} key={period.from} />
            </label>
            <label className="grid muted">
              To
              <input type="date" name="to" required defaultValue={period.to} key={period.to} />
            </label>
          </div>
          <Button type="submit" size={32}>
            Show these dates
          </Button>
        </Form>
      </Menu>
      {hasComparison && (
        <Menu
          about={`Comparison: ${comparisonLabels[comparison ?? "none"]}`}
          label={comparisonLabels[comparison ?? "none"]}
        >
          <MenuChoices
            choices={Object.entries(comparisonLabels)}
            current={comparison ?? "none"}
            to={(name) => withQuery(search, { compare: name === "previous" ? null : name })}
          />
        </Menu>
      )}
      {children}
      {hasFilters && (
        <Menu
          label={
            <>
              <Icon name="filter" size={16} />
              Add filter
            </>
          }
        >
          <Form method="get" className="grid gap-60" preventScrollReset>
            <Kept search={search} />
            <div className={`grid gap-50 ${css.filter}`}>
              <select name="filter" aria-label="Filter by">
                {Object.entries(dimensionLabels).map(([dimension, label]) => (
                  <option key={dimension} value={dimension}>
                    {label}
                  </option>
                ))}
              </select>
              <select name="is" aria-label="Condition">
                <option value="is">is</option>
                <option value="not">is not</option>
              </select>
              <input name="value" aria-label="Value" list="filter-values" maxLength={300} autoComplete="off" />
            </div>
            <datalist id="filter-values">
              {suggestions.map((value) => (
                <option key={value} value={value} />
              ))}
            </datalist>
            <p className={`muted lh-145 ${css.hint}`}>
              <code>*</code> stands for any text: <code>/blog/*</code>. Without a value the filter finds visits where it
              is unknown.
            </p>
            <Button type="submit" size={32}>
              Add filter
            </Button>
          </Form>
        </Menu>
      )}
      {filters.length > 0 && (
        <ul className="cluster gap-40" aria-label="Filters">
          {filters.map((filter) => (
            <li key={`${filter.dimension} ${filter.isExcluded}`}>
              <Link
                className={`smaller breaks middle gap-50 rounded ${css.chip}`}
                to={withoutFilter(search, filter)}
                aria-label={`Remove the filter ${filterText(filter)}`}
                preventScrollReset
              >
                {filterText(filter)}
                <Icon name="close" size={12} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `filterText(…) === "Source is not google.com or bing.com"` */
export const filterText = ({ dimension, isExcluded, values }: VisitFilter): string =>
  `${dimensionLabels[dimension]} is ${isExcluded ? "not " : ""}${values.map((value) => valueLabel(dimension, value)).join(" or ")}`;

/** Keeps the other query parameters as hidden fields, because a GET form replaces all of them. */
function Kept({ search, without = [] }: { search: string; without?: readonly string[] }) {
  const dropped = new Set([...without, "after", "before"]);
  return [...new URLSearchParams(search)].map(([name, value]) =>
    dropped.has(name) ? null : <input key={`${name} ${value}`} type="hidden" name={name} value={value} />,
  );
}
