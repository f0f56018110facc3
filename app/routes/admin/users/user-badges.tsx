import { Badge } from "#app/ui/badge.tsx";
import css from "./users.module.css";

export function UserBadges(user: { isAdmin: boolean; isConfirmed: boolean; isDisabled: boolean; hasFactor: boolean }) {
  const { isAdmin, isConfirmed, isDisabled, hasFactor } = user;
  if (!isAdmin && isConfirmed && !isDisabled && !hasFactor) return <span className={css.quiet}>Active</span>;
  return (
    <span className={css.badges}>
      {isDisabled && (
        <Badge kind="critical" icon="lock">
          Disabled
        </Badge>
      )}
      {isAdmin && (
        <Badge kind="info" icon="shield">
          Admin
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
        isAdmin && (
          <Badge kind="caution" icon="warning">
            No second factor
          </Badge>
        )
      )}
    </span>
  );
}
