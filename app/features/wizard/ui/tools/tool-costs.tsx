import type { ChangeEvent } from "react";
import { toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import { findTool } from "#app/features/content/tools/tools.ts";
import { listPriceFor } from "#app/features/wizard/answers/list-price.ts";
import type { ChosenTool } from "#app/features/wizard/answers/stack-text.ts";
import { IconButton } from "#app/ui/buttons/button.tsx";
import { useEarlyEdit } from "#app/ui/drafts/early-edit.ts";
import { NumberField } from "#app/ui/forms/field.tsx";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import css from "./tool-costs.module.css";

export const costFieldId = (toolId: string) => `cost-${encodeURIComponent(toolId)}`;

const nameId = (toolId: string) => `tool-${encodeURIComponent(toolId)}`;

const toolLook = (id: string, name: string) => findTool(id) ?? { name, logo: null, brandColor: "#6b7783" };

export function ToolCosts({
  chosen,
  errors,
  employees,
  form,
  named = false,
  onCost,
  onCategory,
  onOverlap,
  onRemove,
}: {
  chosen: readonly ChosenTool[];
  errors: Record<string, string>;
  employees: number | undefined;
  form?: string;
  /** Gives the fields names, for forms sent without scripts (routes/forms/colleague-forms.server.ts). */
  named?: boolean;
  onCost: (tool: ChosenTool, cost: string) => void;
  onCategory: (tool: ChosenTool, category: string | undefined) => void;
  onOverlap: (tool: ChosenTool, isComplement: boolean) => void;
  onRemove?: (id: string) => void;
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
            <div role="group" aria-labelledby={nameId(id)} className={`grid middle ${css.line}`} data-brands>
              <ToolMark of={toolLook(id, name)} size={20} />
              <p className={`grid ui-size breaks ${css.name}`}>
                <b id={nameId(id)}>{name}</b>
                <span className="note">{originOf(id, category, cost, employees)}</span>
              </p>
              <NumberField
                id={costFieldId(id)}
                label="Monthly Cost (USD)"
                form={form}
                name={named ? `cost:${id}` : undefined}
                sign="$"
                value={cost}
                error={errors[id]}
                onChange={(event) => onCost(tool, event.target.value)}
                className={css.cost}
              />
              <p className={`cluster middle smaller ${css.kind}`}>
                <CategorySelect
                  tool={tool}
                  fieldName={named ? `category:${id}` : undefined}
                  onChange={(value) => onCategory(tool, value)}
                />
                {isShared && (
                  <ComplementBox tool={tool} named={named} onChange={(checked) => onOverlap(tool, checked)} />
                )}
              </p>
              {onRemove && (
                <IconButton
                  bare
                  icon="close"
                  label={`Remove ${name}`}
                  onClick={() => onRemove(id)}
                  className={css.remove}
                />
              )}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function CategorySelect({
  tool: { id, name, category },
  fieldName,
  onChange,
}: {
  tool: ChosenTool;
  fieldName: string | undefined;
  onChange: (category: string | undefined) => void;
}) {
  const own = `category-${encodeURIComponent(id)}`;
  const change = ({ target }: ChangeEvent<HTMLSelectElement>) => onChange(target.value || undefined);
  useEarlyEdit(own, category ?? "", change);
  return (
    <select id={own} name={fieldName} aria-label={`Category of ${name}`} value={category ?? ""} onChange={change}>
      <option value="">A category of its own</option>
      {categoriesFor(id, category).map((value) => (
        <option key={value} value={value}>
          {categoryLabel(value)}
        </option>
      ))}
    </select>
  );
}

/** When named, adds a hidden field that marks the box as present: browsers do not send unticked boxes. */
function ComplementBox({
  tool: { id, name, overlaps },
  named,
  onChange,
}: {
  tool: ChosenTool;
  named: boolean;
  onChange: (isComplement: boolean) => void;
}) {
  const own = `complement-${encodeURIComponent(id)}`;
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => onChange(target.checked);
  useEarlyEdit(own, overlaps === false, change);
  return (
    <label>
      {named && <input type="hidden" name="asks_overlap" value={id} />}
      <input
        type="checkbox"
        id={own}
        name={named ? "complement" : undefined}
        value={id}
        checked={overlaps === false}
        onChange={change}
      />{" "}
      Not an overlap<span className="vh">: {name}</span>
    </label>
  );
}

/** The model's categories, the catalog's category of the tool, and its current one. */
const categoriesFor = (id: string, present: string | undefined): string[] => [
  ...new Set<string>([...toolCategories, ...[findTool(id)?.category, present].filter((one) => one !== undefined)]),
];

function originOf(id: string, category: string | undefined, cost: string, employees: number | undefined): string {
  const kind = category ? categoryLabel(category) : "Its own category";
  const tool = findTool(id);
  if (!tool) return kind;
  const { monthlyUsd, basis } = listPriceFor(tool, employees);
  return cost === String(monthlyUsd) ? `List price: ${basis}` : `${kind}. Your figure`;
}
