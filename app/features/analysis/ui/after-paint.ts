import { startTransition, useEffect, useState } from "react";

const waiting = new Set<() => void>();

/**
 * Runs `act` when the next frame is on the screen, as a transition together with all others that wait for it. What is only
 * deferred is worked on before that frame, and holds it up. Gives the way to take it back.
 */
export function afterPaint(act: () => void): () => void {
  if (waiting.size === 0) requestAnimationFrame(() => setTimeout(run));
  waiting.add(act);
  return () => void waiting.delete(act);
}

function run() {
  const acts = [...waiting];
  waiting.clear();
  startTransition(() => {
    for (const act of acts) act();
  });
}

/** A value for what is not shown now: the one of the frame before, until this frame is on the screen. */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => afterPaint(() => setPainted(() => value)), [value]);
  return painted;
}
