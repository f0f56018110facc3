import { useCallback, useEffect, useRef, useState } from "react";

/**
 * The result of a hold request: held, refused (`code`), or none (no connection, rate limit), in which case booking works without a
 * hold.
 */
export type HoldAnswer =
  | { kind: "held"; hold: string; expiresAt: Date }
  | { kind: "refused"; code: string; message: string }
  | { kind: "none" };
export type HoldSlot = (start: string, earlier: string | null) => Promise<HoldAnswer>;

const maxProlongations = 2;
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
    // Storage is disabled: after a reload the slot is free again once the release arrives.
  }
}

/**
 * Holds the chosen slot while the form is filled in. `until` is the hold's expiry (null: not held). `onRefused` is called if
 * the slot was taken or cannot be checked. Leaving the page releases the hold.
 */
export function useSlotHold(
  hold: HoldSlot,
  release: (token: string) => void,
  onRefused: (refusal: { code: string; message: string }) => void,
) {
  const [until, setUntil] = useState<Date | null>(null);
  const token = useRef<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef<string | null>(null);
  const pending = useRef<Promise<unknown>>(Promise.resolve());
  const refused = useRef(onRefused);
  refused.current = onRefused;

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
      if (wanted.current !== start) return;
      if (answer.kind === "refused") {
        setUntil(null);
        refused.current(answer);
        return;
      }
      setUntil(answer.kind === "held" ? answer.expiresAt : null);
      if (answer.kind !== "held") return;
      const left = answer.expiresAt.getTime() - Date.now();
      timer.current =
        prolonged < maxProlongations
          ? setTimeout(() => void keep(start, prolonged + 1), Math.max(1000, left - aheadMs))
          : setTimeout(() => setUntil(null), Math.max(0, left));
    },
    [hold],
  );

  const releaseHold = useCallback(() => {
    wanted.current = null;
    clearTimeout(timer.current);
    setUntil(null);
    if (token.current) release(token.current);
    token.current = null;
    store(null);
  }, [release]);

  useEffect(() => {
    // The token stays stored, because a reloaded page may request the slot before the release arrives.
    const leave = () => {
      const kept = token.current;
      releaseHold();
      store(kept);
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      releaseHold();
    };
  }, [releaseHold]);

  /** Returns the token to book with, after any pending hold request: a booking without it would conflict with the visitor's own hold. */
  const settled = useCallback(async () => {
    await pending.current;
    return token.current;
  }, []);

  return { keep, releaseHold, until, settled };
}
