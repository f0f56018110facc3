import { type FormEvent, type ReactNode, useState } from "react";
import { areas, outcomes } from "#app/features/content/automations/automation-terms.ts";
import { processSuggestions } from "#app/features/content/automations/process-suggestions.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import { bounds, industries, revenueBands } from "#app/features/roi/inputs/bounds.ts";
import { focusLabels, outcomeLabels, revenueBandLabels } from "#app/features/roi/inputs/input-labels.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { CheckCards } from "#app/ui/forms/choice-cards.tsx";
import { ErrorSummary } from "#app/ui/forms/error-summary.tsx";
import { NumberField, SelectField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import { commonToolIds } from "../answers/list-price.ts";
import { completeProcess, type ProcessText, processErrors } from "../answers/process-text.ts";
import { type CompanyField, companyFields, profileLabels } from "../answers/profile-text.ts";
import {
  answerField,
  answerHours,
  employeesOf,
  type QuickAnswers,
  quickAnswersIn,
  quickAnswersOf,
  quickDraft,
  quickErrors,
  tickTool,
  tickWork,
} from "../answers/quick-answers.ts";
import type { AssumedPart } from "../blueprint.ts";
import { Estimate } from "./estimate.tsx";
import { Suggestions } from "./processes/suggestions.tsx";
import css from "./quick-form.module.css";
import { useStepText, type WizardDraft } from "./use-draft.ts";
import { stepForm, WizardFoot } from "./wizard-foot.tsx";

const common = tools.filter(({ id }) => commonToolIds.has(id));

/** The quick start: two answers, a few ticks, and everything else filled in and marked as assumed. */
export function QuickForm({
  draft,
  onBack,
  onGenerate,
}: {
  draft: WizardDraft;
  onBack: () => void;
  onGenerate: () => Promise<string | undefined>;
}) {
  const {
    text: answers,
    latest,
    update,
  } = useStepText<QuickAnswers>(
    draft,
    "profile",
    ({ inputs, assumed, id }, kept) => quickAnswersIn(kept) ?? quickAnswersOf(inputs, assumed, id === null),
    hasInvalid,
  );
  /** The first kind of work with confirmed hours, otherwise the first one. */
  const real = answers.rows.find((row) => !row.assumed) ?? answers.rows[0];
  const [left, setLeft] = useState<ReadonlySet<CompanyField>>(new Set());
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const set = (next: QuickAnswers) => {
    setRefusal(undefined);
    update(next);
    draft.change({ ...quickDraft(next), step: "profile" });
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = quickErrors(latest());
    const fields = Object.keys(found);
    setAttempt(attempt + 1);
    setRefusal(undefined);
    if (fields.length === 1) document.getElementById(fieldIds[fields[0] as Faulty])?.focus();
    if (fields.length > 0) return;
    // A user who accepts every assumption has changed nothing yet, so save now.
    draft.change({ ...quickDraft(latest()), step: "profile" });
    setBusy(true);
    setRefusal(await onGenerate());
    setBusy(false);
  };

  const found = quickErrors(answers);
  const errors = Object.fromEntries(
    Object.entries(found).filter(
      ([field]) => attempt > 0 || (left.has(field as CompanyField) && answers.company[field as CompanyField] !== ""),
    ),
  ) as typeof found;
  const isAssumed = (part: AssumedPart) => answers.assumed.includes(part);
  const wire = (field: CompanyField) => ({
    id: field,
    name: field,
    label: profileLabels[field],
    value: answers.company[field],
    error: errors[field],
    aside: field in assumable && isAssumed(field as AssumedPart) && answers.company[field] !== "" && <Assumed />,
    onChange: (event: { target: { value: string } }) => set(answerField(latest(), field, event.target.value)),
    onBlur: () => setLeft((before) => new Set(before).add(field)),
  });
  const employees = employeesOf(answers);
  return (
    <>
      <main id="main" className={`wrap grid ${css.page}`}>
        <div className={`grid gap-100 ${css.head}`}>
          <h1 className="t1">Two answers and a few checkboxes</h1>
          <p className="lede">
            We fill in the rest from what is typical for your size and mark it <Assumed />. Correct what you know; leave
            the rest.
          </p>
        </div>
        <Estimate draft={draft} processes={answers.rows.flatMap((row) => completeProcess(row) ?? [])} />
        <div className={`shrinks ${css.work}`}>
          {refusal && (
            <Notice kind="critical" live className="top-150">
              {refusal}
            </Notice>
          )}
          <ErrorSummary
            fields={
              attempt > 0
                ? (Object.keys(errors) as Faulty[]).map((field) => ({
                    id: fieldIds[field],
                    label: faultyLabels[field],
                  }))
                : []
            }
            attempt={attempt}
          />
          <ScriptForm id={stepForm} noValidate onSubmit={submit}>
            <Part number="1" title="Your company">
              <div className={`grid cols-2 ${css.fields}`}>
                <NumberField {...wire("employees")} inputMode="numeric" unit="people" />
                <SelectField
                  {...wire("focus")}
                  placeholder="Choose an area"
                  options={areas.map((value) => ({ value, label: focusLabels[value] }))}
                />
                <SelectField
                  {...wire("revenueBand")}
                  placeholder="Choose a range"
                  options={revenueBands.map((value) => ({ value, label: revenueBandLabels[value] }))}
                />
                <SelectField {...wire("industry")} placeholder="Choose an industry" options={industries} />
                <SelectField
                  {...wire("topOutcome")}
                  placeholder="Choose an outcome"
                  options={outcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
                />
                <NumberField {...wire("hourlyCost")} sign="$" unit="per hour" />
              </div>
            </Part>
          </ScriptForm>
          <Part number="2" id="work" title="Work done by hand" error={errors.work}>
            {answers.company.focus === "" && answers.rows.length === 0 && (
              <p className={`small ${css.wait}`}>
                Choose a focus area, and the six most common kinds are selected for you.
              </p>
            )}
            <Suggestions
              level="h3"
              correct="in the guided blueprint"
              aside={isAssumed("processes") && answers.rows.length > 0 && <Assumed />}
              area={answers.company.focus === "" ? undefined : (answers.company.focus as (typeof areas)[number])}
              employees={employees}
              taken={answers.rows.map((row) => row.name)}
              isFull={answers.rows.length >= bounds.processes.max}
              onAdd={({ name }) => set(tickWork(latest(), name, true))}
              onRemove={(name) => set(tickWork(latest(), name, false))}
            />
            {real && (
              <div className={`grid gap-60 top-175 ${css.real}`}>
                <h3 className="t4">One real figure</h3>
                <p className="small">
                  All hours above are typical values. Without at least one real figure, the analysis gives no verdict.
                </p>
                <NumberField
                  id="real-hours"
                  label={`Hours per person per week: ${real.name}`}
                  unit="h"
                  optional
                  value={real.assumed ? "" : real.hours}
                  hint={`Typical: ${typicalHours(real)} h`}
                  error={processErrors([real])[real.key]?.hours}
                  onChange={({ target }) => set(answerHours(latest(), real, target.value))}
                />
              </div>
            )}
          </Part>
          <Part number="3" title="Tools you pay for">
            <p className={`small ${css.wait}`}>
              At list prices for your size. Only overlapping tools affect the figures. All {tools.length} tools, and
              your own, are in the guided blueprint.
            </p>
            <CheckCards
              className={css.tools}
              legend="Tools you pay for"
              quiet
              name="tool"
              columns={3}
              value={answers.tools.map(({ id }) => id)}
              onChange={({ target }) => set(tickTool(latest(), target.value, target.checked))}
              options={common.map((tool) => ({
                value: tool.id,
                label: tool.name,
                media: <ToolMark of={tool} size={22} />,
              }))}
            />
          </Part>
        </div>
      </main>
      <WizardFoot
        onBack={onBack}
        note={`${answers.rows.length} kinds of work, ${answers.tools.length} tools. Next: your analysis.`}
        action="Generate Analysis"
        busy={busy}
        busyText="Calculating"
      />
    </>
  );
}

const typicalHours = ({ name, hours }: ProcessText) =>
  processSuggestions.find((suggestion) => suggestion.name === name)?.hours ?? hours;

const Assumed = () => <Badge kind="trace">Assumed</Badge>;

function Part({
  number,
  title,
  id,
  error,
  children,
}: {
  number: string;
  title: string;
  id?: string;
  error?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={css.part} id={id} tabIndex={id ? -1 : undefined} aria-labelledby={`part-${number}`}>
      <h2 className={`t3 ${css.title}`} id={`part-${number}`}>
        <span className="note">{number}</span> {title}
      </h2>
      {error && <Notice kind="critical">{error}</Notice>}
      {children}
    </section>
  );
}

type Faulty = keyof ReturnType<typeof quickErrors>;
const faultyLabels: Readonly<Record<Faulty, string>> = { ...profileLabels, work: "Work done by hand" };
const fieldIds = Object.fromEntries([...companyFields, "work"].map((field) => [field, field])) as Record<
  Faulty,
  string
>;

const assumable: Readonly<Partial<Record<CompanyField, true>>> = {
  revenueBand: true,
  industry: true,
  topOutcome: true,
  hourlyCost: true,
};

const hasInvalid = (answers: QuickAnswers) =>
  (["employees", "hourlyCost"] as const).some(
    (field) => !isInvisible(answers.company[field]) && quickErrors(answers)[field] !== undefined,
  );
