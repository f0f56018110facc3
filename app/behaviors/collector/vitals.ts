/*
 * Web vitals as defined by the web-vitals library, as pure accumulators. Values in ms; layout shifts have no
 * unit.
 */

type Shift = { value: number; startTime: number; hadRecentInput: boolean };

/** CLS: the largest sum of layout shifts in a session window (gaps below 1 s, at most 5 s long), without those after an input. */
export function makeLayoutShift() {
  let largest = 0;
  let sum = 0;
  let first = 0;
  let last = 0;
  return {
    add({ value, startTime, hadRecentInput }: Shift) {
      if (hadRecentInput) return;
      if (!sum || startTime - last >= 1000 || startTime - first >= 5000) {
        sum = 0;
        first = startTime;
      }
      last = startTime;
      sum += value;
      largest = Math.max(largest, sum);
    },
    value: () => largest,
  };
}

const interactionsPerOutlier = 50;

/**
 * INP: the longest interaction, ignoring one per 50. The events of one interaction share its id. `count` is the number of all
 * interactions, because only slow ones are observed; without browser support for it, the longest is taken.
 */
export function makeInteractions() {
  const durations = new Map<number, number>();
  return {
    add({ interactionId: id, duration }: { interactionId?: number; duration: number }) {
      if (id) durations.set(id, Math.max(duration, durations.get(id) ?? 0));
    },
    value(count = 0): number | undefined {
      const longest = [...durations.values()].sort((one, other) => other - one);
      return longest[Math.min(longest.length - 1, Math.floor(count / interactionsPerOutlier))];
    },
  };
}
