import { useRef } from "react";
import { getYours } from "#app/lib/firm.ts";
import {
  isFirmVariable,
  textProblem,
  type VariableName,
  type VariableValues,
  variableLabels,
} from "#app/lib/formats/mail-variables.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { TextArea } from "#app/ui/forms/field.tsx";
import css from "./admin-mail-text.module.css";

const fallbacks: Readonly<Required<VariableValues>> = {
  first_name: "there",
  name: "there",
  company: "your company",
  role: "your role",
  industry: "your industry",
};

/** The editor of a mail's text, of newsletters and sequences: Markdown, with buttons that insert variables. Says what cannot be sent. */
export function MailTextField({
  value,
  rows,
  maxLength,
  error,
  onChange,
}: {
  value: string;
  rows: number;
  maxLength: number;
  error?: string | undefined;
  onChange: (value: string) => void;
}) {
  const group = useRef<HTMLDivElement>(null);
  const insert = (name: VariableName) => {
    const area = group.current?.querySelector("textarea");
    const at = area?.selectionStart ?? value.length;
    const written = isFirmVariable(name) ? name : `${name}|${fallbacks[name]}`;
    onChange(`${value.slice(0, at)}{{${written}}}${value.slice(area?.selectionEnd ?? at)}`);
    area?.focus();
  };
  return (
    <div ref={group} className="grid gap-100 cols-1">
      <TextArea
        label="Text"
        name="body"
        rows={rows}
        maxLength={maxLength}
        className={css.text}
        value={value}
        error={error ?? textProblem(value) ?? undefined}
        onChange={({ target }) => onChange(target.value)}
        hint={
          <>
            Markdown: <code>## heading</code>, <code>**bold**</code>, <code>[link](/pricing)</code>, <code>- list</code>
            , <code>&gt; quotation</code>, <code>---</code> for a rule, <code>![what it shows](https://…)</code> for an
            image. A button is a line of its own: <code>[{getYours()}](/automation-blueprint-gtmarc "button")</code>. A
            variable about a person needs a fallback: <code>{"{{first_name|there}}"}</code>.
          </>
        }
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around a row of buttons */}
      <div className={`cluster middle ${css.insert}`} role="group" aria-label="Insert a variable into the text">
        <span className="note">Insert</span>
        {(Object.keys(variableLabels) as VariableName[]).map((name) => (
          <Button key={name} size={32} onClick={() => insert(name)}>
            {variableLabels[name]}
          </Button>
        ))}
      </div>
    </div>
  );
}
