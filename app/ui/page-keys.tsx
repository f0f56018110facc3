import { useEffect, useState } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import css from "./page-keys.module.css";

/** Keys of a page and what they do; `keys` are alternatives. */
export type PageKey = { keys: readonly string[]; text: string };

const everywhere: readonly PageKey[] = [
  { keys: ["/", "⌘ K", "Ctrl K"], text: "Search" },
  { keys: ["?"], text: "Show these shortcuts" },
];

/**
 * True when a pressed key is meant for the page: no modifier except Shift, no open dialog, and the focus is in no field.
 * Checkboxes count as no field, because nothing is typed into them.
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const field = "input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable=false])";
  return !(event.target instanceof Element && event.target.closest(field));
}

/** The list of a page's keyboard shortcuts in a dialog, opened by `?` or its button. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || !isPageKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return (
    <div className={css.foot}>
      <Button variant="tertiary" size={32} onClick={() => setOpen(true)}>
        Keyboard shortcuts
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className={css.keys}>
          {[...keys, ...everywhere].map(({ keys: ways, text }) => (
            <div key={text}>
              <dt>
                {ways.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </div>
  );
}
