import { createContext, type ReactNode, useContext, useEffect, useId, useState } from "react";
import { useBlocker } from "react-router";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useUnloadWarning } from "./unload-warning.ts";

const UnsavedForms = createContext<Set<string> | null>(null);

/** Reports unsaved input of this form to the surrounding `LeaveWarning`. */
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
 * Reports the form as unsaved from its first change until `saved`, the stored values, changes. Returns the function to call on
 * each change.
 */
export function useUnsavedSince(saved: unknown): () => void {
  const current = JSON.stringify(saved);
  const [changedFrom, setChangedFrom] = useState<string | null>(null);
  useUnsaved(changedFrom === current);
  return () => setChangedFrom(current);
}

/** Whether a form of the surrounding `LeaveWarning` has unsaved input. */
export function useHasUnsaved(): () => boolean {
  const forms = useContext(UnsavedForms);
  return () => (forms?.size ?? 0) > 0;
}

/**
 * Warns before the user leaves a page with unsaved input: through the browser when the tab closes, with a dialog when a link
 * opens another page. Query changes stay on the page and do not warn. Render it once on a page.
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
