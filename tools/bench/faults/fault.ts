import type { Load } from "./load.ts";

export type Outcome = {
  saw: string;
  /** Number of lost acknowledged writes, and their total. */
  lost: string;
  /** From the removal of the cause (for a kill, from the kill) until the last failed request; null if none failed. */
  recoveredMs: number | null;
  /** Violated requirements; empty if there are none. */
  problems: string[];
};

/** A fault, provoked once under load. Its file is named for it; it ends within about two minutes. */
export type Fault = {
  title: string;
  /** Required programs or rights of the machine; otherwise it is skipped. */
  needs?: readonly Need[];
  run(): Promise<Outcome>;
};

export type Need = "nginx" | "faketime" | "root" | "column-store";

/** The outcome of a run; checks acknowledged writes in the database. */
export async function outcomeOf(
  load: Load,
  stored: (emails: readonly string[]) => Promise<number>,
  options: { healedAt?: number; notes?: string[]; problems?: string[] } = {},
): Promise<Outcome> {
  const lost = load.acknowledged.length - (await stored(load.acknowledged));
  const problems = [...(options.problems ?? [])];
  if (lost > 0) problems.push(`${lost} acknowledged writes are missing`);
  if (load.counts.failed > 0)
    problems.push(`${load.counts.failed} requests were answered with an error other than 503`);
  if (load.acknowledged.length === 0) problems.push("no write was acknowledged");
  const { healedAt } = options;
  return {
    saw: [load.summary(), ...(options.notes ?? [])].join("; "),
    lost: `${lost} of ${load.acknowledged.length}`,
    recoveredMs:
      healedAt === undefined || load.lastFailureAt === null
        ? null
        : Math.max(0, Math.round(load.lastFailureAt - healedAt)),
    problems,
  };
}
