import type { ReactNode } from "react";
import css from "../account.module.css";

export function AccountSection({
  title,
  text,
  id,
  children,
}: {
  title: string;
  text: ReactNode;
  id?: string;
  children: ReactNode;
}) {
  return (
    <section className={css.section} id={id}>
      <div className={css.margin}>
        <h2 className="t3">{title}</h2>
        <div className={`top-75 soft ${css.text}`}>{text}</div>
      </div>
      <div className={css.work}>{children}</div>
    </section>
  );
}
