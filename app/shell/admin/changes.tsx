import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from "react";
import { type Area, type Role, roleChanges } from "#app/lib/rights.ts";
import css from "./changes.module.css";

/*
 * What a role may not change it does not see: in a part of an area that the role only reads, every button is hidden and every field disabled,
 * but those of searches and those that only show or copy something (`data-reads`). Links to pages that only change something have `data-changes-only`.
 * The layout makes each page a part of its area; a page with parts of other areas names these. The commands check the right in any case.
 */

const MemberRole = createContext<Role>("owner");

export const MemberRoleProvider = MemberRole;

export function ChangesOf({ area, children }: { area: Area; children: ReactNode }) {
  const isReadOnly = !roleChanges(useContext(MemberRole), area);
  const part = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (isReadOnly && part.current ? disableFields(part.current) : undefined), [isReadOnly]);
  return (
    <div ref={part} className={css.part} data-changes={isReadOnly ? "no" : "yes"}>
      {children}
    </div>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Disables the fields of a part, also those that appear later. Returns what enables them again. */
function disableFields(part: HTMLElement): () => void {
  const disabled = new Set<Control>();
  const disable = () => {
    for (const control of part.querySelectorAll<Control>("input, select, textarea"))
      if (!control.disabled && !isForReading(control, part)) {
        control.disabled = true;
        disabled.add(control);
      }
  };
  disable();
  const observer = new MutationObserver(disable);
  observer.observe(part, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const control of disabled) control.disabled = false;
  };
}

function isForReading(control: Control, part: HTMLElement): boolean {
  const form = control.closest("form");
  const isSearch =
    form !== null && (form.getAttribute("method") !== "post" || form.querySelector("[data-reads]") !== null);
  return isSearch || control.closest("[data-reads]") !== null || control.closest("[data-changes]") !== part;
}
