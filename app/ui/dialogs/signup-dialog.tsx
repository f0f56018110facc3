import type { ReactNode } from "react";
import { DialogShell } from "./dialog.tsx";
import { useEnclosingDialog } from "./enclosing-dialog.ts";

/**
 * The native shell of a signup form, which opens before hydration. `children` renders the form, which exists only while the
 * dialog is open, so closing resets it; its argument is the close function.
 */
export function SignupDialog({
  id,
  title,
  onClosed,
  children,
}: {
  id: string;
  title: string;
  onClosed: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const { ref, close } = useEnclosingDialog<HTMLDivElement>({ onClosed });
  return (
    <DialogShell id={id} title={title}>
      <div ref={ref}>{children(close)}</div>
    </DialogShell>
  );
}
