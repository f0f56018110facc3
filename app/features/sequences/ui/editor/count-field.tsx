import { type ComponentProps, useState } from "react";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { NumberField } from "#app/ui/forms/field.tsx";

/** A field for a number. What is typed stays as it is, also while it is no number yet, such as "25,". */
export function CountField({
  value,
  error,
  onValue,
  ...field
}: Omit<ComponentProps<typeof NumberField>, "value" | "onChange"> & {
  /** NaN if empty or invalid. */
  value: number;
  onValue: (value: number) => void;
}) {
  const [typed, setTyped] = useState(() => numberText(value));
  const isTyped = Object.is(parseNumber(typed) ?? Number.NaN, value);
  return (
    <NumberField
      {...field}
      value={isTyped ? typed : numberText(value)}
      error={(error && askedNumber(typed)) ?? error}
      onChange={({ target }) => {
        setTyped(target.value);
        onValue(parseNumber(target.value) ?? Number.NaN);
      }}
    />
  );
}
