import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./section.module.css";

/**
 * A page section under a dimension line: the tag (Fig. 02, A-03) in the margin, the heading from column 3, supporting text
 * bottom-aligned from column 9. `surface` "sheet" sets it on a full-width raised sheet.
 */
export function Section({
  id,
  tag,
  title,
  aside,
  level = 2,
  size = "t2",
  surface = "page",
  children,
  bleed,
}: {
  id?: string;
  tag?: string;
  title?: ReactNode;
  aside?: ReactNode;
  level?: 2 | 3;
  size?: "t1" | "t2";
  surface?: "page" | "sheet";
  children?: ReactNode;
  /** After the rest, at full window width. */
  bleed?: ReactNode;
}) {
  const Heading = `h${level}` as const;
  return (
    <section id={id} className={classNames("sec", surface === "sheet" && css.sheet)}>
      <div className="wrap">
        {title && (
          <div className={classNames("g12", css.head)}>
            {tag && <p className={classNames("note", css.tag)}>{tag}</p>}
            <Heading className={classNames(size, css.title)}>{title}</Heading>
            {aside && <div className={classNames("prose", css.aside)}>{aside}</div>}
          </div>
        )}
        {children}
      </div>
      {bleed}
    </section>
  );
}
