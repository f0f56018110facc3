import type { ReactNode } from "react";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { assumedValue, assumptionLabels } from "#app/features/wizard/assumption-labels.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import css from "./assumed-answers.module.css";

export function AssumedAnswers({
  blueprintId,
  assumed,
  inputs,
  children,
}: {
  blueprintId: string | null;
  assumed: readonly AssumedPart[];
  inputs: ModelInput;
  children?: ReactNode;
}) {
  const isAnswered = assumed.length === 0;
  return (
    <Section
      id="assumed"
      title={isAnswered ? "Nothing here is assumed anymore" : "What these figures assume"}
      aside={
        <p>
          {isAnswered
            ? "Every answer behind these figures is yours. You can change any of them in the guided blueprint."
            : blueprintId === null
              ? "They come from a quick start, with typical answers that no one has confirmed yet."
              : `${assumed.length === 1 ? "One of your answers is" : `${assumed.length} of your answers are`} typical. Each one you replace with your own makes the figures more accurate.`}
        </p>
      }
    >
      {!isAnswered && (
        <Table
          caption="What was assumed"
          quiet
          rows={assumed}
          rowKey={(part) => part}
          columns={[
            { label: "Assumed", heads: true, cell: (part) => assumptionLabels[part].what },
            { label: "As", cell: (part) => <b>{assumedValue(part, inputs)}</b> },
            { label: "Why", cell: (part) => assumptionLabels[part].why },
            ...(blueprintId === null ? [] : [answerColumn(blueprintId)]),
          ]}
        />
      )}
      {children && <div className={`row ${css.refine}`}>{children}</div>}
    </Section>
  );
}

const answerColumn = (blueprintId: string): Column<AssumedPart> => ({
  label: "Your answer",
  cell: (part) => (
    <a className="nowrap" href={stepAddress(assumptionLabels[part].step, blueprintId)}>
      Answer it<span className="vh">: {assumptionLabels[part].what}</span>
    </a>
  ),
});
