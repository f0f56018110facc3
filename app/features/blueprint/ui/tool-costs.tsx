import { ErrorSummary } from "../../../ui/error-summary.tsx";
import { NumberField } from "../../../ui/field.tsx";
import { findTool } from "../../content/tools.ts";
import type { ChosenTool } from "../stack-text.ts";
import { categoryWords } from "../tool-words.ts";
import { LetterMark } from "./letter-mark.tsx";
import css from "./tool-costs.module.css";
import { stepForm } from "./wizard-foot.tsx";

/** The id of a tool's cost field. */
export const costFieldId = (toolId: string) => `cost-${encodeURIComponent(toolId)}`;

const nameId = (toolId: string) => `tool-${encodeURIComponent(toolId)}`;

/** One line per chosen tool with its monthly cost, which starts as the list price. */
export function ToolCosts({
  chosen,
  errors,
  attempt,
  onCost,
}: {
  chosen: readonly ChosenTool[];
  errors: Record<string, string>;
  attempt: number;
  onCost: (id: string, cost: string) => void;
}) {
  if (chosen.length === 0) return null;
  const faults = attempt > 0 ? chosen.filter(({ id }) => errors[id]) : [];
  return (
    <section className={css.costs} aria-labelledby="tool-costs">
      <h2 className="t4" id="tool-costs">
        What they cost a month
      </h2>
      <p className={`small ${css.lede}`}>
        List prices for a company of about 45 people, ten of them in sales and marketing. Put in what you really pay.
      </p>
      <ErrorSummary fields={faults.map(({ id, name }) => ({ id: costFieldId(id), label: name }))} attempt={attempt} />
      <ul className={css.list}>
        {chosen.map(({ id, name, category, cost }) => (
          <li key={id}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays itself out, and a legend cannot stand in a grid */}
            <div role="group" aria-labelledby={nameId(id)} className={css.line}>
              <LetterMark name={name} />
              <p className={css.name}>
                <b id={nameId(id)}>{name}</b>
                <span className="note">
                  {category ? categoryWords(category) : "A kind of its own"}
                  {findTool(id) && `. List price: ${findTool(id)?.priceBasis}`}
                </span>
              </p>
              <NumberField
                id={costFieldId(id)}
                label="Monthly Cost (USD)"
                form={stepForm}
                sign="$"
                value={cost}
                error={errors[id]}
                onChange={(event) => onCost(id, event.target.value)}
                className={css.cost}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
