import type { ReactNode } from "react";
import { SelectField } from "#app/ui/field.tsx";
import { offsetIn, zoneName } from "../zoned-time.ts";
import { useZones } from "./visitor-zone.ts";

/**
 * The zone the times are shown in. `at`: the offset shown is that of this instant. `conflict` replaces the offset below the
 * list.
 */
export function ZoneField({
  zone,
  at,
  conflict,
  onChange,
}: {
  zone: string;
  at: Date;
  conflict?: ReactNode;
  onChange: (zone: string) => void;
}) {
  const zones = useZones(zone);
  return (
    <SelectField
      label="Time zone"
      value={zone}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={zones.map((value) => ({ value, label: label(value) })).sort((a, b) => (a.label < b.label ? -1 : 1))}
      hint={conflict ?? `Shown as ${offsetIn(at, zone)}`}
    />
  );
}

/** `Vienna (Europe/Vienna)`: typing the city finds it. */
function label(zone: string): string {
  const name = zoneName(zone);
  const city = name.split("/").at(-1);
  return city === name ? name : `${city} (${name})`;
}
