import { useCallback, useEffect, useRef, useState } from "react";

/** What came of asking to keep a slot: kept until then, gone, or not answered (no connection, a limit): then one goes on without. */
export type HoldAnswer =
  | { kind: "held"; hold: string; expiresAt: Date }
  | { kind: "gone"; message: string }
  | { kind: "none" };
export type HoldSlot = (start: string, earlier: string | null) => Promise<HoldAnswer>;

/** Prolonged so often while the form is open, then left to run out. */
const mostProlongations = 2;
const aheadMs = 30_000;
const storageKey = "gtmarc_slot_hold";

function readStored(): string | null {
  try {
    return sessionStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

function store(token: string | null): void {
  try {
    if (token === null) sessionStorage.removeItem(storageKey);
    else sessionStorage.setItem(storageKey, token);
  } catch {
    // Storage is switched off: a reload then waits for the release of the hold.
  }
}

/**
 * Keeps the chosen slot while the form is filled in. `until` is when that ends (null: it is not kept). `onGone` is told when
 * somebody else has it by now. Leaving the page gives it back.
 */
export function useSlotHold(hold: HoldSlot, release: (token: string) => void, onGone: (message: string) => void) {
  const [until, setUntil] = useState<Date | null>(null);
  const token = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<string | null>(null);
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const gone = useRef(onGone);
  gone.current = onGone;

  const keep = useCallback(
    async (start: string, prolonged = 0) => {
      wanted.current = start;
      clearTimeout(timer.current);
      const asked = hold(start, token.current ?? readStored());
      pending.current = asked;
      const answer = await asked;
      if (answer.kind === "held") {
        token.current = answer.hold;
        store(answer.hold);
      }
      // Another time was chosen meanwhile.
      if (wanted.current !== start) return;
      if (answer.kind === "gone") {
        setUntil(null);
        gone.current(answer.message);
        return;
      }
      setUntil(answer.kind === "held" ? answer.expiresAt : null);
      if (answer.kind !== "held") return;
      const left = answer.expiresAt.getTime() - Date.now();
      timer.current =
        prolonged < mostProlongations
          ? setTimeout(() => void keep(start, prolonged + 1), Math.max(1000, left - aheadMs))
          : setTimeout(() => setUntil(null), Math.max(0, left));
    },
    [hold],
  );

  /** The slot is no longer wanted, or has become a booking. */
  const letGo = useCallback(() => {
    wanted.current = null;
    clearTimeout(timer.current);
    setUntil(null);
    if (token.current) release(token.current);
    token.current = null;
    store(null);
  }, [release]);

  useEffect(() => {
    // The token stays stored: a reloaded page may ask for the slot before the release arrives.
    const leave = () => {
      const kept = token.current;
      letGo();
      store(kept);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      letGo();
    };
  }, [letGo]);

  /** The token to book with, once the server has answered whether it keeps the slot: earlier, the own hold would refuse it. */
  const settled = useCallback(async () => {
    await pending.current;
    return token.current;
  }, []);

  return { keep, letGo, until, settled };
}
