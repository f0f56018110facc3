import type { ReactNode } from "react";
import css from "../account.module.css";

/** One subject of the account: what it is and what it is for in the margin, what can be done about it beside. */
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
        <div className={css.text}>{text}</div>
      </div>
      <div className={css.work}>{children}</div>
    </section>
  );
}
