import type { ReactNode } from "react";
import css from "./empty.module.css";

/** Where something could be and is not: what is missing, one line on what it would be, and the action that makes it. */
export function Empty({
  title,
  text,
  action,
  level = 2,
}: {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3 | 4;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={`gridpaper ${css.empty}`}>
      <Heading className="t4">{title}</Heading>
      {text && <p className="small">{text}</p>}
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
