import { adminDenied, roleDenied } from "#app/features/accounts/users/admin-messages.ts";
import { titled } from "#app/lib/firm.ts";
import { ScreenMessage } from "#app/ui/feedback/screen-message.tsx";
import type { AdminRefusal } from "./admin.server.ts";

/** The 403 screen of the admin area, with a link for members of the team. */
export function Denied({ way, next }: AdminRefusal) {
  return (
    <>
      <title>{titled("Access denied").title}</title>
      <ScreenMessage code="403" title={way === "ask" ? roleDenied : adminDenied} {...wayIn(way, next)} />
    </>
  );
}

function wayIn(way: AdminRefusal["way"], next: string) {
  switch (way) {
    case "give-code":
      return {
        text: "You are in the team, but this session is not verified yet. Enter a code to continue.",
        action: { href: `/auth?next=${encodeURIComponent(next)}`, label: "Enter the code" },
      };
    case "set-up":
      return {
        text: "You are in the team, but without a second factor. Set one up in this session, then come back.",
        action: { href: "/account?tab=security", label: "Set up 2FA" },
      };
    case "ask":
      return {
        text: "The pages that you can open are in the menu of Today.",
        action: { href: "/admin", label: "Back to today" },
      };
    case null:
      return {
        text: "This part of the site is for the people who run it.",
        action: { href: "/", label: "Back to home" },
      };
  }
}
