import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { hasRowLinks, listKeys, useListKeys } from "#app/ui/lists/list-keys.ts";
import css from "./keyed-list.module.css";
import { PageKeys } from "./page-keys.tsx";

/** Moves through its rows with j and k: table rows and elements with `data-row`. */
export function KeyedList({ hasSelection = false, children }: { hasSelection?: boolean; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  const [hasLinks, setHasLinks] = useState(false);
  // No dependencies: rows are read after each render.
  useEffect(() => setHasLinks(hasRowLinks(list.current)));
  const keys = useMemo(() => listKeys({ hasLinks, hasSelection }), [hasLinks, hasSelection]);
  return (
    <div ref={list} className={`shrinks ${css.list}`} data-list>
      {children}
      <PageKeys keys={keys} />
    </div>
  );
}
