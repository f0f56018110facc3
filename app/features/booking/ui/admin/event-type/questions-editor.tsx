import type { ReactNode } from "react";
import { type Question, type QuestionKind, questionKinds } from "#app/features/booking/hosts/questions.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { CheckField, SelectField, TextArea, TextField } from "#app/ui/forms/field.tsx";
import css from "../host-forms.module.css";

/** Edits the questions of an event type's form. Existing answers keep the wording of their question. */
export function QuestionsEditor({
  questions,
  faults,
  hint,
  onChange,
}: {
  questions: readonly Question[];
  faults: Readonly<Record<number, string>>;
  hint?: ReactNode;
  onChange: (questions: Question[]) => void;
}) {
  const change = (at: number, part: Partial<Question>) =>
    onChange(questions.map((question, index) => (index === at ? { ...question, ...part } : question)));
  const raise = (at: number) => {
    const moved = [...questions];
    const [question] = moved.splice(at, 1);
    if (question) moved.splice(at - 1, 0, question);
    onChange(moved);
  };
  return (
    <>
      {hint && <p className="small">{hint}</p>}
      {questions.map(({ id, label, kind, required, options }, index) => (
        <fieldset key={id} className={`grid gap-75 card ${css.question}`}>
          <legend className="vh">Question {index + 1}</legend>
          <TextField
            label={`Question ${index + 1}`}
            maxLength={200}
            value={label}
            error={faults[index]}
            onChange={(event) => change(index, { label: event.currentTarget.value })}
          />
          <SelectField
            label="Answer"
            value={kind}
            options={Object.entries(questionKinds).map(([value, words]) => ({ value, label: words }))}
            onChange={(event) => change(index, { kind: event.currentTarget.value as QuestionKind })}
          />
          {kind === "choice" && (
            <TextArea
              label="Answers to choose from"
              rows={3}
              hint="One a line."
              value={options.join("\n")}
              onChange={(event) => change(index, { options: event.currentTarget.value.split("\n") })}
            />
          )}
          <CheckField
            label="Required"
            checked={required}
            onChange={(event) => change(index, { required: event.currentTarget.checked })}
          />
          <div className="line gap-50">
            {index > 0 && (
              <Button size={32} onClick={() => raise(index)} aria-label={`Move up question ${index + 1}`}>
                Move up
              </Button>
            )}
            <Button
              size={32}
              onClick={() => onChange(questions.filter((_, other) => other !== index))}
              aria-label={`Remove question ${index + 1}`}
            >
              Remove
            </Button>
          </div>
        </fieldset>
      ))}
      {questions.length < 10 && (
        <Button
          size={40}
          icon="plus"
          onClick={() =>
            onChange([...questions, { id: crypto.randomUUID(), label: "", kind: "line", required: false, options: [] }])
          }
        >
          Add a question
        </Button>
      )}
    </>
  );
}
