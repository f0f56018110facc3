import { useCallback, useEffect, useMemo, useState } from "react";
import { dateIn } from "#app/features/booking/zoned-time.ts";

/** Returns the starts of free slots in milliseconds, ascending; null if the request failed. */
export type LoadMonth = (month: string) => Promise<readonly number[] | null>;

type Loaded = Readonly<Record<string, { round: number; starts: readonly number[] }>>;

/**
 * Loads the free slots around the displayed month. The first month comes with the page; others are fetched when first shown. `reload`
 * fetches all again and keeps the displayed ones until then; responses to earlier requests are dropped.
 */
export function useFreeTimes(first: { month: string; starts: readonly number[] }, load: LoadMonth) {
  const [month, show] = useState(first.month);
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ [first.month]: { round, starts: first.starts } });
  const [failed, setFailed] = useState<string | null>(null);
  const missing = loaded[month]?.round !== round;

  useEffect(() => {
    if (!missing || failed === month) return;
    let current = true;
    void load(month).then((starts) => {
      if (!current) return;
      if (!starts) return setFailed(month);
      setLoaded((before) => ({ ...ofRound(before, round), [month]: { round, starts } }));
    });
    return () => {
      current = false;
    };
  }, [month, missing, failed, load, round]);

  const reload = useCallback(() => {
    setFailed(null);
    setRound((before) => before + 1);
  }, []);

  const starts = useMemo(
    () => [...new Set(Object.values(loaded).flatMap((known) => known.starts))].sort((a, b) => a - b),
    [loaded],
  );
  const state: "ready" | "loading" | "failed" = !missing ? "ready" : failed === month ? "failed" : "loading";
  return { month, show, starts, state, reload };
}

const ofRound = (loaded: Loaded, round: number): Loaded =>
  Object.fromEntries(Object.entries(loaded).filter(([, known]) => known.round === round));

export function byDate(starts: readonly number[], zone: string): ReadonlyMap<string, readonly number[]> {
  const dates = new Map<string, number[]>();
  for (const start of starts) {
    const date = dateIn(new Date(start), zone);
    const list = dates.get(date);
    if (list) list.push(start);
    else dates.set(date, [start]);
  }
  return dates;
}
