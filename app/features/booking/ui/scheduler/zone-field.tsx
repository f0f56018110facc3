import type { ReactNode } from "react";
import { offsetIn, zoneName } from "#app/features/booking/zoned-time.ts";
import type { DateStyle } from "#app/lib/dates/date-text.ts";
import { americanName } from "#app/lib/dates/zone-names.ts";
import { SelectField } from "#app/ui/forms/field.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import { useZones } from "./visitor-zone.ts";

/** The time zone of displayed times. `at`: the instant of the displayed offset. `conflict` replaces the offset below the list. */
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
  const { style } = useFirmDates();
  return (
    <SelectField
      label="Time zone"
      value={zone}
      onChange={(event) => onChange(event.currentTarget.value)}
      options={zones.map((value) => zoneOption(value, style)).sort(inOrder)}
      hint={conflict ?? `Shown as ${offsetIn(at, zone)}`}
    />
  );
}

type ZoneOption = { value: string; label: string; isAmerican: boolean };

/** `Vienna (Europe/Vienna)`, so that typing the city finds it. American readers get `Pacific Time (Los Angeles)`. */
function zoneOption(value: string, style: DateStyle): ZoneOption {
  const name = zoneName(value);
  const city = name.split("/").at(-1);
  const american = style.isMonthFirst ? americanName(value) : null;
  if (american) return { value, label: `${american} (${city})`, isAmerican: true };
  return { value, label: city === name ? name : `${city} (${name})`, isAmerican: false };
}

const inOrder = (one: ZoneOption, other: ZoneOption): number =>
  Number(other.isAmerican) - Number(one.isAmerican) || (one.label < other.label ? -1 : 1);
