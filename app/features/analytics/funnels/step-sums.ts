import { NumberList } from "../columns/percentile.ts";
import type { FunnelDefinition } from "../funnel-definition.ts";

export type FunnelStepFigures = {
  name: string;
  isOptional: boolean;
  visitors: number;
  /** Fractions of the visitors of the first step and of the previous required step. */
  fromStart: number;
  fromPrevious: number;
  /** Visitors who stopped at this required step; 0 for optional steps and the last one. */
  droppedOff: number;
  /** Time since the previous required step; null if no visitor reached both. */
  medianSeconds: number | null;
  revenueUsd: number;
};

export type CountedVisitor = { reached: Int32Array; at: Float64Array; valueUsd: Float64Array };

/** Accumulates the figures of a funnel's steps, visitor by visitor. */
export class StepSums {
  readonly #definition: FunnelDefinition;
  readonly #required: readonly number[];
  readonly #previous: readonly number[];
  readonly #visitors: Float64Array;
  readonly #revenueUsd: Float64Array;
  readonly #seconds: readonly NumberList[];

  constructor(definition: FunnelDefinition) {
    const { steps } = definition;
    this.#definition = definition;
    this.#required = steps.flatMap(({ isOptional }, step) => (isOptional ? [] : [step]));
    this.#previous = steps.map((_, step) => this.#required.findLast((each) => each < step) ?? -1);
    this.#visitors = new Float64Array(steps.length);
    this.#revenueUsd = new Float64Array(steps.length);
    this.#seconds = steps.map(() => new NumberList());
  }

  add({ reached, at, valueUsd }: CountedVisitor): void {
    const isAny = this.#definition.order === "any";
    let latest = 0;
    for (let step = 0; step < reached.length; step++) {
      const action = reached[step]!;
      if (action === -1) continue;
      this.#visitors[step]! += 1;
      this.#revenueUsd[step]! += valueUsd[action]!;
      const previous = this.#previous[step]!;
      // In any order a step can precede the one above it; the time between them is then zero.
      if (previous !== -1) {
        const before = isAny ? latest : at[reached[previous]!]!;
        this.#seconds[step]!.add(Math.max(0, at[action]! - before) / 1000);
      }
      if (at[action]! > latest) latest = at[action]!;
    }
  }

  addFirstOnly(visitors: number): void {
    this.#visitors[0]! += visitors;
  }

  addAll(other: StepSums): void {
    for (let step = 0; step < this.#visitors.length; step++) {
      this.#visitors[step]! += other.#visitors[step]!;
      this.#revenueUsd[step]! += other.#revenueUsd[step]!;
      this.#seconds[step]!.addAll(other.#seconds[step]!);
    }
  }

  figures(): FunnelStepFigures[] {
    const counts = this.#visitors;
    const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
    return this.#definition.steps.map(({ name, isOptional }, step) => {
      const previous = this.#previous[step]!;
      const following = this.#required.find((each) => each > step);
      return {
        name,
        isOptional,
        visitors: counts[step]!,
        fromStart: share(counts[step]!, counts[0]!),
        fromPrevious: previous === -1 ? 1 : share(counts[step]!, counts[previous]!),
        droppedOff: isOptional || following === undefined ? 0 : counts[step]! - counts[following]!,
        medianSeconds: median(this.#seconds[step]!),
        revenueUsd: this.#revenueUsd[step]!,
      };
    });
  }
}

function median(seconds: NumberList): number | null {
  const around = seconds.around(0.5);
  return around && (around.part === 0 ? around.lower : (around.lower + around.upper) / 2);
}
