import type { ReactNode } from "react";
import type { Text } from "#app/features/content/rich-text.ts";
import { Table } from "#app/ui/lists/table.tsx";
import css from "./legal-page.module.css";

/** A table of a legal text: its first column names the row. */
export function StackedTable({
  caption,
  head,
  rows,
  words,
}: {
  caption: string;
  head: readonly string[];
  rows: readonly (readonly Text[])[];
  words: (text: Text) => ReactNode;
}) {
  return (
    <Table
      caption={caption}
      quiet
      className={css.table}
      columns={head.map((label, index) => ({
        key: label,
        label,
        heads: index === 0,
        cell: (row: readonly Text[]) => words(row[index] ?? ""),
      }))}
      rows={rows}
      rowKey={(row) => String(row[0])}
    />
  );
}
