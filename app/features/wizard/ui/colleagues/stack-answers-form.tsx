import { useState } from "react";
import { findTool, toolGroups, tools } from "#app/features/content/tools.ts";
import { bounds } from "#app/features/roi/bounds.ts";
import { type ChosenTool, chooseFromCatalogue } from "#app/features/wizard/answers/stack-text.ts";
import type { ColleagueView } from "#app/features/wizard/colleagues/answers.server.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckCards, NumberField, TextField } from "#app/ui/field.tsx";
import { ToolMark } from "#app/ui/tool-mark.tsx";
import css from "./help-page.module.css";

type View = Extract<ColleagueView, { part: "stack" }>;

/** The tools with their costs, and the catalog to choose from. Without scripts a new tool gets its cost after saving. */
export function StackAnswersForm({ view, action }: { view: View; action: string }) {
  const [chosen, setChosen] = useState<ChosenTool[]>(view.typed);
  const ids = chosen.map(({ id }) => id);
  const toggle = (id: string, checked: boolean) =>
    setChosen((now) => {
      if (!checked) return now.filter((tool) => tool.id !== id);
      const known = view.typed.find((tool) => tool.id === id) ?? chooseFromCatalogue(id, view.employees);
      return known && !now.some((tool) => tool.id === id) ? [...now, known] : now;
    });
  const retype = (id: string, cost: string) =>
    setChosen((now) => now.map((tool) => (tool.id === id ? { ...tool, cost } : tool)));
  const own = view.typed.filter(({ id }) => !findTool(id));
  return (
    <form method="post" action={action} className={css.form} aria-label="The tools">
      <input type="hidden" name="part" value="stack" />
      <input type="hidden" name="shown" value={JSON.stringify(view.shown)} />
      {chosen.length > 0 && (
        <fieldset className={css.costs}>
          <legend className="t4">What they cost a month, in USD</legend>
          {chosen.map(({ id, name, cost }) => (
            <NumberField
              key={id}
              label={name}
              name={`cost:${id}`}
              sign="$"
              value={cost}
              error={view.errors[id]}
              onChange={(event) => retype(id, event.target.value)}
            />
          ))}
        </fieldset>
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
        <div className={css.groups}>
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
      <fieldset className={css.own}>
        <legend className="t4">Not in the list?</legend>
        <TextField
          label="Another tool"
          name="own_name"
          optional
          maxLength={bounds.toolIdLength.most}
          autoComplete="off"
        />
        <NumberField label="Its monthly cost" name="own_cost" optional sign="$" />
      </fieldset>
      <div>
        <Button type="submit" variant="primary">
          Save
        </Button>
      </div>
    </form>
  );
}
