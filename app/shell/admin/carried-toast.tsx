import { useSyncExternalStore } from "react";
import { ToastHost, type ToastMessage } from "#app/ui/feedback/toast.tsx";

/* The message of an action that leaves its page, shown once on the page that it opens. */

let carried: ToastMessage | null = null;
const readers = new Set<() => void>();

/** Null ends a message that is shown. */
export function carryToast(toast: ToastMessage | null): void {
  carried = toast;
  for (const read of readers) read();
}

function subscribe(read: () => void) {
  readers.add(read);
  return () => void readers.delete(read);
}

/** Rendered by the frame of all admin pages. */
export function CarriedToast() {
  const toast = useSyncExternalStore(
    subscribe,
    () => carried,
    () => null,
  );
  return <ToastHost toast={toast} onGone={() => carryToast(null)} entersDialogs={false} />;
}
