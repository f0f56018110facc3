import { useState, useSyncExternalStore } from "react";
import { isTimezone } from "#app/features/booking/zoned-time.ts";
import { deviceZone } from "#app/lib/dates/wall-clock.ts";
import { currentZoneName, listZones } from "#app/lib/dates/zone-names.ts";

const never = () => () => {};

/** Returns the device's time zone, or `fallback` if it is not known to both sides. */
function detect(fallback: string): string {
  const zone = deviceZone();
  return zone && isTimezone(zone) ? currentZoneName(zone) : fallback;
}

/**
 * The time zone of displayed times: the chosen one, otherwise the device's. The server knows neither and renders `fallback`; the
 * browser starts with the same and switches after hydration.
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
  all ??= listZones();
  return all;
}

const none: readonly string[] = [];
const noZones = () => none;
