export type StepPages = { isAny: boolean; ids: readonly number[] };

export class PageSteps {
  readonly #any: number;
  readonly #bits: Int32Array;

  constructor(steps: readonly StepPages[]) {
    const largest = steps.flatMap(({ ids }) => ids).reduce((most, id) => Math.max(most, id), 0);
    this.#any = steps.reduce((bits, { isAny }, step) => bits | (isAny ? 1 << step : 0), 0);
    this.#bits = new Int32Array(largest + 1).fill(this.#any);
    for (const [step, { ids }] of steps.entries()) for (const id of ids) this.#bits[id]! |= 1 << step;
  }

  get isEmpty(): boolean {
    return this.#any === 0 && this.#bits.length === 1;
  }

  /** Returns bit n for step n. `page`: 0 for a view without a known page. */
  of(page: number): number {
    return page < this.#bits.length ? this.#bits[page]! : this.#any;
  }
}
