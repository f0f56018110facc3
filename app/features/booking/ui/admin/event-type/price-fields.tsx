import type { ReactNode } from "react";
import { type PayBy, payWays } from "#app/features/booking/hosts/event-type.ts";
import { NumberField, SelectField } from "#app/ui/forms/field.tsx";

type PriceValues = { priceCents: string; payBy: PayBy; refundHours: string };

const payHints: Record<PayBy, string> = {
  checkout: "On a page of Stripe. The time is held for 15 minutes, or for 24 hours after a host confirmed it.",
  invoice: "The call counts at once, and its invoice is due in 14 days.",
};

/** What a call costs, how it is paid and until when a visitor who cancels gets the price back. */
export function PriceFields({
  values,
  faults,
  hintOf,
  onChange,
}: {
  values: PriceValues;
  faults: Record<string, string>;
  hintOf: (name: keyof PriceValues, label: string, hint?: string) => ReactNode;
  onChange: (changes: Partial<PriceValues>) => void;
}) {
  return (
    <>
      <NumberField
        label="Price"
        unit="USD"
        optional
        value={values.priceCents}
        error={faults["priceCents"]}
        hint={hintOf("priceCents", "Price", "Empty: free of charge.")}
        onChange={(event) => onChange({ priceCents: event.currentTarget.value })}
      />
      {values.priceCents.trim() !== "" && (
        <>
          <SelectField
            label="Paid"
            value={values.payBy}
            options={Object.entries(payWays).map(([value, label]) => ({ value, label }))}
            hint={hintOf("payBy", "Paid", payHints[values.payBy])}
            onChange={(event) => onChange({ payBy: event.currentTarget.value as PayBy })}
          />
          <NumberField
            label="Refund when canceled until"
            unit="hours before"
            optional
            value={values.refundHours}
            error={faults["refundHours"]}
            hint={hintOf(
              "refundHours",
              "Refund when canceled until",
              "0: until the start. Empty: no refund. What the firm cancels is always refunded.",
            )}
            onChange={(event) => onChange({ refundHours: event.currentTarget.value })}
          />
        </>
      )}
    </>
  );
}
