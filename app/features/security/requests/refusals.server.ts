import type { Db } from "#app/platform/db.server.ts";
import { gatherEvent } from "../security-log/gathered-events.server.ts";
import type { SecurityKind } from "../security-log/security-kinds.ts";

const signInCodes = new Set(["invalid_credentials", "wrong_code", "challenge_over", "second_factor_missing"]);

/** The endpoints of accounts, and the pages with the same forms for browsers without scripts. */
const accountPath = /^\/(api\/auth\/|auth(\/|$)|(account|reset-password)$)/;

/** `code`: of the refusal; `status`: of its response. */
export type RefusedRequest = {
  status: number;
  code: string;
  path: string;
  userAgent: string;
  address: string;
  now: Date;
};

/** The kind under which a refusal is counted, or null: 404s and schema errors are routine and not counted. */
export function refusalKind({
  status,
  code,
  path,
}: Pick<RefusedRequest, "status" | "code" | "path">): SecurityKind | null {
  // The page asks an admin who is signed in for a code, for example before a refund.
  if (code === "fresh_code_required") return null;
  if (signInCodes.has(code)) return "sign_in";
  if (status === 429) return accountPath.test(path) ? "sign_in" : "limit";
  return status === 403 || status === 405 || status === 413 || status === 421 ? "refused" : null;
}

/** Queues a refused request for counting, if its kind is counted. Resolves once the count is stored; callers need not wait. */
export async function countRefusal(db: Db, { status, code, ...request }: RefusedRequest): Promise<void> {
  const kind = refusalKind({ status, code, path: request.path });
  if (kind) await gatherEvent(db, { kind, rule: code, ...request });
}
