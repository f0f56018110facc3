import type { FunnelOrder } from "../funnel-definition.ts";

/** The rules of a funnel. `optional`: bit n for each optional step n; the first step is never optional. */
export type FunnelRules = { stepCount: number; optional: number; order: FunnelOrder; windowMs: number };

/**
 * A visitor's actions, oldest first, in the first `count` elements. `steps` has bit n set if the action is step n of the funnel. `at`:
 * milliseconds. `canStart`: 1 if the action may start the funnel: it is in the period and its visit passes the filters.
 */
export type FunnelActions = { count: number; at: Float64Array; steps: Uint16Array; canStart: Uint8Array };

const has = (steps: number, step: number) => (steps & (1 << step)) !== 0;

/**
 * Finds how far visitors got, one at a time. The attempt that got furthest counts; of equal ones the one that got there first, then the
 * one that started last. An optional step counts if it was done between the required steps around it. Allocates nothing per visitor.
 */
export class FunnelProgress {
  /** Index of the action for each step; -1 if the step was not reached. */
  readonly reached: Int32Array;
  furthest = -1;

  readonly #rules: FunnelRules;
  readonly #required: Int32Array;
  readonly #optional: Int32Array;
  /** Steps that may follow each level without ending a strict attempt; null for other orders. */
  readonly #allowed: Int32Array | null;
  readonly #chain: Int32Array;
  #length = 0;
  /** First action of the latest attempt at each level (-1 for none), and its actions in a row of `#chains`. */
  readonly #starts: Int32Array;
  readonly #chains: Int32Array;

  constructor(rules: FunnelRules) {
    const steps = Array.from({ length: rules.stepCount }, (_, step) => step);
    this.#rules = rules;
    this.#required = Int32Array.from(steps.filter((step) => !has(rules.optional, step)));
    this.#optional = Int32Array.from(steps.filter((step) => has(rules.optional, step)));
    this.#allowed = rules.order === "strict" ? allowedAfter(rules, this.#required) : null;
    const levels = this.#required.length;
    this.reached = new Int32Array(rules.stepCount);
    this.#chain = new Int32Array(levels);
    this.#starts = new Int32Array(levels);
    this.#chains = new Int32Array(levels * levels);
  }

  /** Fills `reached` and `furthest`; returns false if the funnel never started. */
  find(actions: FunnelActions): boolean {
    this.#length = 0;
    if (this.#rules.order === "any") this.#findInAnyOrder(actions);
    else this.#findInOrder(actions);
    if (this.#length === 0) return false;
    this.reached.fill(-1);
    for (let level = 0; level < this.#length; level++) this.reached[this.#required[level]!] = this.#chain[level]!;
    for (const step of this.#optional) this.reached[step] = this.#optionalAction(step, actions);
    this.furthest = this.#required[this.#length - 1]!;
    return true;
  }

  /**
   * Keeps only the latest attempt at each level, as in a windowed funnel: an earlier one cannot succeed where the latest fails, so one
   * pass over the actions is enough. Levels descend, so that an action continues attempts as they were before it.
   */
  #findInOrder({ count, at, steps, canStart }: FunnelActions) {
    const levels = this.#required.length;
    const starts = this.#starts.fill(-1);
    const { windowMs } = this.#rules;
    for (let index = 0; index < count; index++) {
      const bits = steps[index]!;
      for (let level = levels - 1; level >= 0; level--) {
        if (this.#allowed && (bits & this.#allowed[level]!) === 0) starts[level] = -1;
        if (!has(bits, this.#required[level]!)) continue;
        const start = level > 0 ? starts[level - 1]! : canStart[index] === 1 ? index : -1;
        if (start === -1 || at[index]! - at[start]! > windowMs || starts[level]! >= start) continue;
        starts[level] = start;
        const row = level * levels;
        for (let before = 0; before < level; before++)
          this.#chains[row + before] = this.#chains[row - levels + before]!;
        this.#chains[row + level] = index;
        if (level + 1 > this.#length) this.#choose(this.#chains.subarray(row, row + level + 1));
      }
    }
  }

  #findInAnyOrder({ count, at, steps, canStart }: FunnelActions) {
    const levels = this.#required.length;
    const next = this.#starts.fill(-1);
    let bestArrival = -1;
    for (let start = count - 1; start >= 0; start--) {
      for (let level = 0; level < levels; level++) if (has(steps[start]!, this.#required[level]!)) next[level] = start;
      if (canStart[start] === 0) continue;
      let length = 0;
      let arrival = -1;
      let isOwn = false;
      for (; length < levels; length++) {
        const index = next[length]!;
        if (index === -1 || at[index]! - at[start]! > this.#rules.windowMs) break;
        arrival = Math.max(arrival, index);
        if (index === start) isOwn = true;
      }
      if (!isOwn || length < this.#length || (length === this.#length && arrival >= bestArrival)) continue;
      this.#choose(next.subarray(0, length));
      bestArrival = arrival;
    }
  }

  #choose(chain: Int32Array) {
    this.#chain.set(chain);
    this.#length = chain.length;
  }

  /** Finds the first action of an optional step between the required steps around it, or, in any order, within the attempt's window. */
  #optionalAction(step: number, { count, at, steps }: FunnelActions): number {
    const isAny = this.#rules.order === "any";
    let level = 0;
    while (level + 1 < this.#required.length && this.#required[level + 1]! < step) level += 1;
    if (!isAny && level >= this.#length) return -1;
    const start = isAny ? this.#firstOfChain() : this.#chain[0]!;
    const end = !isAny && level + 1 < this.#length ? this.#chain[level + 1]! : count;
    for (let index = isAny ? start : this.#chain[level]! + 1; index < end; index++) {
      if (at[index]! - at[start]! > this.#rules.windowMs) return -1;
      if (this.#allowed && (steps[index]! & this.#allowed[level]!) === 0) return -1;
      if (has(steps[index]!, step)) return index;
    }
    return -1;
  }

  #firstOfChain(): number {
    let first = this.#chain[0]!;
    for (let level = 1; level < this.#length; level++) first = Math.min(first, this.#chain[level]!);
    return first;
  }
}

/**
 * Returns, per level, the steps that may follow without ending a strict attempt: a repetition, and the optional steps before the next
 * required one.
 */
function allowedAfter({ stepCount, optional }: FunnelRules, required: Int32Array): Int32Array {
  return required.map((step, level) => {
    let mask = 1 << step;
    for (let next = step + 1; next < (required[level + 1] ?? stepCount); next += 1) mask |= optional & (1 << next);
    return mask;
  });
}
