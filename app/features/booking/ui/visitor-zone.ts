import { useState, useSyncExternalStore } from "react";
import { currentZoneName, isTimezone } from "../zoned-time.ts";

const never = () => () => {};

/** The zone of this machine, or `fallback` when it names none that both sides know. */
function detect(fallback: string): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return timeZone && isTimezone(timeZone) ? currentZoneName(timeZone) : fallback;
}

/**
 * The zone times are shown in: what was chosen, else what the machine says. The server knows neither and renders
 * `fallback`; the browser starts with the same and changes over once the page is alive.
 */
export function useVisitorZone(given: string | null, fallback: string): [zone: string, choose: (zone: string) => void] {
  const detected = useSyncExternalStore(
    never,
    () => detect(fallback),
    () => fallback,
  );
  const [chosen, choose] = useState(given);
  return [chosen ?? detected, choose];
}

export function useZones(zone: string): readonly string[] {
  const known = useSyncExternalStore(never, allZones, noZones);
  return known.includes(zone) ? known : [zone, ...known];
}

let all: readonly string[] | undefined;
function allZones() {
  all ??= [...new Set([...Intl.supportedValuesOf("timeZone").map(currentZoneName), "UTC"])];
  return all;
}

const none: readonly string[] = [];
const noZones = () => none;
