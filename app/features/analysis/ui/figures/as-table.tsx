import { memo, useState } from "react";
import { Table, type TableProps } from "#app/ui/lists/table.tsx";
import { useAfterPaint } from "../page/after-paint.ts";
import css from "./drawing.module.css";

/** While the fold is closed it updates after the drawing. */
export function AsTable<Row>(props: Omit<TableProps<Row>, "quiet" | "className">) {
  const [isOpen, setOpen] = useState(false);
  const hidden = useAfterPaint(props);
  return (
    <details className={css.table} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>The same as a table</summary>
      <Figures {...(isOpen ? props : hidden)} quiet />
    </details>
  );
}

const Figures = memo(Table) as typeof Table;
