import type { ComponentProps } from "react";
import { firmName, getYours } from "#app/lib/firm.ts";
import { ButtonLink, buttonClass } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Logo } from "#app/ui/logos/logo.tsx";
import { type AccountEntry, AccountMenu, accountLinks } from "./account-menu.tsx";
import css from "./site-header.module.css";
import { mainLinks, platformLinks, type SiteLink } from "./site-links.ts";

const drawerId = "site-drawer";

/** A long name has no room among the links; the logo beside them says it. */
const platformName = () => (firmName().length > 20 ? "Platform" : `${firmName()} Platform`);

/**
 * The site header: links, the platform menu, the newsletter button, Sign In or the account menu, and the primary action. Menu
 * and drawer are `details` and popover, so everything works before and without scripts.
 *
 * `newsletter`: attributes of the Newsletter button, which open the popup, or without scripts its page.
 */
export function SiteHeader({
  current,
  cta,
  newsletter,
  account,
}: {
  /** Path of this page; its link is marked. */
  current: string;
  /** Target of Get Your GTMarc. */
  cta: string;
  newsletter?: ComponentProps<"button"> & { "data-send"?: string; "data-dialog"?: string };
  /** Null without a session. */
  account: AccountEntry | null;
}) {
  const inPlatform = platformLinks.some(({ href }) => href === current);
  return (
    <header className={css.header}>
      <div className={classNames("wrap", `line ${css.bar}`)}>
        <Logo className={css.logo} />
        <nav className={css.nav} aria-label="Main">
          {mainLinks.map((link) => (
            <a key={link.href} href={link.href} aria-current={link.href === current ? "page" : undefined}>
              {link.label}
            </a>
          ))}
          <details name="site-menu" data-menu="">
            <summary className={classNames(inPlatform && css.within)}>
              {platformName()}
              <Icon name="chevron" size={14} />
            </summary>
            <ul className={css.menu}>
              {platformLinks.map((link) => (
                <li key={link.href}>
                  <span className="note" aria-hidden="true">
                    {link.note}
                  </span>
                  <div>
                    <a
                      href={link.href}
                      aria-current={link.href === current ? "page" : undefined}
                      aria-describedby={`${link.note}-text`}
                    >
                      {link.label}
                    </a>
                    <span className={css.text} id={`${link.note}-text`}>
                      {link.text}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          </details>
        </nav>
        <div className={css.right}>
          {account ? (
            <AccountMenu {...account} />
          ) : (
            <a className={css.signIn} href="/auth">
              Sign In
            </a>
          )}
          {newsletter && (
            <button type="button" {...newsletter} className={classNames(buttonClass({ size: 40 }), css.newsletter)}>
              Newsletter
            </button>
          )}
          <ButtonLink variant="primary" size={40} href={cta}>
            {getYours()}
          </ButtonLink>
          <button type="button" className={css.burger} popoverTarget={drawerId} aria-label="Menu">
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <Drawer current={current} cta={cta} newsletter={newsletter} account={account} />
    </header>
  );
}

/** The phone version, as a popover: closed by its button, Escape, a press outside, and by leaving the page. */
function Drawer({ current, cta, newsletter, account }: ComponentProps<typeof SiteHeader>) {
  return (
    <nav id={drawerId} className={css.drawer} popover="auto" aria-label="Menu">
      <DrawerLinks links={mainLinks.map((link, index) => ({ ...link, note: String(index + 1) }))} current={current} />
      <p className="note">{platformName()}</p>
      <DrawerLinks links={platformLinks} current={current} minor />
      {account && (
        <>
          <p className="note">{account.label}</p>
          <DrawerLinks links={accountLinks(account.isAdmin)} current={current} minor />
        </>
      )}
      <div className={css.actions}>
        <ButtonLink variant="primary" href={cta}>
          {getYours()}
        </ButtonLink>
        {newsletter && (
          <button type="button" {...newsletter} className={buttonClass()}>
            Newsletter
          </button>
        )}
        {account ? (
          account.signOut(buttonClass({ variant: "tertiary" }))
        ) : (
          <ButtonLink variant="tertiary" href="/auth">
            Sign In
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

function DrawerLinks({ links, current, minor }: { links: readonly SiteLink[]; current: string; minor?: boolean }) {
  return (
    <ul className={classNames(css.links, minor && css.minor)}>
      {links.map(({ href, label, note }) => (
        <li key={href}>
          <a href={href} aria-current={href === current ? "page" : undefined}>
            <span className="note" aria-hidden="true">
              {note}
            </span>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
