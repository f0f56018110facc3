import { startTransition, useEffect, useState } from "react";
import { flushSync } from "react-dom";

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

const followers = new Set<() => void>();

/**
 * Returns the value of the previous frame until this frame is painted; for content that is not visible now. Printing, which
 * shows all of it, updates it first.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(() => value);
  useEffect(() => {
    const follow = () => setPainted(() => value);
    followers.add(follow);
    const cancel = afterPaint(follow);
    return () => {
      followers.delete(follow);
      cancel();
    };
  }, [value]);
  return painted;
}

/** A deferred sheet contains deferred drawings, which get their values from it: two rounds. */
function followAll() {
  for (let round = 0; round < 2; round++)
    flushSync(() => {
      for (const follow of [...followers]) follow();
    });
}
if (typeof window !== "undefined") addEventListener("beforeprint", followAll);
