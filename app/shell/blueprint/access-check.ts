import { deviceHash } from "#app/features/access/codes/device-hash.ts";
import type { CheckOutcome } from "#app/features/access/grants/access-watch.ts";
import type { accessEndpoints } from "#app/routes/api/account/access.server.ts";
import { client } from "../api-client.ts";

const call = client<typeof accessEndpoints>();

/** Uses the logged access check and falls back to the plain one (spec: access-check). */
export const checkOwnAccess = (userId: string) => async (): Promise<CheckOutcome> => {
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
