import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useLocation, useSubmit } from "react-router";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import chipCss from "../buttons/chip.module.css";
import css from "./admin-filters.module.css";

/** A filter as chips; `name` is its query parameter, and "" means all. */
export type FilterChips = {
  name: string;
  label: string;
  options: readonly { value: string; label: string; count?: number }[];
};
export type FilterSelect = {
  name: string;
  label: string;
  all: string;
  options: readonly { value: string; label: string }[];
};

export type FilterDate = { name: string; label: string };

const waitsMs = 300;

/** Typing "2026" into a date field passes the years 2, 20 and 202, so earlier years only apply on blur. */
const earliestTyped = "2000";

/**
 * Search and filters of a list, stored in the query (`q` and the given names). Works as a plain form; with scripts the list
 * updates while the user types. `result` is the announced count ("36 requests").
 */
export function AdminFilters({
  search,
  chips = [],
  selects = [],
  dates = [],
  result,
}: {
  /** Label of the search field; without it there is none. */
  search?: string;
  chips?: readonly FilterChips[];
  selects?: readonly FilterSelect[];
  dates?: readonly FilterDate[];
  result: ReactNode;
}) {
  const location = useLocation();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const params = new URLSearchParams(location.search);
  const asked = params.get("q") ?? "";
  const isDateOpen = useRef(false);
  const follow = () => {
    isDateOpen.current = false;
    return submit(form.current, { replace: true, preventScrollReset: true });
  };
  const followOnEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    follow();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // Back and links change the query under the fields. A field keeps its element, and so the focus.
  useEffect(() => {
    const current = new URLSearchParams(location.search);
    for (const field of form.current?.elements ?? []) {
      const isControl =
        field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== "hidden");
      if (isControl && field !== document.activeElement) field.value = current.get(field.name) ?? "";
    }
  }, [location.search]);
  const own = new Set(["q", "after", "before", ...[...selects, ...dates].map(({ name }) => name)]);
  const filters = [...chips, ...selects, ...dates];
  const isFiltered = asked !== "" || filters.some(({ name }) => params.get(name));
  const none = Object.fromEntries([["q", null], ...filters.map(({ name }) => [name, null] as const)]);
  // On phones, more than two filters fold behind their number.
  const foldable = [...selects, ...dates];
  const isLong = foldable.length > 2;
  const chosen = foldable.filter(({ name }) => params.get(name)).length;
  return (
    <Form ref={form} method="get" className={`cluster middle gap-75 ${css.strip}`} role="search">
      {search && (
        <div className={`line middle muted sheet-surface rounded ${css.search}`}>
          <Icon name="search" size={16} />
          <input
            type="search"
            name="q"
            aria-label={search}
            placeholder={search}
            defaultValue={asked}
            maxLength={100}
            autoComplete="off"
            onInput={() => {
              clearTimeout(timer.current);
              timer.current = setTimeout(follow, waitsMs);
            }}
          />
        </div>
      )}
      {[...params].map(([name, value]) =>
        own.has(name) ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {chips.map(({ name, label, options }) => (
        <nav key={name} className={`cluster gap-40 ${css.chips}`} aria-label={label}>
          {options.map(({ value, label: word, count }) => (
            <Link
              key={value}
              className={classNames(chipCss.chip, css.chip)}
              aria-current={(params.get(name) ?? "") === value || undefined}
              to={withQuery(location.search, { [name]: value })}
              preventScrollReset
            >
              {word}
              {count !== undefined && <span className={chipCss.count}>{formatNumber(count)}</span>}
            </Link>
          ))}
        </nav>
      ))}
      {isLong && (
        <details className={`hidden ${css.fold}`}>
          <summary>{chosen > 0 ? `Filters (${chosen})` : "Filters"}</summary>
        </details>
      )}
      <div className={css.selects}>
        {selects.map(({ name, label, all, options }) => (
          <div key={name} className={`line middle ${css.select}`}>
            <select name={name} aria-label={label} defaultValue={params.get(name) ?? ""} onChange={follow}>
              <option value="">{all}</option>
              {options.map(({ value, label: word }) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
            <Icon name="chevron" size={14} />
          </div>
        ))}
        {dates.map(({ name, label }) => (
          <label key={name} className={`middle gap-40 muted smaller ${css.date}`}>
            {label}
            <input
              type="date"
              name={name}
              defaultValue={params.get(name) ?? ""}
              max="2999-12-31"
              onChange={({ target }) => {
                isDateOpen.current = true;
                if (target.value >= earliestTyped) void follow();
              }}
              onBlur={() => isDateOpen.current && follow()}
              onKeyDown={followOnEnter}
            />
          </label>
        ))}
      </div>
      <noscript>
        <button type="submit" className={buttonClass({ size: 32 })}>
          Show
        </button>
      </noscript>
      {isFiltered && (
        <Link className={`middle smaller strong ${css.clear}`} to={withQuery(location.search, none)}>
          Clear
        </Link>
      )}
      <p className={`muted ${css.result}`} role="status">
        {result}
      </p>
    </Form>
  );
}
