/*
 * Many who want one slot in the same moment, in one process: one of them asks the database, the others wait for what it is told.
 * It keeps no right of anybody's, the database alone decides; it only spares forty-nine of fifty a transaction whose outcome is
 * known by then, so that all of them are answered at once.
 */

const asking = new Map<string, Promise<unknown>>();

/**
 * Runs `work` unless somebody is at it for the same `slot`; then waits. `lesson` is what the outcome means for those who waited:
 * an answer for them, or undefined, and then the next of them asks.
 */
export async function raceFor<Outcome, Lesson>(
  slot: string,
  work: () => Promise<Outcome>,
  lesson: (outcome: Outcome) => Lesson | undefined,
): Promise<{ outcome: Outcome } | { lesson: Lesson }> {
  for (let ahead = asking.get(slot); ahead; ahead = asking.get(slot)) {
    const told = (await ahead) as Lesson | undefined;
    if (told !== undefined) return { lesson: told };
  }
  let tell: (told: Lesson | undefined) => void = () => {};
  asking.set(
    slot,
    new Promise<Lesson | undefined>((resolve) => {
      tell = resolve;
    }),
  );
  let told: Lesson | undefined;
  try {
    const outcome = await work();
    told = lesson(outcome);
    return { outcome };
  } finally {
    asking.delete(slot);
    tell(told);
  }
}
