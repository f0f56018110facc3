import { type FormEvent, useState } from "react";
import { areas, outcomes } from "#app/features/content/automations/automation-terms.ts";
import { bounds, industries, revenueBands } from "#app/features/roi/inputs/bounds.ts";
import { focusLabels, outcomeLabels, revenueBandLabels } from "#app/features/roi/inputs/input-labels.ts";
import {
  type ProfileField,
  type ProfileText,
  profileErrors,
  profileLabels,
  profileTextOf,
  profileTextsIn,
  readProfileField,
} from "#app/features/wizard/answers/profile-text.ts";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { useStepText, type WizardDraft } from "../use-draft.ts";
import { stepForm, WizardFoot } from "../wizard-foot.tsx";
import css from "./profile-form.module.css";
import { ProfileNotes } from "./profile-notes.tsx";

const hourlyCost = bounds.hourlyCostUsd;

export function ProfileForm({ draft, onGo }: { draft: WizardDraft; onGo: (to: "back" | "on") => Promise<void> }) {
  const [asked, setAsked] = useState<ReadonlySet<ProfileField>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const { text, latest, update } = useStepText<ProfileText>(
    draft,
    "profile",
    ({ about, inputs }, kept) => ({ ...profileTextOf(about, inputs.company), ...profileTextsIn(kept) }),
    (now) => Object.entries(now).some(([field, typed]) => "error" in readProfileField(field as ProfileField, typed)),
  );

  const change = (field: ProfileField, typed: string) => {
    update({ ...latest(), [field]: typed });
    const read = readProfileField(field, typed);
    if ("patch" in read) draft.change({ ...read.patch, step: "profile" });
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = Object.keys(profileErrors(latest())) as ProfileField[];
    setAttempt(attempt + 1);
    setAsked(new Set(Object.keys(profileLabels) as ProfileField[]));
    if (missing.length === 1) document.getElementById(missing[0]!)?.focus();
    if (missing.length > 0) return;
    setBusy(true);
    await onGo("on");
    setBusy(false);
  };

  const missing = asked.size > 0 ? profileErrors(text) : {};
  const errors = Object.fromEntries(
    Object.entries(missing).filter(
      ([field]) => asked.has(field as ProfileField) && (attempt > 0 || text[field as ProfileField] !== ""),
    ),
  ) as Partial<ProfileText>;
  const faults = attempt > 0 ? (Object.keys(errors) as ProfileField[]) : [];
  const wire = (field: ProfileField) => ({
    id: field,
    name: field,
    label: profileLabels[field],
    value: text[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    onBlur: () => setAsked((before) => new Set(before).add(field)),
  });

  return (
    <>
      <main id="main" className={`wrap grid start ${css.page}`}>
        <div>
          <h1 className="t1">Which company are we looking at?</h1>
          <p className={`lede ${css.lede}`}>
            Size, money and goals. Rough figures are fine: you can come back and change any of them.
          </p>
          <ErrorSummary fields={faults.map((id) => ({ id, label: profileLabels[id] }))} attempt={attempt} />
          <ScriptForm id={stepForm} noValidate onSubmit={submit} className={`grid ${css.form}`}>
            <fieldset>
              <legend className="t4">The company</legend>
              <div className={`grid top-150 cols-2 ${css.fields}`}>
                <TextField {...wire("companyName")} optional autoComplete="organization" maxLength={200} />
                <TextField {...wire("companyWebsite")} optional inputMode="url" autoComplete="url" maxLength={500} />
                <NumberField {...wire("employees")} inputMode="numeric" unit="people" />
                <SelectField
                  {...wire("revenueBand")}
                  placeholder="Choose a range"
                  options={revenueBands.map((value) => ({ value, label: revenueBandLabels[value] }))}
                />
                <SelectField {...wire("industry")} placeholder="Choose an industry" options={industries} />
              </div>
            </fieldset>
            <fieldset>
              <legend className="t4">What it wants, and what an hour costs</legend>
              <div className={`grid top-150 cols-2 ${css.fields}`}>
                <SelectField
                  {...wire("focus")}
                  placeholder="Choose an area"
                  options={areas.map((value) => ({ value, label: focusLabels[value] }))}
                />
                <SelectField
                  {...wire("topOutcome")}
                  placeholder="Choose an outcome"
                  options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
                />
                <NumberField
                  {...wire("hourlyCost")}
                  optional
                  sign="$"
                  unit="per hour"
                  hint={`Wage, taxes and overhead of one office hour, $${hourlyCost.low} to $${hourlyCost.high}. Without it, we use $${hourlyCost.standard}.`}
                />
              </div>
            </fieldset>
          </ScriptForm>
        </div>
        <ProfileNotes company={draft.inputs.company} />
      </main>
      <WizardFoot
        onBack={() => void onGo("back")}
        note="Next: the tools you pay for. About five minutes."
        action="Continue"
        busy={busy}
        busyText="Saving"
      />
    </>
  );
}
