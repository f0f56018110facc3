import { type RefObject, useEffect } from "react";
import { isPageKey, type PageKey } from "./page-key.ts";

const moves: readonly PageKey[] = [
  { keys: ["j"], text: "Next row" },
  { keys: ["k"], text: "Previous row" },
];
const open: readonly PageKey[] = [{ keys: ["Enter"], text: "Open the row" }];
const choices: readonly PageKey[] = [
  { keys: ["x"], text: "Choose the row, or not" },
  { keys: ["Shift X"], text: "Choose every row since the last choice" },
];

export const listKeys = ({
  hasLinks,
  hasSelection,
}: {
  hasLinks: boolean;
  hasSelection: boolean;
}): readonly PageKey[] => [...moves, ...(hasLinks ? open : []), ...(hasSelection ? choices : [])];

/**
 * Keys of a list: j and k move the focus between the rows' links, which Enter opens and screen readers announce. A row without
 * a link gets the focus itself, never one of its buttons, because Enter must not run it. x toggles the row's checkbox. With
 * several lists on a page the keys apply to the focused one, or the first.
 */
export function useListKeys(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    // A row removed by an action loses the focus; j then goes to the row in its place.
    let nearest: (HTMLElement | undefined)[] = [];
    const press = (event: KeyboardEvent) => {
      const element = list.current;
      if (!element || !isPageKey(event) || element !== listInUse()) return;
      const rows = [...element.querySelectorAll<HTMLElement>(rowSelector)];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") {
        const kept = nearest.find((row) => row && rows.includes(row));
        const wanted = at >= 0 ? at + (key === "j" ? 1 : -1) : kept ? rows.indexOf(kept) : 0;
        const to = Math.min(Math.max(wanted, 0), rows.length - 1);
        nearest = [rows[to], rows[to + 1], rows[to - 1]];
        focusRow(rows[to]);
      } else if (key === "x" && at >= 0) {
        const box = rows[at]?.querySelector("input[type=checkbox]");
        box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }));
      } else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [list]);
}

export const rowSelector = "tbody tr, [data-row]";
const rowLink = "a[href]:not([download])";

/** Whether Enter opens at least one row of the list. */
export const hasRowLinks = (list: HTMLElement | null): boolean =>
  Boolean(list?.querySelector(`:is(${rowSelector}) ${rowLink}`));

const listInUse = () => document.activeElement?.closest("[data-list]") ?? document.querySelector("[data-list]");

/** Focuses the link of a row, or a row without links itself: never a button, which Enter would press. */
export function focusRow(row: HTMLElement | undefined) {
  if (!row) return;
  const link = row.querySelector<HTMLElement>("th[scope=row] a") ?? row.querySelector<HTMLElement>(rowLink);
  if (!link) row.tabIndex = -1;
  (link ?? row).focus();
}
