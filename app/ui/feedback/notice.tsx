import type { ReactNode } from "react";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./notice.module.css";

const icons = { critical: "warning", caution: "warning", positive: "check", info: "info", trace: undefined } as const;
export type NoticeKind = keyof typeof icons;

/**
 * A message in the page: a server response above a form, or a fact to know before acting. `trace` is a note on canary paper.
 * With `live` it is announced when it appears, a critical one assertively.
 */
export function Notice({
  kind,
  title,
  live,
  children,
  className,
}: {
  kind: NoticeKind;
  title?: string;
  live?: boolean;
  children?: ReactNode;
  className?: string | undefined;
}) {
  const icon: IconName | undefined = icons[kind];
  const role = live ? (kind === "critical" ? "alert" : "status") : undefined;
  return (
    <div className={classNames(css.notice, css[kind], className)} role={role}>
      {icon && <Icon name={icon} size={20} />}
      <div className={css.words}>
        {title && <p className={css.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
