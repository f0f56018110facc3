import { type ReactNode, useRef } from "react";
import { categoryInSentence } from "#app/features/content/tools/tool-labels.ts";
import type { Tool } from "#app/features/roi/inputs/model-input.ts";
import { currentModel } from "#app/features/roi/inputs/parameters.ts";
import { mayOverlap, stackSpend } from "#app/features/roi/model/stack.ts";
import { type ChosenTool, readStack } from "#app/features/wizard/answers/stack-text.ts";
import { formatUsd } from "#app/lib/money.ts";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import css from "./tool-summary.module.css";

/** The chosen tools with their costs (`children`), and the model's view of them: the total and overlapping costs. */
export function ToolSummary({ chosen, children }: { chosen: readonly ChosenTool[]; children: ReactNode }) {
  const tools = readStack(chosen).stack.map((tool) => ({ ...tool, monthlyUsd: tool.monthlyUsd ?? 0 }) as Tool);
  const spend = stackSpend(tools);
  const section = useRef<HTMLElement>(null);
  useKeptFocus(section);
  return (
    <div className={`grid cols-1 gap-150 shrinks ${css.side}`}>
      <section ref={section} className={`card ${css.chosen}`} aria-labelledby="tool-costs" id="selected" tabIndex={-1}>
        <h2 className="t4" id="tool-costs">
          Selected <span className="num">{chosen.length}</span>
        </h2>
        {chosen.length === 0 ? (
          <p className={`small ${css.nothing}`}>
            No tools yet. Select the ones you use; each appears here with its list price, which you can change.
          </p>
        ) : (
          <>
            {children}
            <p className={`line between gap-100 ruled sheet-surface ui-size ${css.total}`}>
              <span>Total per month</span>
              <b className="num">{formatUsd(spend.monthlyUsd)}</b>
            </p>
          </>
        )}
      </section>
      {spend.overlapCategories.length > 0 && (
        <Notice
          kind="trace"
          title={
            spend.overlapUsd > 0
              ? `You pay ${formatUsd(spend.overlapUsd)} a month for duplicate tools`
              : "Duplicate tools"
          }
        >
          {overlapSentence(spend.overlapCategories, tools)}{" "}
          {spend.overlapUsd > 0
            ? `The analysis looks for about ${Math.round(currentModel.stackSaving[1] * 100)}% of the ${formatUsd(spend.overlapUsd)} that this overlap costs a month, never of the whole stack.`
            : "That costs nothing today."}
        </Notice>
      )}
    </div>
  );
}

function overlapSentence(categories: readonly string[], tools: readonly Tool[]): string {
  const parts = categories.map(
    (category) =>
      `${tools.filter((tool) => tool.category === category && mayOverlap(tool)).length} tools for ${categoryInSentence(category)}`,
  );
  const list = parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : parts.join();
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
}
