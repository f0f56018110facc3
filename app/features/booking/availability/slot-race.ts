/*
 * Simultaneous requests for one slot, within one process: one of them asks the database, the others wait for its outcome. Only
 * the database decides; of fifty requests, forty-nine skip a transaction that cannot succeed.
 */

const asking = new Map<string, Promise<unknown>>();

/**
 * Runs `work`, or waits while another request runs it for the same `slot`. `refusalOf` returns the refusal of the requests that
 * waited; undefined lets the next of them run its own `work`.
 */
export async function raceFor<Outcome, Refused>(
  slot: string,
  work: () => Promise<Outcome>,
  refusalOf: (outcome: Outcome) => Refused | undefined,
): Promise<{ outcome: Outcome } | { refusal: Refused }> {
  for (let ahead = asking.get(slot); ahead; ahead = asking.get(slot)) {
    const refused = (await ahead) as Refused | undefined;
    if (refused !== undefined) return { refusal: refused };
  }
  let settle: (refused: Refused | undefined) => void = () => {};
  asking.set(
    slot,
    new Promise<Refused | undefined>((resolve) => {
      settle = resolve;
    }),
  );
  let refused: Refused | undefined;
  try {
    const outcome = await work();
    refused = refusalOf(outcome);
    return { outcome };
  } finally {
    asking.delete(slot);
    settle(refused);
  }
}
