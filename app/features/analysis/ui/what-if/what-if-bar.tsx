import { useState } from "react";
import { leadingWay, wayFlow, wayLabels, wayRange } from "#app/features/analysis/two-ways.ts";
import type { Analysis, Way } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { formatDecimal, formatEstimate, formatMonthCount, formatShare } from "#app/features/roi/wording/figures.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useReturningFocus } from "#app/ui/dialogs/use-returning-focus.ts";
import type { WhatIf } from "./use-what-if.ts";
import css from "./what-if-bar.module.css";

export interface Saving {
  save: (input: ModelInput) => void;
  isSaving: boolean;
  message: string | null;
  /** Saving would also replace answers that were changed in the wizard since. */
  replacesNewerAnswers: boolean;
}

export function WhatIfBar({ whatIf, saving }: { whatIf: WhatIf; saving: Saving | null }) {
  const { changes, faults, newest, result, storedResult, isPending } = whatIf;
  const way = leadingWay(storedResult);
  const isOpen = changes.length > 0 || faults.size > 0;
  const [said, setSaid] = useState("");
  useReturningFocus(isOpen);
  const count = changes.length;
  return (
    <section className={classNames(css.bar, isOpen && `traced ruled ${css.open}`)} aria-label="Changed numbers">
      <p className="vh" role="status">
        {isOpen ? "" : said}
      </p>
      {isOpen && (
        <div className={`wrap grid middle ${css.inside}`}>
          <div>
            <p className="ui-size strong">
              {count === 0 ? "Nothing changed yet" : count === 1 ? "1 number changed" : `${count} numbers changed`}
            </p>
            <p className={`smaller nowrap ${css.names}`}>{changes.map(({ label }) => label).join(", ")}</p>
          </div>
          <dl className={`num grid between ${css.figures}`}>
            <Moved name="Hours a week" before={hours(storedResult)} after={hours(newest)} />
            <Moved
              name="Yearly value"
              before={formatEstimate(storedResult.annualValue)}
              after={formatEstimate(newest.annualValue)}
            />
            <Moved
              name={`Payback, months, ${wayLabels[way].toLowerCase()}`}
              before={payback(storedResult, way)}
              after={payback(newest, way)}
            />
            <Moved
              name={`First year above zero, ${wayLabels[way].toLowerCase()}`}
              before={odds(storedResult, way)}
              after={odds(result, way)}
              isPending={isPending}
            />
          </dl>
          <div className={`line gap-60 ${css.actions}`}>
            <Button
              size={40}
              disabled={saving?.isSaving}
              onClick={() => {
                setSaid("All values are reset.");
                whatIf.reset();
              }}
            >
              Reset
            </Button>
            {saving && (
              <Button
                size={40}
                variant="primary"
                busy={saving.isSaving}
                busyText="Saving"
                aria-disabled={faults.size > 0 || count === 0 || undefined}
                onClick={() => {
                  if (faults.size > 0) document.getElementById([...faults.keys()][0]!)?.focus();
                  else if (count > 0) {
                    setSaid("");
                    saving.save(whatIf.submit());
                  }
                }}
              >
                Save as new revision
              </Button>
            )}
          </div>
          <p className={`smaller whole ${css.message}`} role="status">
            {faults.size > 0
              ? invalidMessage(faults.size)
              : (saving?.message ??
                (saving?.replacesNewerAnswers
                  ? "Saving also replaces the answers you changed in the wizard since this revision."
                  : ""))}
          </p>
        </div>
      )}
    </section>
  );
}

function Moved({
  name,
  before,
  after,
  isPending,
}: {
  name: string;
  before: string;
  after: string;
  isPending?: boolean;
}) {
  return (
    <div className={isPending ? css.pending : undefined}>
      <dt>{name}</dt>
      <dd>
        {before !== after && (
          <>
            <s>
              <span className="vh">before </span>
              {before}
            </s>{" "}
          </>
        )}
        <b>
          {before !== after && <span className="vh">now </span>}
          {after}
        </b>
      </dd>
    </div>
  );
}

const invalidMessage = (count: number) =>
  count === 1
    ? "One value is invalid, so the figures use the original one."
    : `${count} values are invalid, so the figures use the original ones.`;

const hours = (result: Analysis) => formatDecimal(result.hoursSavedPerWeek);
const payback = (result: Analysis, way: Way) =>
  result.implementationCost === 0 ? "no project" : formatMonthCount(wayFlow(result, way).payback);
const odds = (result: Analysis, way: Way) =>
  result.implementationCost === 0 ? "no project" : formatShare(wayRange(result, way).probPositiveY1);
