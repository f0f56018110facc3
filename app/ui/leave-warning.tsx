import { createContext, type ReactNode, useContext, useEffect, useId, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useUnloadWarning } from "./unload-warning.ts";

const UnsavedForms = createContext<Set<string> | null>(null);

/** Reports to the surrounding `LeaveWarning` whether this form has unsaved input. */
export function useUnsaved(isUnsaved: boolean) {
  const forms = useContext(UnsavedForms);
  const id = useId();
  useEffect(() => {
    if (!forms || !isUnsaved) return;
    forms.add(id);
    return () => void forms.delete(id);
  }, [forms, id, isUnsaved]);
}

/**
 * Reports the form as unsaved from its first change until `saved`, the stored values, has other content. Returns what each
 * change has to call.
 */
export function useUnsavedSince(saved: unknown): () => void {
  const current = JSON.stringify(saved);
  const [changedFrom, setChangedFrom] = useState<string | null>(null);
  useUnsaved(changedFrom === current);
  return () => setChangedFrom(current);
}

/** Whether a form of the surrounding `LeaveWarning` has unsaved input now. */
export function useHasUnsaved(): () => boolean {
  const forms = useContext(UnsavedForms);
  return () => (forms?.size ?? 0) > 0;
}

/**
 * Warns before the page is left while one of its forms has unsaved input: by the browser when the tab closes, by a dialog
 * when a link leads to another page. Changes of the query keep the page and do not ask. Render it once on a page.
 */
export function LeaveWarning({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<string>());
  useUnloadWarning(() => forms.size > 0);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => forms.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <UnsavedForms value={forms}>
      {children}
      <ConfirmDialog
        open={blocker.state === "blocked"}
        title="Leave without saving?"
        confirm="Leave"
        cancel="Keep editing"
        busy={false}
        busyText="Leaving"
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <p>Your changes on this page are not saved.</p>
      </ConfirmDialog>
    </UnsavedForms>
  );
}
