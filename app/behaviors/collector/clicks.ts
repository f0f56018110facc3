const rageClicks = 3;
const rageMs = 1000;

/**
 * Returns whether a click is the third on the same target within one second. The next click starts a new count, and so does `calm`, to be
 * called when a click had an effect.
 */
export function makeRageDetector(): [isRage: (target: unknown, atMs: number) => boolean, calm: () => void] {
  let last: unknown;
  let times: number[] = [];
  const calm = () => {
    last = undefined;
  };
  const isRage = (target: unknown, atMs: number) => {
    times = [...(target === last ? times : []), atMs].slice(-rageClicks);
    last = target;
    const isThird = times.length === rageClicks && atMs - times[0]! <= rageMs;
    if (isThird) calm();
    return isThird;
  };
  return [isRage, calm];
}

/**
 * Reports a click on a target without an effect within 2.5 seconds. Call `alive` for every sign of an effect, such as a DOM change, a
 * scroll or a submit. `watch` starts observing them, also for clicks without a target, and `unwatch` stops.
 */
export function makeDeadClicks<Target>(
  report: (target: Target) => void,
  watch: () => void,
  unwatch: () => void,
): [click: (target: Target | null) => void, alive: () => void] {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    unwatch();
  };
  const click = (target: Target | null) => {
    alive();
    watch();
    timer = setTimeout(() => {
      unwatch();
      if (target) report(target);
    }, 2500);
  };
  return [click, alive];
}

/** Expected to react visibly to a click. Links, fields and players may react in other ways. */
export const reacting = "button,[role=button]";
const exempt = "label,[data-download],[aria-disabled=true]";

export const reactingElement = (clicked: Element): Element | null =>
  clicked.closest(exempt) ? null : clicked.closest(reacting);
