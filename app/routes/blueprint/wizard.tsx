import { useMemo } from "react";
import { Outlet, useLocation } from "react-router";
import { AccessGuard } from "#app/features/access/ui/access-guard.tsx";
import { checkOwnAccess } from "#app/shell/blueprint/access-check.ts";
import { Refused } from "#app/shell/blueprint/refused.tsx";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/wizard";

/** Who the pages below are shown to; each of them decides by itself whether it may be. */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  return { userId: actor.kind === "user" ? actor.userId : null };
}

/** Moving between steps needs no request, and so no connection. */
export const shouldRevalidate = () => false;

/** Of the screen for those who may not; every page has its own. */
export const meta = () => [{ title: "Access required | GTMarc" }];

/** Every page of the wizard: the screen for those who may not see them, and the word when access ends under an open one. */
export default function Wizard({ loaderData: { userId } }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const check = useMemo(() => (userId === null ? null : checkOwnAccess(userId)), [userId]);
  return (
    <>
      {userId !== null && check && <AccessGuard userId={userId} check={check} here={pathname + search} />}
      <Outlet />
    </>
  );
}

export const ErrorBoundary = Refused;
