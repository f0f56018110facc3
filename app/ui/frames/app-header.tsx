import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { Logo } from "#app/ui/logos/logo.tsx";
import { type AccountEntry, AccountMenu } from "./account-menu.tsx";
import css from "./app-header.module.css";

/** The header of app pages: the logo, `title`, actions (`children`: save state, share, leave) and the account menu. */
export function AppHeader({
  title,
  account,
  scripted = false,
  children,
}: {
  title?: string;
  account?: AccountEntry | null;
  /** The page's actions need scripts: without them a notice, with this sentence, is shown and the buttons are hidden. */
  scripted?: boolean | string;
  children?: ReactNode;
}) {
  return (
    <header className={classNames("sheet-surface", css.header, scripted && css.scripted)}>
      <div className={classNames("wrap", `line middle gap-100 ${css.bar}`)}>
        <Logo className={css.logo} />
        {title && <p className={`ellipsis shrinks ui-size ${css.title}`}>{title}</p>}
        <div className={`line middle ${css.right}`}>
          {children}
          {account && <AccountMenu {...account} />}
        </div>
      </div>
      {scripted && (
        <noscript>
          <div className={classNames("wrap", css.note)}>
            <Notice kind="caution">
              {scripted === true ? "Some actions on this page need JavaScript. To use them, turn" : `${scripted} Turn`}{" "}
              JavaScript on and reload the page.
            </Notice>
          </div>
        </noscript>
      )}
    </header>
  );
}
