import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./tabs.module.css";

/** Tabs that are separate pages: links under one heading, the current one underlined. */
export function TabLinks({
  label,
  items,
  current,
}: {
  label: string;
  items: readonly { href: string; label: ReactNode }[];
  /** `href` of the current page. */
  current: string;
}) {
  return (
    <nav className={`line ${css.strip}`} aria-label={label}>
      {items.map((item) => (
        <a
          key={item.href}
          className={`middle gap-60 muted rigid strong nowrap ${css.tab}`}
          href={item.href}
          aria-current={item.href === current ? "page" : undefined}
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}

/** Tabs that switch a part of the page. Arrow keys, Home and End move between them. */
export function Tabs<Key extends string>({
  label,
  items,
  current,
  onCurrent,
  children,
}: {
  label: string;
  items: readonly { key: Key; label: string }[];
  current: Key;
  onCurrent: (key: Key) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex(({ key }) => key === current);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const next = to === undefined ? undefined : items[(to + items.length) % items.length];
    if (!next) return;
    event.preventDefault();
    onCurrent(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} className={`line ${css.strip}`} role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            data-key={item.key}
            className={`middle gap-60 muted rigid strong nowrap ${css.tab}`}
            aria-selected={item.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={item.key === current ? 0 : -1}
            onClick={() => onCurrent(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      <div className={classNames(css.panel)} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </>
  );
}
