import type { ReactNode } from "react";
import css from "./empty.module.css";

/** An empty state: what is missing, what will appear, and the action that creates the first one. */
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
    <div className={`gridpaper grid gap-50 justify-items-start packed ${css.empty}`}>
      <Heading className="t4">{title}</Heading>
      {text && <p className="small">{text}</p>}
      {action && <div className="top-75">{action}</div>}
    </div>
  );
}
