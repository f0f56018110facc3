import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { HiddenField } from "#app/ui/forms/hidden-field.tsx";
import { trainingIndustries } from "../registration.ts";
import css from "./training-form.module.css";

type ByField = Readonly<Record<string, string>>;

export function TrainingFields({
  faults,
  values = {},
  autoFocus,
  onEdit,
}: {
  faults: ByField;
  values?: ByField;
  autoFocus?: boolean;
  onEdit?: (name: string) => void;
}) {
  const field = (name: string) => ({
    error: faults[name],
    ...(values[name] ? { defaultValue: values[name] } : {}),
    ...(onEdit ? { onInput: () => onEdit(name) } : {}),
  });
  return (
    <>
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        required
        autoFocus={autoFocus}
        {...field("email")}
      />
      <TextField
        label="Company Name"
        name="companyName"
        autoComplete="organization"
        maxLength={200}
        required
        {...field("companyName")}
      />
      <TextField
        label="Company Website"
        name="companyWebsite"
        optional
        inputMode="url"
        autoComplete="url"
        maxLength={500}
        {...field("companyWebsite")}
      />
      <div className={`grid gap-100 cols-2 ${css.pair}`}>
        <TextField
          label="Role"
          name="role"
          optional
          autoComplete="organization-title"
          maxLength={100}
          {...field("role")}
        />
        <SelectField
          label="Industry"
          name="industry"
          optional
          placeholder="Choose one"
          options={trainingIndustries}
          {...field("industry")}
        />
      </div>
      <HiddenField />
    </>
  );
}

export const TrainingProgramLine = ({ program }: { program: string }) => (
  <p className={`framed ${css.program}`}>
    <span className="note">Program</span>
    <strong className="block larger">{program}</strong>
  </p>
);
