import { type ReactNode, type RefObject, useRef } from "react";
import { Link, useLocation } from "react-router";
import { withQuery } from "#app/lib/addresses/list-query.ts";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { type ById, type Column, idOf, Table } from "#app/ui/lists/table.tsx";
import css from "./admin-list.module.css";

/** A column of a long list; with `sort` its header sorts the list by that query value. */
export type ListColumn<Row> = Column<Row> & { sort?: string; startsDescending?: boolean };

type ListProps<Row> = {
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The order, where column heads can change it. */
  sort?: { key: string; direction: "asc" | "desc" };
  /** Cursors of the previous and next page. */
  previous?: string | null;
  next?: string | null;
  empty: ReactNode;
  selection?: ListSelection<Row> | undefined;
};

/**
 * A long list in pages, with order and cursor in the query, so that links, reloads and the back button show the same rows.
 * `selection` adds checkboxes for bulk actions. Without rows it shows `empty`.
 */
export function AdminList<Row extends { id: string }>(props: ById<ListProps<Row>>): ReactNode;
export function AdminList<Row>(props: ListProps<Row>): ReactNode;
export function AdminList<Row>({ rowKey = idOf, previous = null, next = null, ...list }: ById<ListProps<Row>>) {
  const { caption, columns, rows, sort, empty, selection } = list;
  const { search } = useLocation();
  const lastChosen = useRef<string | null>(null);
  const sortable = columns.map((column): Column<Row> => {
    if (!column.sort) return column;
    const isSorted = column.sort === sort?.key;
    const direction = isSorted
      ? sort?.direction === "asc"
        ? "desc"
        : "asc"
      : column.startsDescending
        ? "desc"
        : "asc";
    return {
      ...column,
      head: (
        <Link className={css.sort} to={withQuery(search, { sort: column.sort, direction })} preventScrollReset>
          {column.label}
        </Link>
      ),
      ...(isSorted ? { sorted: sort?.direction === "asc" ? ("ascending" as const) : ("descending" as const) } : {}),
    };
  });
  if (rows.length === 0 && !previous) return <>{empty}</>;
  return (
    <KeyedList hasSelection={selection !== undefined}>
      <Table
        caption={caption}
        quiet
        columns={selection ? [boxes(rows, rowKey, selection, lastChosen), ...sortable] : sortable}
        rows={rows}
        rowKey={rowKey}
        {...(selection ? { edited: (row: Row) => selection.chosen.has(rowKey(row)), className: css.choosable } : {})}
      />
      {(previous || next) && (
        <nav className={`line between gap-100 ${css.pager}`} aria-label="Pages of this list">
          <Turn search={search} change={{ before: previous }} label="Previous" />
          <Turn search={search} change={{ after: next }} label="Next" />
        </nav>
      )}
    </KeyedList>
  );
}

/** Selected rows by key. `label` is the checkbox label of a row: "Choose dana@northfield.example". */
export type ListSelection<Row> = {
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  label: (row: Row) => string;
};

function boxes<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  { chosen, onChosen, label }: ListSelection<Row>,
  last: RefObject<string | null>,
): Column<Row> {
  const keys = rows.map(rowKey);
  const all = keys.length > 0 && keys.every((key) => chosen.has(key));
  /** Selects or deselects a row; with `isRange` also those between it and the last selected one. */
  const toggle = (key: string, isRange: boolean) => {
    const changed = new Set(chosen);
    const isOn = !changed.delete(key);
    const [from, to] = [keys.indexOf(isRange && last.current ? last.current : key), keys.indexOf(key)];
    const between = from < 0 ? [key] : keys.slice(Math.min(from, to), Math.max(from, to) + 1);
    for (const one of between) {
      if (isOn) changed.add(one);
      else changed.delete(one);
    }
    last.current = key;
    onChosen(changed);
  };
  return {
    label: "Choose",
    head: (
      <input
        type="checkbox"
        className={css.box}
        aria-label="Choose every row on this page"
        checked={all}
        onChange={() =>
          onChosen(new Set(all ? [...chosen].filter((key) => !keys.includes(key)) : [...chosen, ...keys]))
        }
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        className={css.box}
        aria-label={`Choose ${label(row)}`}
        checked={chosen.has(rowKey(row))}
        onChange={({ nativeEvent }) => toggle(rowKey(row), nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    ),
  };
}

/** Bulk actions for the selected rows; sticks to the foot of the window while rows are selected. */
export function ChosenBar({
  count,
  noun,
  note,
  children,
}: {
  count: number;
  noun: string;
  /** A sentence about the selection, such as that more rows match. */
  note?: string | undefined;
  children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <section className={`cluster middle top-100 traced ${css.chosen}`} aria-label="Chosen rows">
      <p role="status">
        <b className="num">{count}</b> {noun} chosen {note && <span className="smaller block">{note}</span>}
      </p>
      <div className={`cluster gap-50 ${css.actions}`}>{children}</div>
    </section>
  );
}

function Turn({ search, change, label }: { search: string; change: Record<string, string | null>; label: string }) {
  const isThere = Object.values(change).some((cursor) => cursor !== null);
  return isThere ? (
    <Link className={buttonClass({ size: 32 })} to={withQuery(search, change)}>
      {label}
    </Link>
  ) : (
    <span className={css.end} aria-hidden="true">
      {label}
    </span>
  );
}
