import { Icon, type IconName } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./save-state.module.css";

export type SaveStatus = "saved" | "saving" | "unsaved" | "offline" | "conflict";

const shown: Record<SaveStatus, { icon: IconName; text: string }> = {
  saved: { icon: "check", text: "Saved" },
  saving: { icon: "refresh", text: "Saving" },
  unsaved: { icon: "edit", text: "Not saved yet" },
  offline: { icon: "warning", text: "Offline. Kept on this device" },
  conflict: { icon: "warning", text: "Changed elsewhere" },
};

/**
 * The save state of a form, in a polite live region. `at` is the time of the last save as text ("10:42"). `changedBy` is who
 * saved the other version of a conflict.
 */
export function SaveState({
  status,
  at,
  changedBy,
  offlineText = shown.offline.text,
}: {
  status: SaveStatus;
  at?: string;
  changedBy?: string | undefined;
  /** For a form that keeps unsaved text only while its tab is open. */
  offlineText?: string;
}) {
  const { icon, text } = shown[status];
  return (
    <p className={classNames(css.save, css[status])} role="status">
      <Icon name={icon} size={16} />
      <span>
        {status === "conflict" && changedBy ? `Changed by ${changedBy}` : status === "offline" ? offlineText : text}
        {status === "saved" && at && <span className={css.at}> at {at}</span>}
      </span>
    </p>
  );
}
