import { createContext, type ReactNode, use, useEffect, useId, useLayoutEffect, useMemo, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { isPageKey, type PageKey } from "#app/ui/lists/page-key.ts";
import css from "./page-keys.module.css";

const everywhere: readonly PageKey[] = [
  { keys: ["/", "⌘ K", "Ctrl K"], text: "Search" },
  { keys: ["?"], text: "Show these shortcuts" },
];

type Help = {
  set: (id: string, keys: readonly PageKey[]) => void;
  remove: (id: string) => void;
  open: () => void;
  /** The part of the page with the button: the last of several. Null before the first has been added. */
  withButton: string | null;
};

const HelpContext = createContext<Help | null>(null);

/** Shows the page's keyboard shortcuts in a dialog, opened by `?`. Render it once around all pages of an area. */
export function PageKeysHelp({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<ReadonlyMap<string, readonly PageKey[]>>(new Map());
  const change = useMemo(
    () => ({
      set: (id: string, keys: readonly PageKey[]) => setAdded((current) => new Map(current).set(id, keys)),
      remove: (id: string) => setAdded((current) => new Map([...current].filter(([each]) => each !== id))),
      open: () => setOpen(true),
    }),
    [],
  );
  const withButton = [...added.keys()].at(-1) ?? null;
  const help = useMemo<Help>(() => ({ ...change, withButton }), [change, withButton]);
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
  const shown = new Map([...[...added.values()].flat(), ...everywhere].map((key) => [key.text, key]));
  return (
    <HelpContext value={help}>
      {children}
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Keyboard shortcuts">
        <dl className={`grid ui-size ${css.keys}`}>
          {[...shown.values()].map(({ keys: ways, text }) => (
            <div className="grid gap-100 baseline" key={text}>
              <dt className="cluster">
                {ways.map((key) => (
                  <kbd className="rounded sheet-surface" key={key}>
                    {key}
                  </kbd>
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

/** Adds shortcuts to the help, with a button that opens it; a page has one button. `keys` must be stable across renders. */
export function PageKeys({ keys }: { keys: readonly PageKey[] }) {
  const help = use(HelpContext);
  const id = useId();
  const [set, remove] = [help?.set, help?.remove];
  useLayoutEffect(() => set?.(id, keys), [set, id, keys]);
  useLayoutEffect(() => () => remove?.(id), [remove, id]);
  if (help?.withButton && help.withButton !== id) return null;
  return (
    <div className={css.foot}>
      <Button variant="tertiary" size={32} onClick={() => help?.open()}>
        Keyboard shortcuts
      </Button>
    </div>
  );
}
