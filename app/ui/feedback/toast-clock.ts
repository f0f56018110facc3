/** A pausable countdown for toasts, which stay while hovered or focused. */
export function startClock(durationMs: number, onEnd: () => void): { pause(): void; resume(): void; stop(): void } {
  let left = durationMs;
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    left -= Date.now() - since;
  };
  const resume = () => {
    if (timer !== undefined || left < 0) return;
    since = Date.now();
    timer = setTimeout(() => {
      left = -1;
      timer = undefined;
      onEnd();
    }, left);
  };
  const stop = () => {
    pause();
    left = -1;
  };
  resume();
  return { pause, resume, stop };
}
