import type { CheckOutcome } from "#app/features/access/access-watch.ts";
import { deviceHash } from "#app/features/access/device-hash.ts";
import { api, ask } from "../api-client.ts";

/** Uses the logged access check and falls back to the plain one (spec: access-check). */
export const checkOwnAccess = (userId: string) => async (): Promise<CheckOutcome> => {
  const json = { p_user_id: userId, p_ip_hash: await deviceHash(), p_user_agent: navigator.userAgent };
  const secure = await ask(api.api.rpc.user_has_wizard_access_secure.$post({ json }));
  if (secure.ok) return secure.value as CheckOutcome;
  if (secure.status === 0) return "unreachable";
  if (secure.status === 401) return "signed_out";
  const plain = await ask(api.api.rpc.user_has_wizard_access.$post({ json: { p_user_id: userId } }));
  if (!plain.ok) return plain.status === 0 ? "unreachable" : "failed";
  return plain.value
    ? { hasAccess: true, blocked: false, reason: null }
    : { hasAccess: false, blocked: false, reason: "no_grant" };
};
