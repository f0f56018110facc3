import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import type { BillTo } from "../billing.ts";
import css from "./bill-to-fields.module.css";

const labels = {
  name: "Company or full name",
  attention: "For the attention of",
  street: "Street address",
  extra: "Floor, suite or building",
  postalCode: "ZIP or postal code",
  city: "City",
  region: "State or region",
  country: "Country",
  taxId: "Tax ID",
  purchaseOrder: "Your reference",
} as const;
type Name = keyof typeof labels;

const optional: ReadonlySet<Name> = new Set(["attention", "extra", "region", "postalCode", "taxId", "purchaseOrder"]);

/** `values`: what the fields start with. `fields`: errors by path (`billTo.city`). */
export function BillToFields({
  values,
  countries,
  fields,
}: {
  values: Partial<BillTo>;
  /** From the server: browsers differ in some country names, which would change the page at hydration. */
  countries: readonly { value: string; label: string }[];
  fields: Record<string, string>;
}) {
  const of = (name: Name) => ({
    id: `bill-to-${name}`,
    name,
    label: labels[name],
    error: fields[`billTo.${name}`],
    defaultValue: values[name] ?? "",
    ...(optional.has(name) ? { optional: true } : { required: true }),
  });
  const faulty = (Object.keys(labels) as Name[]).filter((name) => fields[`billTo.${name}`]);
  return (
    <div className={`grid start gap-125 cols-2 ${css.fields}`}>
      <div className={`whole ${css.whole}`}>
        <ErrorSummary
          attempt={Object.keys(fields).length}
          fields={faulty.map((name) => ({ id: `bill-to-${name}`, label: labels[name] }))}
        />
      </div>
      <TextField {...of("name")} className={`whole ${css.whole}`} autoComplete="organization" />
      <TextField {...of("attention")} className={`whole ${css.whole}`} autoComplete="name" />
      <TextField {...of("street")} className={`whole ${css.whole}`} autoComplete="address-line1" />
      <TextField {...of("extra")} className={`whole ${css.whole}`} autoComplete="address-line2" />
      <TextField {...of("city")} autoComplete="address-level2" />
      <TextField {...of("region")} autoComplete="address-level1" />
      <TextField {...of("postalCode")} autoComplete="postal-code" />
      <SelectField {...of("country")} autoComplete="country" placeholder="Choose the country" options={countries} />
      <TextField {...of("taxId")} hint="EIN or VAT number: printed as you enter it." />
      <TextField {...of("purchaseOrder")} hint="Such as a purchase order." />
    </div>
  );
}
