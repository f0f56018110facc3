import { Section } from "../../../../ui/section.tsx";
import { Table } from "../../../../ui/table.tsx";
import { findTool } from "../../../content/tools.ts";
import type { Analysis } from "../../../roi/analysis-shape.ts";
import { formatShare, formatUsd } from "../../../roi/figures.ts";
import type { Tool } from "../../../roi/model-input.ts";
import { mean, model10 } from "../../../roi/parameters.ts";
import { categoryWords } from "../../tool-words.ts";

/** Which tools do the same work, and what the model counts of that: never the dearest of a kind, never the whole stack. */
export function StackOverlap({ result, stack }: { result: Analysis; stack: readonly Tool[] }) {
  if (stack.length === 0) return null;
  const rows = result.overlapCategories.map((category) => {
    const tools = stack
      .filter((tool) => (tool.category ?? tool.id) === category)
      .sort((one, other) => other.monthlyUsd - one.monthlyUsd);
    return { category, tools, overlap: tools.slice(1).reduce((sum, tool) => sum + tool.monthlyUsd, 0) };
  });
  return (
    <Section
      id="stack"
      surface="sheet"
      title={
        rows.length > 0 ? `${formatUsd(result.overlapMonthly)} a month are paid twice` : "No tool is paid for twice"
      }
      aside={
        <p>
          {stack.length} tools cost {formatUsd(result.stackMonthly)} a month.{" "}
          {rows.length > 0
            ? `About ${formatShare(mean(model10.stackSaving))} of the overlap can be saved: ${formatUsd(result.annualStackSavings)} a year.`
            : "Each does work of its own, so the model counts no saving here."}
        </p>
      }
    >
      {rows.length > 0 && (
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
      )}
    </Section>
  );
}

const priced = (tool: Tool | undefined) =>
  tool ? `${findTool(tool.id)?.name ?? tool.id} ${formatUsd(tool.monthlyUsd)}` : "";
