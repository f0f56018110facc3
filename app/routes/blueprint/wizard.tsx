import { useMemo } from "react";
import { Outlet, useLocation } from "react-router";
import { deviceHash } from "#app/features/access/codes/device-hash.ts";
import type { CheckOutcome } from "#app/features/access/grants/access-watch.ts";
import { AccessGuard } from "#app/features/access/ui/access-guard.tsx";
import { userIdOf } from "#app/lib/actor.ts";
import { titled } from "#app/lib/firm.ts";
import type { accessEndpoints } from "#app/routes/api/account/access.server.ts";
import { client } from "#app/shell/api-client.ts";
import { NoAccess, Refused } from "#app/shell/blueprint/refused.tsx";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
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

const call = client<typeof accessEndpoints>();

/** Uses the logged access check and falls back to the plain one (spec: access-check). */
const checkOwnAccess = (userId: string) => async (): Promise<CheckOutcome> => {
  const json = { p_user_id: userId, p_ip_hash: await deviceHash(), p_user_agent: navigator.userAgent };
  const secure = await call("POST /rpc/user_has_wizard_access_secure", json);
  if (secure.ok) return secure.value as CheckOutcome;
  if (secure.status === 0) return "unreachable";
  if (secure.status === 401) return "signed_out";
  const plain = await call("POST /rpc/user_has_wizard_access", { p_user_id: userId });
  if (!plain.ok) return plain.status === 0 ? "unreachable" : "failed";
  return plain.value
    ? { hasAccess: true, blocked: false, reason: null }
    : { hasAccess: false, blocked: false, reason: "no_grant" };
};
