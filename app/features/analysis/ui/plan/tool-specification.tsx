import { memo } from "react";
import {
  pricedTool,
  type ToolKind,
  toolKinds,
  toolName,
  toolSentences,
  toolTitle,
} from "#app/features/analysis/sheets/tool-specification.ts";
import { toolDial, withTool } from "#app/features/analysis/sheets/what-if.ts";
import { toolCategories } from "#app/features/content/automations/automation-terms.ts";
import { sheetCodes } from "#app/features/content/blueprint-sheets.ts";
import { categoryLabel } from "#app/features/content/tools/tool-labels.ts";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput, Tool } from "#app/features/roi/inputs/model-input.ts";
import { models } from "#app/features/roi/inputs/parameters.ts";
import { categoryOf } from "#app/features/roi/model/stack.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { formatUsd } from "#app/lib/money.ts";
import { counted } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Table } from "#app/ui/lists/table.tsx";
import { Fold } from "#app/ui/sections/fold.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { DialField } from "../what-if/dial-field.tsx";
import type { InputEditor } from "../what-if/use-what-if.ts";
import css from "./tool-specification.module.css";

/** Sheet A-05. */
export const ToolSpecification = memo(function ToolSpecification({
  input,
  editor,
  result,
}: {
  input: ModelInput;
  editor: InputEditor;
  result: BaseAnalysis;
}) {
  const { stack } = input;
  const kinds = toolKinds(input, result);
  const tools = stack.map((tool, index) => ({ index, tool, name: toolName(tool) }));
  const knowsComplements = models[result.modelVersion].knowsComplements;
  const change = (index: number, part: Partial<Tool>) => editor.update(withTool(editor.latest(), index, part));
  return (
    <Section
      id="stack"
      tag={sheetCodes.tools}
      surface="sheet"
      title={toolTitle(input, result)}
      aside={<p>{toolSentences(input, result, kinds)}</p>}
    >
      <ul className={css.kinds}>
        {kinds.map((kind) => (
          <Kind key={kind.category} kind={kind} />
        ))}
      </ul>
      {tools.length > 0 && (
        <Fold title="What every tool costs" note={counted(tools.length, "tool")} hasFields>
          <Table
            caption="What every tool costs a month"
            quiet
            rows={tools}
            rowKey={({ index }) => String(index)}
            edited={({ index }) => !sameValue(input.stack[index], editor.stored.stack[index])}
            columns={[
              { label: "Tool", heads: true, cell: ({ name }) => name },
              {
                label: "Kind",
                cell: ({ index, tool, name }) => (
                  <select
                    className={css.kind}
                    aria-label={`Kind of ${name}`}
                    value={categoryOf(tool)}
                    onChange={({ target }) => change(index, { category: target.value })}
                  >
                    <KindOptions own={categoryOf(tool)} />
                  </select>
                ),
              },
              ...(knowsComplements
                ? [
                    {
                      label: "Not an overlap",
                      cell: ({ index, tool, name }: (typeof tools)[number]) => (
                        <input
                          type="checkbox"
                          aria-label={`${name} is not an overlap`}
                          checked={tool.overlaps === false}
                          onChange={({ target }) => change(index, { overlaps: target.checked ? false : undefined })}
                        />
                      ),
                    },
                  ]
                : []),
              {
                label: "A month",
                numeric: true,
                cell: ({ index, name }) => (
                  <DialField dial={toolDial(index, name)} input={input} editor={editor} sign="$" />
                ),
              },
            ]}
          />
        </Fold>
      )}
    </Section>
  );
});

function Kind({ kind: { category, tools, overlapUsd, neededBy } }: { kind: ToolKind }) {
  const isMissing = tools.length === 0;
  return (
    <li className={classNames(css.cell, isMissing && css.missing, overlapUsd > 0 && css.twice)}>
      <h3 className="ui-size strong">{categoryLabel(category)}</h3>
      <p className="small">{isMissing ? "Not in your stack" : tools.map(pricedTool).join(", ")}</p>
      <p className={`note cluster ${css.marks}`}>
        {overlapUsd > 0 && <b>{`${formatUsd(overlapUsd)} for duplicates`}</b>}
        {neededBy.length > 0 && (
          <span>
            {"Needed by "}
            {neededBy.map((id, index) => (
              <span key={id} className={css.id}>
                {index < neededBy.length - 1 ? `${id}, ` : id}
              </span>
            ))}
          </span>
        )}
      </p>
    </li>
  );
}

/** Memoized: every tool of the stack has this list. */
const KindOptions = memo(function KindOptions({ own }: { own: string }) {
  return [...new Set<string>([...toolCategories, own])].map((kind) => (
    <option key={kind} value={kind}>
      {categoryLabel(kind)}
    </option>
  ));
});
