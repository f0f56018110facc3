import type { ReactNode } from "react";
import { type AccountEntry, AccountMenu } from "./account-menu.tsx";
import css from "./app-header.module.css";
import { classNames } from "./class-names.ts";
import { Logo } from "./logo.tsx";

/**
 * The title strip of pages for signed-in people: the logo, what is open (`title`), and at the right what can be done with
 * it (`children`: save state, share, leave) and the account menu.
 */
export function AppHeader({
  title,
  account,
  children,
}: {
  title?: string;
  account?: AccountEntry | null;
  children?: ReactNode;
}) {
  return (
    <header className={css.header}>
      <div className={classNames("wrap", css.bar)}>
        <Logo className={css.logo} />
        {title && <p className={css.title}>{title}</p>}
        <div className={css.right}>
          {children}
          {account && <AccountMenu {...account} />}
        </div>
      </div>
    </header>
  );
}
