/** Reports are computed in the process that serves requests; the maximum time without yielding to others. */
const sliceMs = 5;

let began = 0;
const waiting: (() => void)[] = [];

/**
 * Waits for a time slice if the current one has ended. All computations of the process share the slices in turn, so that ten of them
 * delay a request no longer than one.
 */
export async function timeSlice(): Promise<void> {
  if (waiting.length === 0 && performance.now() - began < sliceMs) return;
  await new Promise<void>((start) => {
    waiting.push(start);
    if (waiting.length === 1) setImmediate(startNext);
  });
}

function startNext() {
  began = performance.now();
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}
