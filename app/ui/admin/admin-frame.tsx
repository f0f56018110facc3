import type { ReactNode } from "react";
import { Link } from "react-router";
import { firmName, isUnnamed } from "#app/lib/firm.ts";
import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Mark, Wordmark } from "#app/ui/logos/logo.tsx";
import css from "./admin-frame.module.css";

export type AdminNavLink = {
  href: string;
  label: string;
  icon: IconName;
  /** Number of pending items; 0 is not shown. */
  count?: number | undefined;
};
export type AdminGroup = { title: string; links: readonly AdminNavLink[] };

type Frame = {
  groups: readonly AdminGroup[];
  /** `href` of the link for this page. */
  current: string | undefined;
  account: { label: string; signOut: (className: string | undefined) => ReactNode } | null;
};

const drawerId = "admin-drawer";

/**
 * The frame of admin pages: a navigation rail at the left, on narrow screens a drawer. `pending` is the page being opened,
 * `search` opens the search. Pages bring their own `main`.
 */
export function AdminFrame({
  pending,
  search,
  children,
  ...frame
}: Frame & { pending: string | null; search: ReactNode; children: ReactNode }) {
  const title = frame.groups.flatMap(({ links }) => links).find(({ href }) => href === frame.current)?.label;
  return (
    <div className={`grid ${css.frame}`}>
      <header className={`line ${css.rail}`}>
        <div className={`cluster rigid middle ${css.bar}`}>
          <Link to="/admin" className={`middle ${css.home}`} aria-label={`${firmName()} admin`}>
            {isUnnamed() && <Mark size={26} />}
            <Wordmark />
          </Link>
          <p className={`hidden ${css.title}`}>{title}</p>
          <div className={css.search}>{search}</div>
          <button type="button" className={`hidden ${css.burger}`} popoverTarget={drawerId} aria-label="Menu">
            <Icon name="menu" />
          </button>
        </div>
        <div className={`line ${css.whole}`}>
          <Ways {...frame} />
        </div>
        <div id={drawerId} className={css.drawer} popover="auto">
          <Ways {...frame} />
        </div>
      </header>
      <div className={`line shrinks ${css.page}`}>
        <div className={classNames(css.pending, pending !== null && css.shown)} aria-hidden="true" />
        <p className="vh" role="status">
          {pending}
        </p>
        {children}
      </div>
    </div>
  );
}

function Ways({ groups, current, account }: Frame) {
  return (
    <>
      <nav className={css.ways} aria-label="Admin">
        {groups
          .filter(({ links }) => links.length > 0)
          .map((group) => (
            <section key={group.title}>
              <h2 className="note">{group.title}</h2>
              <ul className={css.links}>
                {group.links.map((link) => (
                  <li key={link.href}>
                    <Link
                      className="line middle smaller"
                      to={link.href}
                      aria-current={link.href === current ? "page" : undefined}
                      onClick={closeDrawer}
                    >
                      <Icon name={link.icon} size={17} />
                      <span>{link.label}</span>
                      {link.count ? (
                        <span className={`rounded ${css.count}`}>
                          {link.count}
                          <span className="vh"> waiting</span>
                        </span>
                      ) : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
      </nav>
      {account && (
        <div className={`grid justify-items-start size-81 ${css.me}`}>
          <p className={`smaller strong nowrap ${css.name}`}>{account.label}</p>
          <a href="/account?tab=security">Account Settings</a>
          <a href="/">View the site</a>
          {account.signOut(css.out)}
        </div>
      )}
    </>
  );
}

const closeDrawer = () => document.getElementById(drawerId)?.hidePopover();
