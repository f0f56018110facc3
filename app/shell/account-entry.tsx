import type { AccountEntry } from "#app/ui/frames/account-menu.tsx";

/** The account menu's entry. Sign out is a plain form, so it works before and without scripts. */
export const accountEntry = (account: { label: string; isAdmin: boolean }): AccountEntry => ({
  ...account,
  signOut: (className) => (
    <form method="post" action="/api/auth/sign-out">
      <button type="submit" className={className}>
        Sign out
      </button>
    </form>
  ),
});
