import type { AccountEntry } from "#app/ui/account-menu.tsx";

/** The account menu's entry with its Sign Out: a plain form, so that it works before and without scripts. */
export const accountEntry = (account: { label: string; isAdmin: boolean }): AccountEntry => ({
  ...account,
  signOut: (className) => (
    <form method="post" action="/api/auth/sign-out">
      <button type="submit" className={className}>
        Sign Out
      </button>
    </form>
  ),
});
