import { industries } from "#app/features/roi/inputs/bounds.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { HiddenField } from "#app/ui/forms/hidden-field.tsx";
import css from "./form.module.css";

type ByField = Readonly<Record<string, string>>;

/** `values`: input restored after a refusal. */
export function RequestFields({
  email,
  faults,
  values = {},
  autoFocus,
}: {
  email: string | null;
  faults: ByField;
  values?: ByField;
  autoFocus?: boolean;
}) {
  const typed = (name: string) => (values[name] ? { defaultValue: values[name] } : {});
  return (
    <>
      <p className="soft ui-size">
        You need a code to open the wizard. It arrives at your work address; a person reviews requests from free email
        providers first.
      </p>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        autoFocus={autoFocus}
        defaultValue={values["email"] ?? email ?? undefined}
        hint={
          email === null
            ? "Your work address. The code opens the wizard for this address only."
            : "Your account's address. The code works only for it."
        }
        error={faults["email"]}
      />
      <TextField
        label="Company Name"
        name="company_name"
        autoComplete="organization"
        maxLength={200}
        {...typed("company_name")}
        error={faults["company_name"]}
      />
      <TextField
        label="Company Website"
        name="company_website"
        optional
        inputMode="url"
        autoComplete="url"
        maxLength={500}
        {...typed("company_website")}
        error={faults["company_website"]}
      />
      <div className={`grid gap-100 cols-2 ${css.pair}`}>
        <TextField
          label="Role"
          name="role"
          optional
          autoComplete="organization-title"
          maxLength={100}
          {...typed("role")}
          error={faults["role"]}
        />
        <SelectField
          label="Industry"
          name="industry"
          optional
          placeholder="Choose one"
          options={industries}
          {...typed("industry")}
          error={faults["industry"]}
        />
      </div>
      <HiddenField />
    </>
  );
}

export const PrivacyLine = () => (
  <p className="small">
    We use these details to review and answer your request. <a href="/privacy-policy">Privacy Policy</a>
  </p>
);

/** Promises no date if a person reviews the request. `isOddWebsite`: what was typed as the website is not a web address. */
export const RequestedNote = ({
  codeWithin,
  needsPerson,
  isOddWebsite,
}: {
  codeWithin: string;
  needsPerson: boolean;
  isOddWebsite?: boolean;
}) => (
  <Notice kind="positive" title="Your request is in" live>
    <p>
      A confirmation is on its way to your inbox.{" "}
      {needsPerson
        ? "A person reviews requests from this email provider; we email our decision to the same address."
        : `Your access code follows within ${codeWithin}, to the same address.`}
    </p>
    {isOddWebsite && <p>The website that you entered is not a web address.</p>}
    <p>
      Until then, <a href="/sample-analysis">read a sample analysis</a>.
    </p>
  </Notice>
);
