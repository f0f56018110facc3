import { type ReactNode, useMemo, useState } from "react";
import type { RevisionEntry } from "#app/features/analysis/analysis.server.ts";
import type { KeptNarrative } from "#app/features/analysis/narrative/narrative.server.ts";
import { assumedAfter } from "#app/features/analysis/revisions/assumed-after.ts";
import { planText } from "#app/features/analysis/sheets/plan-text.ts";
import { sheetCodes, sheetTitle } from "#app/features/content/blueprint-sheets.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { bookLink } from "#app/lib/offered-calls.ts";
import { HatchPattern } from "../figures/hatch-pattern.tsx";
import { ReturnModel } from "../figures/return-model.tsx";
import { Summary } from "../figures/summary.tsx";
import { Verdict } from "../figures/verdict.tsx";
import { NinetyDays } from "../plan/ninety-days.tsx";
import { Opportunities } from "../plan/opportunities.tsx";
import { ProcessMap } from "../plan/process-map.tsx";
import { ToolSpecification } from "../plan/tool-specification.tsx";
import { Revisions } from "../revisions/revisions.tsx";
import { Assumptions } from "../what-if/assumptions.tsx";
import { useWhatIf } from "../what-if/use-what-if.ts";
import { type Saving, WhatIfBar } from "../what-if/what-if-bar.tsx";
import { AnalysisHead } from "./analysis-head.tsx";
import css from "./analysis-page.module.css";
import { AssumedAnswers } from "./assumed-answers.tsx";
import { deferredSheet } from "./deferred-sheet.tsx";
import { type AnalysisFiles, NextStep } from "./next-step.tsx";

const sheets = [
  { code: sheetCodes.map, href: "#map" },
  { code: sheetCodes.opportunities, href: "#opportunities" },
  { code: sheetCodes.returnModel, href: "#return" },
  { code: sheetCodes.plan, href: "#plan" },
  { code: sheetCodes.tools, href: "#stack" },
  { code: sheetCodes.assumptions, href: "#assumptions" },
  { code: sheetCodes.fullBlueprint, href: "#full-blueprint" },
] as const;

const DeferredMap = deferredSheet("map", ProcessMap);
const DeferredOpportunities = deferredSheet("opportunities", Opportunities);
const DeferredReturn = deferredSheet("return", ReturnModel);
const DeferredPlan = deferredSheet("plan", NinetyDays);

export interface OwnerPart {
  blueprintId: string;
  newestRevision: number;
  isOutdated: boolean;
  revisions: readonly RevisionEntry[];
  saving: Saving;
  /** Runs the current model on the same answers; absent for figures of the current model and for old revisions. */
  recalculate?: (() => void) | undefined;
  files: AnalysisFiles;
  fullBlueprint?: ReactNode;
}

/**
 * A finished analysis, from its headline to its assumptions. Shows the stored revision; adjusted values are calculated
 * in the browser by the same engine. Needs no page context, so that it also runs as an island.
 */
export function AnalysisSheets({
  frame: Frame,
  companyName,
  about,
  revision,
  inputs,
  result: stored,
  narrative,
  assumed,
  notices,
  owner,
  sample = false,
}: {
  /** `div` inside a page that already has a `main`. */
  frame: "main" | "div";
  companyName: string;
  /** Date and revision. */
  about: string;
  revision?: number;
  inputs: ModelInput;
  result: Analysis;
  narrative: KeptNarrative | null;
  assumed: readonly AssumedPart[];
  notices?: ReactNode;
  owner?: OwnerPart | undefined;
  /** The public example: the page around it covers the full blueprint and the next step. */
  sample?: boolean;
}) {
  const whatIf = useWhatIf(inputs, stored);
  const { base, result, newest, input, editor } = whatIf;
  const isAdjusted = whatIf.changes.length > 0;
  const [wasAdjusted, setWasAdjusted] = useState(false);
  if (isAdjusted && !wasAdjusted) setWasAdjusted(true);
  const stillAssumed = useMemo(() => assumedAfter(assumed, inputs, input), [assumed, inputs, input]);
  // Passed as strings, so that new draws alone do not render the memoized sheet again.
  const planTexts = useMemo(() => planText(base.plan, result), [base.plan, result]);
  const hasHours = newest.working.processes.length > 0;
  const hasProject = newest.implementationCost > 0;
  // With nothing in scope, nothing is for sale.
  const fullBlueprint = stored.implementationCost > 0 && hasProject && owner?.fullBlueprint;
  const absent = new Set<string | false>([
    !hasHours && sheetCodes.map,
    !hasProject && sheetCodes.returnModel,
    !fullBlueprint && !sample && sheetCodes.fullBlueprint,
  ]);
  const shown = sheets.filter(({ code }) => !absent.has(code));
  return (
    <Frame
      id={Frame === "main" ? "main" : undefined}
      className={css.page}
      data-pending={whatIf.isPending || undefined}
      data-adjusted={isAdjusted || undefined}
      data-sample={(sample && !wasAdjusted) || undefined}
    >
      <HatchPattern />
      <AnalysisHead
        company={companyName || "Your company"}
        team={sample ? "This team" : "Your team"}
        employees={inputs.company.employees}
        about={about}
        result={newest}
        isChanged={isAdjusted}
        isPending={whatIf.isPending}
        assumed={stillAssumed.length}
      />
      <nav className={css.sheets} aria-label="Sheets of this analysis">
        <ol className="wrap">
          {shown.map(({ code, href }) => (
            <li key={href}>
              <a href={href}>
                <span className="note">{code}</span>
                {` ${sheetTitle(code)}`}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {notices}
      <Verdict result={result} hoursHref={owner && stepAddress("processes", owner.blueprintId)}>
        <Summary input={whatIf.resultInput} result={result} narrative={isAdjusted ? null : narrative} />
      </Verdict>
      {stillAssumed.length > 0 && (
        <AssumedAnswers blueprintId={owner?.blueprintId ?? null} assumed={stillAssumed} inputs={input} />
      )}
      <DeferredMap input={input} result={base} />
      <DeferredOpportunities result={base} />
      {hasProject && <DeferredReturn result={result} figures={base} />}
      <DeferredPlan plan={base.plan} {...planTexts} />
      <ToolSpecification input={input} editor={editor} result={base} />
      <Assumptions
        input={input}
        editor={editor}
        rows={base.assumptions}
        canSave={owner !== undefined}
        modelHref={sample ? "/assumptions#parameters" : undefined}
      />
      {owner && revision !== undefined && (
        <Revisions blueprintId={owner.blueprintId} shown={revision} revisions={owner.revisions} />
      )}
      {fullBlueprint}
      {!sample && (
        <NextStep
          hasProject={hasProject}
          afterBand={Boolean(fullBlueprint)}
          comeBack={base.plan.later[0]}
          changeHref={owner && stepAddress("profile", owner.blueprintId)}
          call={bookLink("session", { query: owner ? `?blueprint=${owner.blueprintId}` : "" })}
          files={owner?.files}
        />
      )}
      <WhatIfBar whatIf={whatIf} saving={owner?.saving ?? null} />
    </Frame>
  );
}
