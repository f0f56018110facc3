import { useState } from "react";
import { toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { toolCategoryLabels } from "#app/features/content/tools/tool-labels.ts";
import { findTool, toolGroups, tools } from "#app/features/content/tools/tools.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import {
  type ChosenTool,
  chooseFromCatalogue,
  editCategory,
  editCost,
  editOverlap,
} from "#app/features/wizard/answers/stack-text.ts";
import type { ColleagueView } from "#app/features/wizard/colleagues/answers.server.ts";
import { ToolCosts } from "#app/features/wizard/ui/tools/tool-costs.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { CheckCards } from "#app/ui/forms/choice-cards.tsx";
import { NumberField, SelectField, TextField } from "#app/ui/forms/field.tsx";
import { ToolMark } from "#app/ui/logos/tool-mark.tsx";
import css from "./help-page.module.css";

type View = Extract<ColleagueView, { part: "stack" }>;

/** The tools with costs and categories, and the catalog. Without scripts a new tool gets its list price when it is saved. */
export function StackAnswersForm({ view, action }: { view: View; action: string }) {
  const [chosen, setChosen] = useState<ChosenTool[]>(view.typed);
  const ids = chosen.map(({ id }) => id);
  const toggle = (id: string, checked: boolean) =>
    setChosen((now) => {
      if (!checked) return now.filter((tool) => tool.id !== id);
      const known = view.typed.find((tool) => tool.id === id) ?? chooseFromCatalogue(id, view.employees);
      return known && !now.some((tool) => tool.id === id) ? [...now, known] : now;
    });
  const own = view.typed.filter(({ id }) => !findTool(id));
  return (
    <form method="post" action={action} className="grid gap-150 shrinks" aria-label="The tools">
      <input type="hidden" name="part" value="stack" />
      <input type="hidden" name="shown" value={JSON.stringify(view.shown)} />
      {chosen.length > 0 && (
        <section aria-labelledby="tool-costs" className={`card shrinks ${css.costs}`}>
          <h2 className="t4" id="tool-costs">
            What they cost a month, in USD, and what they are for
          </h2>
          <p className="small">
            Tools of one category count as an overlap. Select “Not an overlap” where a tool complements the others.
          </p>
          <ToolCosts
            chosen={chosen}
            errors={view.errors}
            employees={view.employees}
            named
            onCost={(tool, cost) => setChosen((now) => editCost(now, tool, cost))}
            onCategory={(tool, category) => setChosen((now) => editCategory(now, tool, category))}
            onOverlap={(tool, isComplement) => setChosen((now) => editOverlap(now, tool, isComplement))}
          />
        </section>
      )}
      {own.length > 0 && (
        <CheckCards
          legend="Not in our catalog"
          name="tool"
          columns={3}
          value={ids}
          onChange={(event) => toggle(event.target.value, event.target.checked)}
          options={own.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <details className={css.catalog} open={view.typed.length === 0}>
        <summary>Add or remove tools</summary>
        <div className="grid top-100 breaks gap-200">
          {toolGroups.map((group) => (
            <CheckCards
              key={group}
              legend={group}
              name="tool"
              columns={3}
              value={ids}
              onChange={(event) => toggle(event.target.value, event.target.checked)}
              options={tools
                .filter((tool) => tool.group === group)
                .map((tool) => ({ value: tool.id, label: tool.name, media: <ToolMark of={tool} size={22} /> }))}
            />
          ))}
        </div>
      </details>
      <fieldset className={`grid breaks shrinks ${css.own}`}>
        <legend className="t4">Not in the list?</legend>
        <TextField
          label="Another tool"
          name="own_name"
          optional
          maxLength={bounds.toolIdLength.max}
          autoComplete="off"
        />
        <NumberField label="Its monthly cost" name="own_cost" optional sign="$" />
        <SelectField
          label="What it is for"
          name="own_category"
          placeholder="Something else"
          options={toolCategories.map((value) => ({ value, label: toolCategoryLabels[value] }))}
        />
      </fieldset>
      <div>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
