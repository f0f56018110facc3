import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import css from "./menu.module.css";

/**
 * A button that opens a panel of links and forms. Uses native `details`, so it works without scripts; with scripts it also closes after
 * following a link inside and on outside clicks (app/ui/dismissal.ts). Opened while a page loads, it stays open.
 */
export function Menu({ label, about, children }: { label: ReactNode; about?: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const { search } = useLocation();
  const next = useNavigation().location;
  const openedFor = useRef(search);
  useEffect(() => {
    const menu = details.current;
    if (!menu?.open || openedFor.current === search) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary")?.focus();
  }, [search]);
  return (
    <details
      ref={details}
      className={css.menu}
      name="report-menu"
      data-menu=""
      onToggle={() => {
        openedFor.current = (next ?? { search }).search;
      }}
    >
      <summary className={css.button} aria-label={about}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={css.panel}>{children}</div>
    </details>
  );
}
