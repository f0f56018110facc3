import { zodResolver } from "@hookform/resolvers/zod";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { NumberField, SelectField, TextField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import {
  focusAreas,
  loadedCost,
  outcomeSuggestions,
  type ProfileChange,
  profileIndustries,
  ProfileForm as Schema,
} from "../accounts.ts";
import css from "./form.module.css";
import { type Refusal, useRefusal } from "./refusal.ts";

const labels = {
  first_name: "First Name",
  last_name: "Last Name",
  company_name: "Company Name",
  title: "Title",
  focus_area: "Focus Area",
  top_outcome: "Top Outcome",
  industry: "Industry",
  estimated_loaded_cost_per_hour: "Estimated Loaded Cost per Hour (USD)",
} as const;
type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];
const idOf = (name: Name) => `profile-${name}`;

/** What somebody says about themselves; the wizard and the analysis start from it. */
export function ProfileForm({
  values,
  refusal,
  busy,
  onValid,
}: {
  /** As they are stored; the fields start with them. */
  values: { [Field in Name]: string | number | null };
  refusal: Refusal | undefined;
  busy: boolean;
  onValid: (input: ProfileChange) => void;
}) {
  const form = useForm({ resolver: zodResolver(Schema), mode: "onTouched" });
  const suggestions = useId();
  const { errors, submitCount } = form.formState;
  const failure = useRefusal(form, refusal, names);
  const faulty = names.filter((name) => errors[name]).map((name) => ({ id: idOf(name), label: labels[name] }));
  const field = (name: Name) => ({
    label: labels[name],
    id: idOf(name),
    error: errors[name]?.message,
    defaultValue: values[name] ?? "",
    ...form.register(name),
  });
  return (
    <form
      method="post"
      noValidate
      className={css.form}
      aria-label="Profile"
      onSubmit={form.handleSubmit((input) => onValid(input))}
    >
      {submitCount > 0 && <ErrorSummary fields={faulty} attempt={submitCount} />}
      {failure && !busy && (
        <Notice kind="critical" live>
          {failure}
        </Notice>
      )}
      <div className={css.pair}>
        <TextField {...field("first_name")} autoComplete="given-name" maxLength={120} />
        <TextField {...field("last_name")} autoComplete="family-name" maxLength={120} />
      </div>
      <div className={css.pair}>
        <TextField {...field("company_name")} autoComplete="organization" maxLength={120} />
        <TextField {...field("title")} optional autoComplete="organization-title" maxLength={200} />
      </div>
      <div className={css.pair}>
        <SelectField {...field("focus_area")} optional placeholder="Choose one" options={focusAreas} />
        <TextField {...field("top_outcome")} optional list={suggestions} maxLength={200} />
      </div>
      <datalist id={suggestions}>
        {outcomeSuggestions.map((outcome) => (
          <option key={outcome} value={outcome} />
        ))}
      </datalist>
      <div className={css.pair}>
        <SelectField {...field("industry")} optional placeholder="Choose one" options={profileIndustries} />
        <NumberField
          {...field("estimated_loaded_cost_per_hour")}
          sign="$"
          hint={`Salary with everything on top, per hour worked: ${loadedCost.min} to ${loadedCost.max}.`}
        />
      </div>
      <div className={css.actions}>
        <Button type="submit" variant="primary" busy={busy} busyText="Saving">
          Save Changes
        </Button>
      </div>
    </form>
  );
}
