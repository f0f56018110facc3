import type { ReactNode } from "react";
import { type AccountEntry, AccountMenu } from "./account-menu.tsx";
import css from "./app-header.module.css";
import { classNames } from "./class-names.ts";
import { Logo } from "./logo.tsx";
import { Notice } from "./notice.tsx";

/**
 * The title strip of pages for signed-in people: the logo, what is open (`title`), and at the right what can be done with
 * it (`children`: save state, share, leave) and the account menu.
 */
export function AppHeader({
  title,
  account,
  scripted = false,
  children,
}: {
  title?: string;
  account?: AccountEntry | null;
  /** The page's actions need scripts: without them it says so, and its buttons that do nothing are hidden. */
  scripted?: boolean;
  children?: ReactNode;
}) {
  return (
    <header className={classNames(css.header, scripted && css.scripted)}>
      <div className={classNames("wrap", css.bar)}>
        <Logo className={css.logo} />
        {title && <p className={css.title}>{title}</p>}
        <div className={css.right}>
          {children}
          {account && <AccountMenu {...account} />}
        </div>
      </div>
      {scripted && (
        <noscript>
          <div className={classNames("wrap", css.note)}>
            <Notice kind="caution">
              Some actions on this page need JavaScript. To use them, turn JavaScript on and reload the page.
            </Notice>
          </div>
        </noscript>
      )}
    </header>
  );
}
