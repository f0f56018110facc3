import { startTransition, useEffect, useState } from "react";

const waiting = new Set<() => void>();

/**
 * Runs `task` after the next frame, in one transition with all other waiting tasks. Deferred updates alone would delay
 * that frame. Returns a function that cancels it.
 */
export function afterPaint(task: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(() => setTimeout(run));
  waiting.add(task);
  return () => void waiting.delete(task);
}

function run() {
  const tasks = [...waiting];
  waiting.clear();
  startTransition(() => {
    for (const task of tasks) task();
  });
}

/** Returns the value of the previous frame until this frame is painted; for content that is not visible now. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => afterPaint(() => setPainted(() => value)), [value]);
  return painted;
}
