import { useEffect, useRef, useState } from "react";
import { listedIn, withHidden, withMoved, withNew } from "#app/features/content/automations/catalog-edits.ts";
import { Button, IconButton } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckField } from "#app/ui/forms/field.tsx";
import css from "./catalog-list.module.css";

type Props = { text: string; isLocked: boolean; onChange: (text: string) => void };

/** Shows, hides, orders and adds automations by changing their text, which stays visible below. */
export function CatalogList({ text, isLocked, onChange }: Props) {
  const [moved, setMoved] = useState<{ title: string; by: number; place: number } | null>(null);
  const [added, setAdded] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const rows = listedIn(text);
  // An element that React moves loses the focus.
  useEffect(() => {
    if (moved) list.current?.children[moved.place]?.querySelector<HTMLElement>(`[data-by="${moved.by}"]`)?.focus();
  }, [moved]);
  const move = (from: number, by: number) => {
    const place = from + by;
    if (place < 0 || place >= rows.length) return;
    setMoved({ title: rows[from]!.title, by, place });
    onChange(withMoved(text, from, place));
  };
  const add = () => {
    const made = withNew(text);
    setAdded(made.number);
    onChange(made.text);
  };
  return (
    <section aria-labelledby="catalog" className="grid cols-1 gap-100">
      <h2 id="catalog" className="larger strong">
        Grid
      </h2>
      <Notice kind="info">
        A hidden automation leaves every public page, and its address says that you no longer offer it. Analyses are
        still computed with all specified automations and can recommend a hidden one; your own have no figures in the
        return model, so no analysis recommends them.
      </Notice>
      <ol ref={list} className={`rule-top ${css.rows}`}>
        {rows.map(({ title, isHidden }, place) => (
          <li
            key={`${title} ${rows.findIndex((row) => row.title === title) === place ? "" : place}`}
            className={`grid middle gap-75 ${css.row}`}
          >
            <CheckField
              label={title}
              className={css.shown}
              checked={!isHidden}
              disabled={isLocked}
              onChange={({ target }) => onChange(withHidden(text, place, !target.checked))}
            />
            <span className="line">
              {([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  icon="chevron"
                  bare
                  label={`Move ${title} ${by < 0 ? "up" : "down"}`}
                  className={by < 0 ? css.up : undefined}
                  data-by={by}
                  aria-disabled={isLocked || rows[place + by] === undefined || undefined}
                  onClick={() => !isLocked && move(place, by)}
                />
              ))}
            </span>
          </li>
        ))}
      </ol>
      <p className="vh" role="status">
        {moved && `${moved.title} is number ${moved.place + 1} of ${rows.length}.`}
      </p>
      <p className={`cluster middle gap-75 ${css.add}`}>
        <Button size={40} icon="plus" disabled={isLocked} onClick={add}>
          Add an automation
        </Button>
        <span role="status">
          {added && `${added} is at the end of the text. Write its parts, then select it above to show it.`}
        </span>
      </p>
    </section>
  );
}
