import { memo } from "react";
import { toolCategories } from "#app/features/content/automation-terms.ts";
import { findTool } from "#app/features/content/tools.ts";
import type { BaseAnalysis } from "#app/features/roi/analysis-shape.ts";
import { formatEstimate, formatShare, formatUsd } from "#app/features/roi/figures.ts";
import type { ModelInput, Tool } from "#app/features/roi/model-input.ts";
import { currentModel, mean, models } from "#app/features/roi/parameters.ts";
import { categoryOf, mayOverlap } from "#app/features/roi/stack.ts";
import { sameValue } from "#app/features/wizard/draft-merge.ts";
import { categoryWords } from "#app/features/wizard/tool-words.ts";
import { Fold } from "#app/ui/fold.tsx";
import { Section } from "#app/ui/section.tsx";
import { Table } from "#app/ui/table.tsx";
import { toolDial, withTool } from "../what-if.ts";
import { DialField } from "./dial-field.tsx";
import css from "./stack-overlap.module.css";
import type { Turning } from "./use-what-if.ts";

/** Which tools do the same work, and what the model counts of that: never the dearest of a kind, never the whole stack. */
export const StackOverlap = memo(function StackOverlap({
  input,
  turning,
  result,
}: {
  input: ModelInput;
  turning: Turning;
  result: BaseAnalysis;
}) {
  const { stack } = input;
  if (stack.length === 0) return null;
  const rows = result.overlapCategories.map((category) => {
    const tools = stack
      .filter((tool) => categoryOf(tool) === category && mayOverlap(tool, models[result.modelVersion]))
      .sort((one, other) => other.monthlyUsd - one.monthlyUsd);
    return { category, tools, overlap: tools.slice(1).reduce((sum, tool) => sum + tool.monthlyUsd, 0) };
  });
  const tools = stack.map((tool, index) => ({ index, tool, name: findTool(tool.id)?.name ?? tool.id }));
  const knowsComplements = models[result.modelVersion].knowsComplements;
  const change = (index: number, part: Partial<Tool>) => turning.turn(withTool(turning.latest(), index, part));
  return (
    <Section
      id="stack"
      tag="A-05"
      surface="sheet"
      title={
        result.overlapMonthly > 0
          ? `You pay ${formatUsd(result.overlapMonthly)} a month twice`
          : "No tool is paid for twice"
      }
      aside={
        <p>
          {stack.length} {stack.length === 1 ? "tool costs" : "tools cost"} {formatUsd(result.stackMonthly)} a month.{" "}
          {result.overlapMonthly > 0
            ? `About ${formatShare(mean(currentModel.stackSaving))} of the overlap can be saved: ${formatEstimate(result.annualStackSavings)} a year.`
            : "Nothing is paid for the same work twice, so the model counts no saving here."}
        </p>
      }
    >
      {rows.length > 0 && (
        <Fold title="Tools that do the same work" note={`${rows.length} ${rows.length === 1 ? "kind" : "kinds"}`}>
          <Table
            caption="Tools that do the same work"
            quiet
            rows={rows}
            rowKey={(row) => row.category}
            columns={[
              { key: "kind", label: "Kind", heads: true, cell: (row) => categoryWords(row.category) },
              { key: "kept", label: "Dearest, not counted", cell: (row) => priced(row.tools[0]) },
              { key: "rest", label: "Beside it", cell: (row) => row.tools.slice(1).map(priced).join(", ") },
              { key: "overlap", label: "Overlap a month", numeric: true, cell: (row) => formatUsd(row.overlap) },
            ]}
          />
        </Fold>
      )}
      <Fold title="What every tool costs" note={`${tools.length} ${tools.length === 1 ? "tool" : "tools"}`}>
        <Table
          caption="What every tool costs a month"
          quiet
          rows={tools}
          rowKey={({ index }) => String(index)}
          edited={({ index }) => !sameValue(input.stack[index], turning.stored.stack[index])}
          columns={[
            { key: "name", label: "Tool", heads: true, cell: ({ name }) => name },
            {
              key: "kind",
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
                    key: "complement",
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
              key: "cost",
              label: "A month",
              numeric: true,
              cell: ({ index, name }) => (
                <DialField dial={toolDial(index, name)} input={input} turning={turning} sign="$" />
              ),
            },
          ]}
        />
      </Fold>
    </Section>
  );
});

/** The kinds of the model, and the tool's own where it is another. The same while numbers change: seventy tools have them. */
const KindOptions = memo(function KindOptions({ own }: { own: string }) {
  return [...new Set<string>([...toolCategories, own])].map((kind) => (
    <option key={kind} value={kind}>
      {categoryWords(kind)}
    </option>
  ));
});

const priced = (tool: Tool | undefined) =>
  tool ? `${findTool(tool.id)?.name ?? tool.id} ${formatUsd(tool.monthlyUsd)}` : "";
