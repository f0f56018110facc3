import {
  type ComponentProps,
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { Dialog } from "./dialog.tsx";

const none: Readonly<Record<string, string>> = {};
const RefusedFields = createContext(none);

/** A text field of a `ConfirmDialog` that says what was refused about it. */
export const AskedField = (props: Omit<ComponentProps<typeof TextField>, "error"> & { name: string }) => (
  <TextField {...props} error={use(RefusedFields)[props.name]} announced />
);

/**
 * Asks for confirmation of an action that affects others. `title` is the question; `children` explain the consequences and may
 * contain fields; their values are passed to `onConfirm`. A refusal is shown in the dialog; it cannot be closed while `busy`.
 * `refusedFields`: sentences that its `AskedField`s of these names show instead; the first of them gets the focus.
 */
export function ConfirmDialog({
  open,
  title,
  confirm,
  cancel = "Cancel",
  busy,
  busyText,
  refusal,
  refusedFields = none,
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
  refusedFields?: Readonly<Record<string, string>> | undefined;
  onConfirm: (form: FormData) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  // A page has one running action and passes its refusal to all dialogs; only the dialog that started it shows it.
  const [asked, setAsked] = useState(false);
  if (asked && !open) setAsked(false);
  const form = useRef<HTMLFormElement>(null);
  const refused = asked ? refusedFields : none;
  const [isAtField, setAtField] = useState(false);
  useLayoutEffect(() => {
    const field = refused !== none && form.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    setAtField(Boolean(field));
    if (field) field.focus();
  }, [refused]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setAsked(true);
    onConfirm(new FormData(event.currentTarget));
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} locked={busy}>
      <form ref={form} method="post" className="grid gap-110" onSubmit={submit}>
        {asked && refusal && !isAtField && (
          <Notice kind="critical" live>
            {refusal}
          </Notice>
        )}
        {children && (
          <RefusedFields value={refused}>
            <div className="grid gap-90 ui-size">{children}</div>
          </RefusedFields>
        )}
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
