import { type FormEvent, useState } from "react";
import { toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { toolCategoryLabels } from "#app/features/content/tools/tool-labels.ts";
import { bounds } from "#app/features/roi/inputs/bounds.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { SelectField, TextField } from "#app/ui/forms/field.tsx";
import { ScriptForm } from "#app/ui/forms/script-form.tsx";
import css from "./own-tool.module.css";

/** Adds a tool that is not in the catalogue. Without a category it never counts as overlap. */
export function OwnTool({
  suggestion,
  isFull,
  onAdd,
}: {
  suggestion: string;
  isFull: boolean;
  onAdd: (name: string, category: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [category, setCategory] = useState("");
  const [error, setError] = useState<string>();
  const name = typed ?? suggestion;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isInvisible(name)) return setError("Give the tool a name.");
    onAdd(name, category || undefined);
    setTyped(null);
    setCategory("");
    setError(undefined);
  };
  return (
    <ScriptForm noValidate onSubmit={submit} className={css.own} aria-labelledby="own-tool">
      <h2 className="t4" id="own-tool">
        Not in the list?
      </h2>
      <div className={`grid top-100 ${css.row}`}>
        <TextField
          label="Your own tool"
          value={name}
          error={error}
          maxLength={bounds.toolIdLength.max}
          onChange={(event) => setTyped(event.target.value)}
        />
        <SelectField
          label="What it is for"
          value={category}
          placeholder="Something else"
          options={toolCategories.map((value) => ({ value, label: toolCategoryLabels[value] }))}
          onChange={(event) => setCategory(event.target.value)}
        />
        <Button type="submit" icon="plus" disabled={isFull}>
          Add tool
        </Button>
      </div>
    </ScriptForm>
  );
}
