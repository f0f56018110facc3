import { toolCategories } from "#app/features/content/automation-terms.ts";
import { findTool } from "#app/features/content/tools.ts";
import { IconButton } from "#app/ui/button.tsx";
import { NumberField } from "#app/ui/field.tsx";
import { ToolMark } from "#app/ui/tool-mark.tsx";
import { listPriceFor } from "../answers/list-price.ts";
import type { ChosenTool } from "../answers/stack-text.ts";
import { categoryWords } from "../tool-words.ts";
import css from "./tool-costs.module.css";
import { stepForm } from "./wizard-foot.tsx";

/** The id of a tool's cost field. */
export const costFieldId = (toolId: string) => `cost-${encodeURIComponent(toolId)}`;

const nameId = (toolId: string) => `tool-${encodeURIComponent(toolId)}`;

/** What a tool that the catalogue lacks looks like: its two letters in grey. */
const toolLook = (id: string, name: string) => findTool(id) ?? { name, logo: null, brandColor: "#6b7783" };

/** One line per chosen tool with its monthly cost, which starts as the list price. */
export function ToolCosts({
  chosen,
  errors,
  employees,
  onCost,
  onCategory,
  onOverlap,
  onRemove,
}: {
  chosen: readonly ChosenTool[];
  errors: Record<string, string>;
  employees: number | undefined;
  onCost: (tool: ChosenTool, cost: string) => void;
  onCategory: (tool: ChosenTool, category: string | undefined) => void;
  onOverlap: (tool: ChosenTool, isComplement: boolean) => void;
  onRemove: (id: string) => void;
}) {
  return (
    <ul className={css.list}>
      {chosen.map((tool) => {
        const { id, name, category, cost } = tool;
        const isShared =
          category !== undefined && chosen.some((other) => other !== tool && other.category === category);
        return (
          <li key={id}>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset lays itself out, and a legend cannot stand in a grid */}
            <div role="group" aria-labelledby={nameId(id)} className={css.line} data-brands>
              <ToolMark of={toolLook(id, name)} size={20} />
              <p className={css.name}>
                <b id={nameId(id)}>{name}</b>
                <span className="note">{originOf(id, category, cost, employees)}</span>
              </p>
              <NumberField
                id={costFieldId(id)}
                label="Monthly Cost (USD)"
                form={stepForm}
                sign="$"
                value={cost}
                error={errors[id]}
                onChange={(event) => onCost(tool, event.target.value)}
                className={css.cost}
              />
              <p className={css.kind}>
                <select
                  aria-label={`Category of ${name}`}
                  value={category ?? ""}
                  onChange={({ target }) => onCategory(tool, target.value || undefined)}
                >
                  <option value="">A category of its own</option>
                  {categoriesFor(category).map((value) => (
                    <option key={value} value={value}>
                      {categoryWords(value)}
                    </option>
                  ))}
                </select>
                {isShared && (
                  <label>
                    <input
                      type="checkbox"
                      checked={tool.overlaps === false}
                      onChange={({ target }) => onOverlap(tool, target.checked)}
                    />{" "}
                    Not an overlap<span className="vh">: {name}</span>
                  </label>
                )}
              </p>
              <IconButton
                bare
                icon="close"
                label={`Remove ${name}`}
                onClick={() => onRemove(id)}
                className={css.remove}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The categories of the model, and the tool's own where it is another. */
const categoriesFor = (own: string | undefined): string[] => [
  ...new Set<string>([...toolCategories, ...(own === undefined ? [] : [own])]),
];

/** Where the cost comes from: the list price and what it counts, or the visitor. */
function originOf(id: string, category: string | undefined, cost: string, employees: number | undefined): string {
  const kind = category ? categoryWords(category) : "A kind of its own";
  const tool = findTool(id);
  if (!tool) return kind;
  const { monthlyUsd, basis } = listPriceFor(tool, employees);
  return cost === String(monthlyUsd) ? `List price: ${basis}` : `${kind}. Your figure`;
}
