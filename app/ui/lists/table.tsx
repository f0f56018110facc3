import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./table.module.css";
import { tableRoles } from "./table-roles.ts";

export type Column<Row> = {
  /** Only where two columns can have the same heading. */
  key?: string;
  /** The column heading, and the label of the value in stacked rows on narrow screens. */
  label: string;
  /** Instead of the plain heading: a sort button. */
  head?: ReactNode;
  sorted?: "ascending" | "descending";
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** This cell is the row header. */
  heads?: boolean;
};

export type TableProps<Row> = {
  caption: string;
  quiet?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  edited?: (row: Row) => boolean;
  /** Stays a table on narrow screens: few short columns for comparison. */
  stays?: boolean;
  className?: string | undefined;
};

/** Rows with an id need no other key. */
export type ById<Props extends { rowKey: unknown }> = Omit<Props, "rowKey"> & Partial<Pick<Props, "rowKey">>;
export const idOf = (row: unknown): string => (row as { id: string }).id;

/**
 * Rows under small headings with hairlines between them; under 1000 px each row becomes a list of label and value, unless it
 * `stays`. `edited` rows are canary.
 */
export function Table<Row extends { id: string }>(props: ById<TableProps<Row>>): ReactNode;
export function Table<Row>(props: TableProps<Row>): ReactNode;
export function Table<Row>({
  caption,
  quiet,
  columns,
  rows,
  rowKey = idOf,
  edited,
  stays,
  className,
}: ById<TableProps<Row>>) {
  // A name and its number stay side by side on every screen.
  const isPairs = columns.length === 2 && columns[0]?.heads && columns[1]?.numeric;
  return (
    <table
      className={classNames(css.table, !stays && css.stacks, isPairs && css.pairs, className)}
      {...tableRoles.table}
    >
      <caption className={quiet ? "vh" : css.caption}>{caption}</caption>
      <thead {...tableRoles.group}>
        <tr {...tableRoles.row}>
          {columns.map(({ key, label, head, sorted, numeric }) => (
            <th
              key={key ?? label}
              scope="col"
              {...tableRoles.columnHead}
              aria-sort={sorted}
              className={numeric ? css.end : undefined}
            >
              {head ?? label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...tableRoles.group}>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...tableRoles.row} className={edited?.(row) ? css.edited : undefined}>
            {columns.map((column) => (
              <Cell key={column.key ?? column.label} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column: { label, cell, numeric, heads }, row }: { column: Column<Row>; row: Row }) {
  const className = classNames(numeric && css.end, numeric && "num");
  return heads ? (
    <th scope="row" {...tableRoles.rowHead} className={classNames(css.heads, className)}>
      {cell(row)}
    </th>
  ) : (
    <td {...tableRoles.cell} data-label={label} className={className}>
      <div>{cell(row)}</div>
    </td>
  );
}
