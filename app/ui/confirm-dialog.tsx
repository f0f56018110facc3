import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import css from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";
import { Notice } from "./notice.tsx";

/**
 * Asks before an act that others feel. `title` is the question, `children` says what follows from a yes (and may hold
 * fields: what they say is handed to `onConfirm`). A refusal stays in the dialog; while `busy` nothing closes it.
 */
export function ConfirmDialog({
  open,
  title,
  confirm,
  cancel = "Cancel",
  busy,
  busyText,
  refusal,
  onConfirm,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  /** The words of the yes: what happens, as a verb. */
  confirm: string;
  cancel?: string;
  busy: boolean;
  busyText: string;
  refusal?: string | undefined;
  onConfirm: (form: FormData) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  // A page has one act at a time and hands its refusal to all its dialogs: only the one that asked shows it.
  const [asked, setAsked] = useState(false);
  if (asked && !open) setAsked(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    onConfirm(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={busy}>
      <form method="post" className={css.form} onSubmit={submit}>
        {asked && refusal && (
          <Notice kind="critical" live>
            {refusal}
          </Notice>
        )}
        {children && <div className={css.words}>{children}</div>}
        <div className={css.actions}>
          <Button type="submit" variant="primary" size={40} busy={busy} busyText={busyText}>
            {confirm}
          </Button>
          <Button size={40} onClick={onClose} disabled={busy}>
            {cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
