import type { ReactNode } from "react";
import { Link } from "react-router";
import { maxDevicesPerDay } from "#app/features/access/access.ts";
import type { PersonAccess } from "#app/features/access/grants/person-access.server.ts";
import type { UserDetail } from "#app/features/accounts/users/user-detail.server.ts";
import { isAdminRole } from "#app/lib/rights.ts";
import { Day, Moment } from "#app/ui/text/firm-dates.tsx";
import { AccessTools } from "../access-requests/access-tools.tsx";
import css from "./user.module.css";
import type { UserIntent } from "./user-actions.ts";
import type { Question } from "./user-dialogs.tsx";

/** The state of a user's access to the wizard with its dates, and the actions on it. Without `perform`, only the state. */
export function AccessFact({
  user,
  found,
  running,
  perform,
  ask,
}: {
  user: UserDetail;
  found: PersonAccess;
  running: string | null;
  perform?: (intent: UserIntent, values: Record<string, string>) => void;
  ask?: (question: Question) => void;
}) {
  const { access, grant, block, requestId } = found;
  const isAdmin = user.role !== null && isAdminRole(user.role);
  return (
    <>
      {isAdmin ? "As an admin" : <AccessState found={found} />}
      {block && (
        <span className={css.line}>
          Blocked by an admin since <Day at={block.blockedAt} />: {block.reason}
        </span>
      )}
      {requestId && (
        <Link className={css.line} to={`/admin/access-requests/${requestId}`}>
          Access request
        </Link>
      )}
      {perform && ask && (
        <span className={`cluster gap-50 ${css.tools}`}>
          <AccessTools
            person={{ userId: user.id, isAdmin, access, hadGrant: grant !== null }}
            {...{ block, running, perform, ask }}
            size={32}
          />
        </span>
      )}
    </>
  );
}

function AccessState({ found: { state, grant, devices } }: { found: PersonAccess }): ReactNode {
  if (!state) return "None";
  switch (state.state) {
    case "has_access":
    case "suspended":
      return (
        <>
          {grant && (
            <>
              Granted on <Day at={grant.grantedAt} />
            </>
          )}
          {devices.count > 0 && (
            <span className={css.line}>
              {devices.count} of {maxDevicesPerDay} devices in the last 24 hours
            </span>
          )}
          {devices.reopensAt && (
            <span className={css.line}>
              Blocked by the device rule until <Moment at={devices.reopensAt} />, if no device is added
            </span>
          )}
        </>
      );
    case "access_ended":
      return (
        <>
          Revoked on <Day at={grant?.revokedAt ?? state.at} />
          {grant && (
            <span className={css.line}>
              Granted on <Day at={grant.grantedAt} />
            </span>
          )}
        </>
      );
    case "code_sent":
      return (
        <>
          {state.isMailed ? "Code emailed on " : "Code issued on "}
          <Day at={state.at} />, unused
          <span className={css.line}>
            Works until <Day at={state.expiresAt} />
          </span>
        </>
      );
    case "waiting":
      return (
        <>
          Requested on <Day at={state.at} />
          <span className={css.line}>
            {state.dueAt ? (
              <>
                Approved automatically on <Day at={state.dueAt} />
              </>
            ) : (
              "Needs a decision"
            )}
          </span>
        </>
      );
    default:
      return (
        <>
          {endings[state.state]} <Day at={state.at} />
        </>
      );
  }
}

const endings = {
  code_expired: "Expired code of",
  code_withdrawn: "Withdrawn code of",
  declined: "Request declined on",
} as const;
