import { type ReactNode, useEffect, useRef } from "react";
import { Link, useNavigation } from "react-router";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./admin-menu.module.css";

/**
 * A button that opens a panel of links and forms. Uses native `details`, so it works without scripts; with scripts it also closes when
 * a navigation begins and on outside clicks (app/ui/dialogs/dismissal.ts).
 */
export function Menu({ label, about, children }: { label: ReactNode; about?: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isLeaving = useNavigation().state !== "idle";
  useEffect(() => {
    const menu = details.current;
    if (!isLeaving || !menu?.open) return;
    const hadFocus = menu.contains(document.activeElement);
    menu.open = false;
    if (hadFocus) menu.querySelector("summary")?.focus();
  }, [isLeaving]);
  return (
    <details
      ref={details}
      className={css.menu}
      name="report-menu"
      data-menu=""
      onToggle={() => panel.current && keepInWindow(panel.current)}
    >
      <summary
        className={`breaks middle gap-50 rounded sheet-surface smaller weight-560 ${css.button}`}
        aria-label={about}
      >
        {label}
        <Icon name="chevron" size={14} />
      </summary>
      <div ref={panel} className={`card smaller ${css.panel}`}>
        {children}
      </div>
    </details>
  );
}

/** Moves a panel that crosses the right edge of the window to the left. */
function keepInWindow(panel: HTMLElement) {
  panel.style.translate = "";
  const over = panel.getBoundingClientRect().right - document.documentElement.clientWidth;
  if (over > 0) panel.style.translate = `-${Math.ceil(over)}px`;
}

/** The choices of a menu as links, with a check mark at the current one. `keepsScroll`: the page stays where it is. */
export const MenuChoices = <Value extends string | null>({
  choices,
  current,
  to,
  keepsScroll = true,
}: {
  choices: readonly (readonly [value: Value, label: string])[];
  current: Value | null;
  to: (value: Value) => string;
  keepsScroll?: boolean;
}) => (
  <ul>
    {choices.map(([value, label]) => (
      <li key={value}>
        <Link
          className="line middle between gap-100"
          to={to(value)}
          aria-current={value === current ? "true" : undefined}
          preventScrollReset={keepsScroll}
        >
          {label}
          {value === current && <Icon name="check" size={14} />}
        </Link>
      </li>
    ))}
  </ul>
);
