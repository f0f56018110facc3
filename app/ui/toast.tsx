import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "./icon.tsx";
import css from "./toast.module.css";
import { startClock } from "./toast-clock.ts";

/** done: it worked. info: nothing to do. error: it failed. A new `id` makes it a new toast. */
export type ToastMessage = { id: string | number; title?: string; text: string; kind: "done" | "info" | "error" };

const lifeMs = 6000;
const icons = { done: "check", info: "info", error: "warning" } as const;

/** What a toast looks like. It says nothing by itself; `ToastHost` announces and removes it. */
export function Toast({
  message,
  action,
  onDismiss,
}: {
  message: ToastMessage;
  action?: ReactNode;
  onDismiss?: () => void;
}) {
  return (
    <div className={css.toast} data-kind={message.kind}>
      <Icon name={icons[message.kind]} size={20} />
      <div>
        {message.title && <p className={css.title}>{message.title}</p>}
        <p>{message.text}</p>
      </div>
      {action ?? (
        <button type="button" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  );
}

/**
 * The one place where toasts appear, one at a time: the latest replaces the one before. It stays 6 s, longer while the
 * pointer or the focus is in it, then `onGone` is called. Errors interrupt (role alert), others wait their turn
 * (role status). While a modal dialog is open the toast shows inside it, because everything else is inert then.
 */
export function ToastHost({
  toast,
  action,
  onGone,
}: {
  toast: ToastMessage | null;
  /** Instead of Dismiss: a way to undo. */
  action?: ReactNode;
  onGone: () => void;
}) {
  const dialog = useOpenDialog(toast?.id);
  const host = (
    <div className={css.host}>
      <div role="status">
        {toast && toast.kind !== "error" && <Timed key={toast.id} toast={toast} action={action} onGone={onGone} />}
      </div>
      {toast?.kind === "error" && (
        <div role="alert">
          <Timed key={toast.id} toast={toast} action={action} onGone={onGone} />
        </div>
      )}
    </div>
  );
  return dialog ? createPortal(host, dialog) : host;
}

function Timed({ toast, action, onGone }: { toast: ToastMessage; action: ReactNode; onGone: () => void }) {
  const end = useEffectEvent(onGone);
  const clock = useRef<ReturnType<typeof startClock>>(null);
  useEffect(() => {
    clock.current = startClock(lifeMs, () => end());
    return () => clock.current?.stop();
  }, []);
  const pause = () => clock.current?.pause();
  const resume = () => clock.current?.resume();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens, to give the reader time
    <div onPointerEnter={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
      <Toast message={toast} action={action} onDismiss={onGone} />
    </div>
  );
}

/** The topmost modal dialog at the time a toast appears, until it closes. */
function useOpenDialog(toastId: ToastMessage["id"] | undefined): HTMLDialogElement | null {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useLayoutEffect(() => {
    const open =
      toastId === undefined ? null : [...document.querySelectorAll<HTMLDialogElement>("dialog:modal")].at(-1);
    setDialog(open ?? null);
    if (!open) return;
    const leave = () => setDialog(null);
    open.addEventListener("close", leave);
    return () => open.removeEventListener("close", leave);
  }, [toastId]);
  return dialog;
}
