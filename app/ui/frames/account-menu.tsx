import type { ReactNode } from "react";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./account-menu.module.css";

export type AccountEntry = {
  /** First name, else the local part of the email address, else "Account". */
  label: string;
  isAdmin: boolean;
  /** The Sign out control (a POST form or a button) with the given class. */
  signOut: (className: string | undefined) => ReactNode;
};

export const accountLinks = (isAdmin: boolean) => [
  { label: "My Account", href: "/account" },
  { label: "Account Settings", href: "/account?tab=security" },
  ...(isAdmin ? [{ label: "Admin Dashboard", href: "/admin" }] : []),
];

/** The account menu: a native `details`, so it opens before hydration; `dismissal.ts` closes it from outside. */
export function AccountMenu({ label, isAdmin, signOut }: AccountEntry) {
  return (
    <details className={css.menu} name="site-menu" data-menu="">
      <summary>
        <Icon name="user" />
        <span className={`nowrap ${css.name}`}>{label}</span>
        <Icon name="chevron" size={14} />
      </summary>
      <ul className={`card ${css.list}`}>
        {accountLinks(isAdmin).map((link) => (
          <li key={link.href}>
            <a href={link.href}>{link.label}</a>
          </li>
        ))}
        <li>{signOut(css.out)}</li>
      </ul>
    </details>
  );
}
