import { useEffect, useId, useState } from "react";
import { jsonIn } from "#app/lib/formats/json-in.ts";
import { pick, recordOf } from "#app/lib/program/record-of.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import {
  focusAreas,
  loadedCost,
  outcomeSuggestions,
  type ProfileChange,
  type ProfileName,
  type ProfileValues,
  profileFields,
  profileIndustries,
  profileNames,
  ProfileForm as Schema,
} from "../profile/profile-fields.ts";
import { ProfileBase } from "../profile/profile-merge.ts";
import css from "./form.module.css";
import { type Checked, useCheckedForm } from "./form-faults.tsx";

const labels = recordOf(profileNames, (name) => profileFields[name].label);

/**
 * Sends the values that it was filled with as `base`, so that only its changes are saved. A field that was changed elsewhere
 * shows that value; saving again replaces it. After a save (`savedAt`) the form shows what is stored.
 */
export function ProfileForm({
  values,
  posted,
  refusal,
  savedAt,
  busy,
  onValid,
}: Checked<ProfileChange & { base: string }> & {
  values: ProfileValues;
  /** What a refused form without scripts contained. */
  posted?: Readonly<Record<string, string>> | undefined;
  savedAt: number;
}) {
  const known = pick(values, refusal?.isStale ? (Object.keys(refusal.fields ?? {}) as ProfileName[]) : []);
  const [base, setBase] = useState<ProfileBase>(() => ({ ...baseOf(posted, values), ...known }));
  const { form, field, formProps, messages } = useCheckedForm(Schema, labels, "profile", {
    refusal,
    busy,
    onValid: (input) => onValid({ ...input, base: JSON.stringify(base) }),
  });
  const [seen, setSeen] = useState<unknown>(refusal);
  const [shown, setShown] = useState(savedAt);
  if (!busy && refusal !== seen) {
    setSeen(refusal);
    setBase({ ...base, ...known });
  }
  if (!busy && savedAt > shown) {
    setShown(savedAt);
    setBase(values);
  }
  const { reset } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once after each save
  useEffect(() => {
    if (shown > 0) reset(textsOf(values));
  }, [shown]);
  const suggestions = useId();
  const filled = (name: ProfileName) => ({ ...field(name), defaultValue: posted?.[name] ?? values[name] ?? "" });
  return (
    <form {...formProps} data-plain="" className="grid gap-125 top-175" aria-label="Profile">
      <input type="hidden" name="intent" value="profile" />
      <input type="hidden" name="base" value={JSON.stringify(base)} />
      {messages}
      <div className={`grid gap-125 cols-2 ${css.pair}`}>
        <TextField {...filled("first_name")} autoComplete="given-name" maxLength={120} />
        <TextField {...filled("last_name")} autoComplete="family-name" maxLength={120} />
      </div>
      <div className={`grid gap-125 cols-2 ${css.pair}`}>
        <TextField {...filled("company_name")} autoComplete="organization" maxLength={120} />
        <TextField {...filled("title")} optional autoComplete="organization-title" maxLength={200} />
      </div>
      <div className={`grid gap-125 cols-2 ${css.pair}`}>
        <SelectField {...filled("focus_area")} optional placeholder="Choose one" options={focusAreas} />
        <TextField {...filled("top_outcome")} optional list={suggestions} maxLength={200} />
      </div>
      <datalist id={suggestions}>
        {outcomeSuggestions.map((outcome) => (
          <option key={outcome} value={outcome} />
        ))}
      </datalist>
      <div className={`grid gap-125 cols-2 ${css.pair}`}>
        <SelectField {...filled("industry")} optional placeholder="Choose one" options={profileIndustries} />
        <NumberField
          {...filled("estimated_loaded_cost_per_hour")}
          sign="$"
          hint={`Wage, taxes and overhead per office hour, $${loadedCost.min} to $${loadedCost.max}.`}
        />
      </div>
      <div className="cluster middle gap-100">
        <Button type="submit" variant="primary" busy={busy} busyText="Saving">
          Save Changes
        </Button>
      </div>
    </form>
  );
}

/** The values that the refused form was filled with. */
const baseOf = (posted: Readonly<Record<string, string>> | undefined, values: ProfileValues): ProfileBase =>
  ProfileBase.safeParse(jsonIn(posted?.["base"] ?? "")).data ?? values;

const textsOf = (values: ProfileValues) => recordOf(profileNames, (name) => String(values[name] ?? ""));
