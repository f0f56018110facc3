import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { areas, categoryOfArea } from "#app/features/content/automations/automation-terms.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { NumberField, SelectField } from "#app/ui/forms/field.tsx";
import { type Estimate, estimate } from "../estimate/estimate.ts";
import {
  answersOr,
  type EstimateField,
  type EstimateTexts,
  estimateLabels,
  keepEstimate,
  readEstimate,
  startingEstimate,
} from "../estimate/estimate-answers.ts";
import { modelVersion } from "../inputs/parameters.ts";
import { formatDecimal, formatEstimate } from "../wording/figures.ts";
import { AnnualRange } from "./annual-range.tsx";
import css from "./estimator.module.css";

const areaOptions = areas.map((value) => ({ value, label: categoryOfArea[value] }));
const fields = ["people", "hours", "area", "cost"] as const satisfies readonly EstimateField[];

const textsIn = (form: HTMLFormElement): EstimateTexts => {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((field) => [field, String(data.get(field) ?? "")])) as EstimateTexts;
};

/** Four answers and the model's result, computed in the browser and stored for the wizard. Works without scripts. */
export function Estimator({ initial }: { initial: EstimateTexts }) {
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState(initial);
  const [answers, setAnswers] = useState(() => answersOr(initial, startingEstimate));
  const figures = useMemo(() => estimate(answers), [answers]);
  const read = readEstimate(texts);
  const errors = "errors" in read ? read.errors : {};

  const follow = useCallback(() => {
    const now = textsIn(form.current!);
    setTexts(now);
    setAnswers((last) => answersOr(now, last));
    const typed = readEstimate(now);
    if ("answers" in typed) keepEstimate(typed.answers);
  }, []);
  useEffect(() => {
    const now = textsIn(form.current!);
    if (fields.some((field) => now[field] !== initial[field])) follow();
  }, [follow, initial]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    follow();
    const faulty = fields.find((field) => errors[field]);
    if (faulty) (form.current!.elements.namedItem(faulty) as HTMLElement).focus();
  };
  return (
    <div className={`grid card ${css.estimator}`}>
      <form
        ref={form}
        method="get"
        action="/estimate"
        className={`grid cols-2 packed gap-110 ${css.form}`}
        onInput={follow}
        onSubmit={submit}
        noValidate
      >
        <NumberField
          name="people"
          label={estimateLabels.people}
          inputMode="numeric"
          defaultValue={initial.people}
          error={errors.people}
        />
        <NumberField
          name="hours"
          label={estimateLabels.hours}
          unit="h"
          defaultValue={initial.hours}
          error={errors.hours}
        />
        <SelectField
          name="area"
          label={estimateLabels.area}
          options={areaOptions}
          defaultValue={initial.area}
          error={errors.area}
        />
        <NumberField name="cost" label={estimateLabels.cost} sign="$" defaultValue={initial.cost} error={errors.cost} />
        <Button type="submit">Estimate</Button>
      </form>
      <Result figures={figures} isPartial={"errors" in read} />
    </div>
  );
}

/** `isPartial`: an answer is invalid, so the figures use its last valid value or the example's. */
function Result({
  figures: { manualHours, hoursPerWeek, annualValue, inScope },
  isPartial,
}: {
  figures: Estimate;
  isPartial: boolean;
}) {
  return (
    <div className={`grid gap-100 packed ${css.result}`} role="status" aria-label="Estimate">
      {isPartial && <p className="small">Marked answers are not in these figures yet.</p>}
      {inScope === 0 ? (
        <p className="lede">
          At these hours no automation pays for itself within a year. The <a href="/downloads">starter kit</a> is free.
        </p>
      ) : (
        <dl className="grid num">
          <div>
            <dt className="note">Annual value, expected</dt>
            <dd className={css.value}>{formatEstimate(annualValue.expected)}</dd>
          </div>
          <div>
            <dt className="note">{`Hours saved, of ${formatDecimal(manualHours)}`}</dt>
            <dd className={css.value}>
              {formatDecimal(hoursPerWeek)}
              <span className="unit">h/wk</span>
            </dd>
          </div>
          <div className="whole">
            <dt className="vh">Range</dt>
            <dd>
              <AnnualRange {...annualValue} />
            </dd>
          </div>
        </dl>
      )}
      <p className="small">
        A full analysis adds your own processes and tools, the five best automations with the price and payback of each,
        and a 90-day plan.
      </p>
      <p className="note">
        <a href="/assumptions">Return model {modelVersion}</a>, with the usual work of the area and no tool savings
      </p>
    </div>
  );
}
