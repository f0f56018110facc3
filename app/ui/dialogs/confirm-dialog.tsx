import { type FormEvent, type ReactNode, useState } from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import css from "./confirm-dialog.module.css";
import { Dialog } from "./dialog.tsx";

/**
 * Asks for confirmation of an action that affects others. `title` is the question; `children` explain the consequences and may
 * contain fields; their values are passed to `onConfirm`. A refusal is shown in the dialog; it cannot be closed while `busy`.
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
  confirm: string;
  cancel?: string;
  busy: boolean;
  busyText: string;
  refusal?: string | undefined;
  onConfirm: (form: FormData) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  // A page has one running action and passes its refusal to all dialogs; only the dialog that started it shows it.
  const [asked, setAsked] = useState(false);
  if (asked && !open) setAsked(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    onConfirm(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={busy}>
      <form method="post" className={`grid ${css.form}`} onSubmit={submit}>
        {asked && refusal && (
          <Notice kind="critical" live>
            {refusal}
          </Notice>
        )}
        {children && <div className="grid gap-90 ui-size">{children}</div>}
        <div className="cluster gap-75">
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
