import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import css from "./page-keys.module.css";

/** Keyboard shortcuts and their effect; `keys` are alternatives. */
export type PageKey = { keys: readonly string[]; text: string };

const everywhere: readonly PageKey[] = [
  { keys: ["/", "⌘ K", "Ctrl K"], text: "Search" },
  { keys: ["?"], text: "Show these shortcuts" },
];

/**
 * Whether a key press is a page shortcut: no modifier except Shift, no open dialog, no focused field. Checkboxes are not
 * fields, because nothing is typed into them.
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  const field = "input:not([type=checkbox]), select, textarea, [contenteditable]:not([contenteditable=false])";
  return !(event.target instanceof Element && event.target.closest(field));
}

type Help = { add: (keys: readonly PageKey[]) => () => void; open: () => void };

const HelpContext = createContext<Help | null>(null);

/** Shows the page's keyboard shortcuts in a dialog, opened by `?`. Render it once around all pages of an area. */
export function PageKeysHelp({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<readonly (readonly PageKey[])[]>([]);
  const help = useMemo<Help>(
    () => ({
      add: (keys) => {
        setAdded((current) => [...current, keys]);
        return () => setAdded((current) => current.filter((each) => each !== keys));
      },
      open: () => setOpen(true),
    }),
    [],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "?" || !isPageKey(event)) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  // Two lists on one page have the same keys.
  const shown = new Map([...added.flat(), ...everywhere].map((key) => [key.text, key]));
  return (
    <HelpContext value={help}>
      {children}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className={`grid ui-size ${css.keys}`}>
          {[...shown.values()].map(({ keys: ways, text }) => (
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
    </HelpContext>
  );
}

/** Adds shortcuts to the help, with a button that opens it. `keys` must be stable across renders. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const help = use(HelpContext);
  useEffect(() => help?.add(keys), [help, keys]);
  return (
    <div className={css.foot}>
      <Button variant="tertiary" size={32} onClick={() => help?.open()}>
        Keyboard shortcuts
      </Button>
    </div>
  );
}
