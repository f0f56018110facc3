import { startTransition, useEffect, useState } from "react";

const waiting = new Set<() => void>();

/**
 * Runs `act` after the next frame, as one transition together with all others that wait. Deferred work alone would delay that
 * frame. Returns a function that cancels it.
 */
export function afterPaint(act: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(() => setTimeout(run));
  waiting.add(act);
  return () => void waiting.delete(act);
}

function run() {
  const actions = [...waiting];
  waiting.clear();
  startTransition(() => {
    for (const act of actions) act();
  });
}

/** A value for what is not shown now: the one of the frame before, until this frame is on the screen. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => afterPaint(() => setPainted(() => value)), [value]);
  return painted;
}
