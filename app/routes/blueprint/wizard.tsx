import { useMemo } from "react";
import { Outlet, useLocation } from "react-router";
import { AccessGuard } from "#app/features/access/ui/access-guard.tsx";
import { userIdOf } from "#app/lib/actor.ts";
import { titled } from "#app/lib/firm.ts";
import { checkOwnAccess } from "#app/shell/blueprint/access-check.ts";
import { NoAccess, Refused } from "#app/shell/blueprint/refused.tsx";
import type { PageHandle } from "#app/shell/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import type { Route } from "./+types/wizard";

/** The viewer of the pages below; each page checks access itself. */
export function loader({ context }: Route.LoaderArgs) {
  const { actor } = context.get(requestContext);
  return { userId: userIdOf(actor) };
}

/** Moving between steps needs no request and works offline. */
export const shouldRevalidate = () => false;

export const handle: PageHandle = { savesDrafts: true };

/** The title of the refusal screen; every page sets its own. */
export const meta = () => [titled("Access required")];

/** The frame of every wizard page: shows the refusal screen, and a notice when access ends while a page is open. */
export default function Wizard({ loaderData: { userId } }: Route.ComponentProps) {
  const { pathname, search } = useLocation();
  const check = useMemo(() => (userId === null ? null : checkOwnAccess(userId)), [userId]);
  if (userId === null || check === null) return <Outlet />;
  const refusal = <NoAccess refusal={{ access: { state: "suspended", reason: "too_many_devices" }, email: "" }} />;
  return (
    <AccessGuard userId={userId} check={check} here={pathname + search} refusal={refusal}>
      <Outlet />
    </AccessGuard>
  );
}

export const ErrorBoundary = Refused;
