import { ErrorSummary } from "#app/ui/error-summary.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
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

/** `fields`: errors by path (`billTo.city`). */
export function BillToFields({
  companyName,
  countries,
  fields,
}: {
  companyName: string;
  /** From the server: browsers differ in some country names, which would change the page at hydration. */
  countries: readonly { value: string; label: string }[];
  fields: Record<string, string>;
}) {
  const of = (name: Name) => ({
    id: `bill-to-${name}`,
    name,
    label: labels[name],
    error: fields[`billTo.${name}`],
  });
  const faulty = (Object.keys(labels) as Name[]).filter((name) => fields[`billTo.${name}`]);
  return (
    <div className={css.fields}>
      <div className={css.whole}>
        <ErrorSummary
          attempt={Object.keys(fields).length}
          fields={faulty.map((name) => ({ id: `bill-to-${name}`, label: labels[name] }))}
        />
      </div>
      <TextField {...of("name")} className={css.whole} autoComplete="organization" defaultValue={companyName} />
      <TextField {...of("attention")} className={css.whole} optional autoComplete="name" />
      <TextField {...of("street")} className={css.whole} autoComplete="address-line1" />
      <TextField {...of("extra")} className={css.whole} optional autoComplete="address-line2" />
      <TextField {...of("city")} autoComplete="address-level2" />
      <TextField {...of("region")} optional autoComplete="address-level1" />
      <TextField {...of("postalCode")} optional autoComplete="postal-code" />
      <SelectField {...of("country")} autoComplete="country" placeholder="Choose the country" options={countries} />
      <TextField {...of("taxId")} optional hint="EIN or VAT number: printed as you enter it." />
      <TextField {...of("purchaseOrder")} optional hint="Such as a purchase order." />
    </div>
  );
}
