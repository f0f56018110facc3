import type { ReactNode } from "react";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./accordion.module.css";

export type AccordionItem = { id?: string; title: string; body: ReactNode; open?: boolean };

/**
 * Questions that open one at a time. Native `details` with one `name`: needs no script, is searchable by the browser, and can
 * be linked to by `id`. Titles are headings of `level`.
 */
export function Accordion({
  name,
  items,
  level = 3,
}: {
  name: string;
  items: readonly AccordionItem[];
  level?: 2 | 3 | 4;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={`ruled ${css.accordion}`}>
      {items.map(({ id, title, body, open }) => (
        <details key={id ?? title} id={id} name={name} open={open}>
          <summary>
            <Heading className={css.title}>{title}</Heading>
            <Icon name="plus" size={22} />
          </summary>
          <div className={`prose ${css.body}`}>{body}</div>
        </details>
      ))}
    </div>
  );
}
