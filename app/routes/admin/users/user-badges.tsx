import { type Role, roleLabels } from "#app/lib/rights.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import css from "./users.module.css";

export function UserBadges(user: { role: Role | null; isConfirmed: boolean; isDisabled: boolean; hasFactor: boolean }) {
  const { role, isConfirmed, isDisabled, hasFactor } = user;
  if (!role && isConfirmed && !isDisabled && !hasFactor) return <span className="muted">Active</span>;
  return (
    <span className={css.badges}>
      {isDisabled && (
        <Badge kind="critical" icon="lock">
          Disabled
        </Badge>
      )}
      {role && (
        <Badge kind="info" icon="shield">
          {roleLabels[role]}
        </Badge>
      )}
      {!isConfirmed && (
        <Badge kind="caution" icon="clock">
          Not confirmed
        </Badge>
      )}
      {hasFactor ? (
        <Badge kind="positive" icon="check">
          Second factor
        </Badge>
      ) : (
        role && (
          <Badge kind="caution" icon="warning">
            No second factor
          </Badge>
        )
      )}
    </span>
  );
}
