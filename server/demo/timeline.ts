import { mulberry32 } from "#app/features/roi/range/random.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** One step of the demo data. `ctx` is the system at that time, in the seeding transaction. */
export type Step = { at: Date; run(ctx: Ctx): Promise<unknown> };

/**
 * The 90 days that end at `now`, with a random generator seeded by `seed`. Days are counted from the first; hours are UTC, and
 * 14 to 20 are office hours in New York.
 */
export class Timeline {
  readonly steps: Step[] = [];
  readonly now: Date;
  readonly chance: () => number;

  constructor(now: Date, seed: number) {
    this.now = now;
    this.chance = mulberry32(seed);
  }

  /** Returns a time on that day during office hours, at least an hour before `now`. */
  on(day: number): Date {
    const midnight = Math.floor(this.now.getTime() / dayMs) * dayMs - 90 * dayMs;
    const time = midnight + Math.floor(day) * dayMs + (14 + this.chance() * 6) * hourMs;
    return new Date(Math.min(time, this.now.getTime() - hourMs - this.chance() * hourMs));
  }

  add(at: Date, run: Step["run"]): void {
    this.steps.push({ at, run });
  }

  between(low: number, high: number): number {
    return low + Math.floor(this.chance() * (high - low + 1));
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.chance() * items.length)]!;
  }

  /** Returns the steps by time; steps at the same time stay in insertion order. */
  ordered(): Step[] {
    return this.steps
      .map((step, place) => ({ step, place }))
      .sort((a, b) => a.step.at.getTime() - b.step.at.getTime() || a.place - b.place)
      .map(({ step }) => step);
  }
}

export const after = (time: Date, { days = 0, hours = 0 }: { days?: number; hours?: number }): Date =>
  new Date(time.getTime() + days * dayMs + hours * hourMs);

/** Returns the value of a command that demo data relies on. Throws with the refusal. */
export function must<Value>(result: Result<Value, { kind: string }>): Value {
  if (result.ok) return result.value;
  throw new Error(`A command refused demo data: ${JSON.stringify(result.reason)}`);
}
