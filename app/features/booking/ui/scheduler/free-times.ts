import { useCallback, useEffect, useMemo, useState } from "react";
import { dateIn } from "#app/features/booking/zoned-time.ts";

/** The starts of free slots in milliseconds, ascending. `isUnread`: there are none because a calendar cannot be read. */
export type FreeTimes = { starts: readonly number[]; isUnread: boolean };

/** Null if the request failed. */
export type LoadMonth = (month: string) => Promise<FreeTimes | null>;

type Loaded = Readonly<Record<string, FreeTimes & { round: number }>>;

/**
 * Loads the free slots around the displayed month. The first month comes with the page; others are fetched when first shown. `reload`
 * fetches all again and keeps the displayed ones until then; responses to earlier requests are dropped.
 */
export function useFreeTimes({ month: firstMonth, ...first }: FreeTimes & { month: string }, load: LoadMonth) {
  const [month, show] = useState(firstMonth);
  const [round, setRound] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>({ [firstMonth]: { round, ...first } });
  const [failed, setFailed] = useState<string | null>(null);
  const missing = loaded[month]?.round !== round;

  useEffect(() => {
    if (!missing || failed === month) return;
    let current = true;
    void load(month).then((times) => {
      if (!current) return;
      if (!times) return setFailed(month);
      setLoaded((before) => ({ ...ofRound(before, round), [month]: { round, ...times } }));
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
  const known = loaded[month]?.isUnread ? "unread" : "ready";
  const state: "ready" | "unread" | "loading" | "failed" = !missing ? known : failed === month ? "failed" : "loading";
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
