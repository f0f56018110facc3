import { useState } from "react";

/**
 * State of a dialog that returns to `closed` when its action has succeeded. `doneAt`: when the last action succeeded, 0 before
 * the first.
 */
export function useUntilDone<T>(doneAt: number, closed: T): [T, (value: T) => void] {
  const [value, setValue] = useState(closed);
  const [seenAt, setSeenAt] = useState(doneAt);
  if (doneAt > seenAt) {
    setSeenAt(doneAt);
    setValue(closed);
  }
  return [value, setValue];
}

/** The same for dialogs of one action of a page; the third value is what each of them gets. */
export function useDialog<T>(
  { busy, doneAt, refusal }: { busy: boolean; doneAt: number; refusal: string | undefined },
  closed: T,
) {
  const [value, setValue] = useUntilDone(doneAt, closed);
  return [value, setValue, { busy, refusal, onClose: () => setValue(closed) }] as const;
}
