import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Icon } from "#app/ui/buttons/icon.tsx";
import css from "./toast.module.css";
import { startClock } from "./toast-clock.ts";

/** done: success. info: no action needed. error: failure. A new `id` makes it a new toast. `stays`: until it is dismissed. */
export type ToastMessage = {
  id: string | number;
  title?: string;
  text: string;
  kind: "done" | "info" | "error";
  stays?: boolean;
};

const lifeMs = 6000;
const icons = { done: "check", info: "info", error: "warning" } as const;

/** The look of a toast. `ToastHost` announces and removes it. */
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
        {message.title && <p className="strong">{message.title}</p>}
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
 * Shows toasts one at a time: the latest replaces the previous one. A toast stays 6 s, longer while the pointer moved onto it (not while it
 * appeared under a resting one) or it has the focus, or until it is dismissed (`stays`); then `onGone` is called. Errors are alerts, others
 * have role status. While a modal dialog is open the toast is inside it, because everything else is inert.
 */
export function ToastHost({
  toast,
  action,
  onGone,
  entersDialogs = true,
}: {
  toast: ToastMessage | null;
  /** Instead of Dismiss: Undo. */
  action?: ReactNode;
  onGone: () => void;
  /** False: an open dialog is that of a page that is being left, and disappears with it. */
  entersDialogs?: boolean;
}) {
  const dialog = useOpenDialog(entersDialogs ? toast?.id : undefined);
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
  const { stays = false } = toast;
  useEffect(() => {
    if (stays) return;
    clock.current = startClock(lifeMs, () => end());
    return () => clock.current?.stop();
  }, [stays]);
  const pause = () => clock.current?.pause();
  const resume = () => clock.current?.resume();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only pauses the countdown
    <div onPointerMove={pause} onPointerLeave={resume} onFocus={pause} onBlur={resume}>
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
    setDialog(null);
    if (!open) return;
    const leaving = new AbortController();
    onceHydrated(open, leaving.signal, () => setDialog(open));
    open.addEventListener("close", () => setDialog(null), leaving);
    return () => leaving.abort();
  }, [toastId]);
  return dialog;
}

/** A dialog of a content page opens before its island is hydrated; another node in it would make the hydration fail. */
function onceHydrated(dialog: Element, signal: AbortSignal, run: () => void) {
  const island = dialog.closest("[data-island]:not([data-alive])");
  if (!island) return run();
  const watch = new MutationObserver(() => {
    watch.disconnect();
    run();
  });
  watch.observe(island, { attributeFilter: ["data-alive"] });
  signal.addEventListener("abort", () => watch.disconnect());
}
