import { type ReactNode, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";
import css from "./menu.module.css";

/**
 * A button that opens a panel of links and forms. Uses native `details`, so it works without scripts; with scripts it also closes when a
 * link or form inside is used, and on outside clicks (app/ui/dismissal.ts).
 */
export function Menu({ label, about, children }: { label: ReactNode; about?: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const close = () => {
    const menu = details.current!;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };
  return (
    <details
      ref={details}
      className={css.menu}
      name="report-menu"
      data-menu=""
      onSubmit={close}
      onClick={({ target }) => target instanceof Element && target.closest("a") && close()}
    >
      <summary className={css.button} aria-label={about}>
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div className={css.panel}>{children}</div>
    </details>
  );
}
