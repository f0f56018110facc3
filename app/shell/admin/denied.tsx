import { adminDenied } from "#app/features/accounts/users/admin-messages.ts";
import { ScreenMessage } from "#app/ui/screen-message.tsx";
import type { AdminRefusal } from "./admin.server.ts";

/** The 403 screen of the admin area, with a link for admins who still need to verify a code. */
export function Denied({ way, next }: AdminRefusal) {
  return (
    <>
      <title>Access denied | GTMarc</title>
      <ScreenMessage code="403" title={adminDenied} {...wayIn(way, next)} />
    </>
  );
}

function wayIn(way: AdminRefusal["way"], next: string) {
  switch (way) {
    case "give-code":
      return {
        text: "You are an admin, but this session is not verified yet. Enter a code to continue.",
        action: { href: `/auth?next=${encodeURIComponent(next)}`, label: "Enter the code" },
      };
    case "set-up":
      return {
        text: "You are an admin without a second factor. Set one up in this session, then come back.",
        action: { href: "/account?tab=security", label: "Set up 2FA" },
      };
    case null:
      return {
        text: "This part of the site is for the people who run it.",
        action: { href: "/", label: "Back to home" },
      };
  }
}
