import type { ReactNode } from "react";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./accordion.module.css";

export type AccordionItem = { id?: string; title: string; body: ReactNode; open?: boolean };

/**
 * Questions that open one at a time. Native `details` with one `name`: needs no script, is searchable by the browser, and can
 * be linked to by `id`.
 */
export function Accordion({ name, items }: { name: string; items: readonly AccordionItem[] }) {
  return (
    <div className={`ruled ${css.accordion}`}>
      {items.map(({ id, title, body, open }) => (
        <details key={id ?? title} id={id} name={name} open={open}>
          <summary>
            <h3 className={`larger weight-560 ${css.title}`}>{title}</h3>
            <Icon name="plus" size={22} />
          </summary>
          <div className={`prose ${css.body}`}>{body}</div>
        </details>
      ))}
    </div>
  );
}
