import { type ReactNode, useMemo } from "react";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/model-input.ts";
import { modelVersion } from "#app/features/roi/parameters.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { Button } from "#app/ui/button.tsx";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { Notice } from "#app/ui/notice.tsx";
import type { RevisionEntry } from "../analyses.server.ts";
import { assumedAfter } from "../assumed-after.ts";
import type { KeptNarrative } from "../narrative/narrative.server.ts";
import { AnalysisHead } from "./analysis-head.tsx";
import css from "./analysis-page.module.css";
import { AssumedAnswers } from "./assumed-answers.tsx";
import { Assumptions } from "./assumptions.tsx";
import { HoursMap } from "./hours-map.tsx";
import { type AnalysisFiles, NextStep } from "./next-step.tsx";
import { NinetyDays } from "./ninety-days.tsx";
import { Opportunities } from "./opportunities.tsx";
import { ReturnModel } from "./return-model.tsx";
import { Revisions } from "./revisions.tsx";
import { StackOverlap } from "./stack-overlap.tsx";
import { Summary } from "./summary.tsx";
import { useWhatIf } from "./use-what-if.ts";
import { Verdict } from "./verdict.tsx";
import { type Saving, WhatIfBar } from "./what-if-bar.tsx";

/** The sheets of an analysis and where they begin. */
const sheets = [
  { number: "A-01", name: "Hours today", href: "#hours" },
  { number: "A-02", name: "Opportunities", href: "#opportunities" },
  { number: "A-03", name: "Return model", href: "#return" },
  { number: "A-04", name: "90-day plan", href: "#plan" },
  { number: "A-05", name: "Tool overlap", href: "#stack" },
  { number: "A-03.1", name: "Assumptions", href: "#assumptions" },
  { number: "A-06", name: "Full blueprint", href: "#full-blueprint" },
] as const;

/** What only the owner of an analysis sees and may do. */
export interface OwnerPart {
  blueprintId: string;
  newestRevision: number;
  isOutdated: boolean;
  revisions: readonly RevisionEntry[];
  saving: Saving;
  /** Runs the current model on the same answers; absent when these figures are of the current model or of an old revision. */
  recalculate?: (() => void) | undefined;
  files: AnalysisFiles;
  /** The sheet about the full blueprint, between the plan and the ask. */
  fullBlueprint?: ReactNode;
}

/**
 * A finished analysis, from its headline to its assumptions. What is stored is drawn as it is; a turned number is followed
 * in the browser by the same engine. Without `owner` it is the read-only page behind a link.
 */
export function AnalysisPage({
  companyName,
  revision,
  createdAt,
  inputs,
  result: stored,
  narrative,
  assumed,
  owner,
}: {
  companyName: string;
  revision: number;
  createdAt: Date;
  inputs: ModelInput;
  result: Analysis;
  narrative: KeptNarrative | null;
  /** Answers of a quick start that nobody has given. */
  assumed: readonly AssumedPart[];
  owner?: OwnerPart;
}) {
  const whatIf = useWhatIf(inputs, stored);
  const dates = useFirmDates();
  const { base, result, newest, input, turning } = whatIf;
  const isTurned = whatIf.changes.length > 0;
  const stillAssumed = useMemo(() => assumedAfter(assumed, inputs, input), [assumed, inputs, input]);
  const hasHours = newest.working.processes.length > 0;
  const hasProject = newest.implementationCost > 0;
  // Where nothing is in scope, nothing is for sale.
  const fullBlueprint = stored.implementationCost > 0 && hasProject && owner?.fullBlueprint;
  const hasStack = inputs.stack.length > 0;
  const left = new Set([!hasHours && "A-01", !hasProject && "A-03", !hasStack && "A-05", !fullBlueprint && "A-06"]);
  const shown = sheets.filter(({ number }) => !left.has(number));
  return (
    <main
      id="main"
      className={css.page}
      data-pending={whatIf.isPending || undefined}
      data-turned={isTurned || undefined}
    >
      <AnalysisHead
        company={companyName || "Your company"}
        employees={inputs.company.employees}
        madeOn={dates.longDay(createdAt)}
        revision={revision}
        result={newest}
        isChanged={isTurned}
        assumed={stillAssumed.length}
      />
      <nav className={css.sheets} aria-label="Sheets of this analysis">
        <ol className="wrap">
          {shown.map((sheet) => (
            <li key={sheet.href}>
              <a href={sheet.href}>
                <span className="note">{sheet.number}</span> {sheet.name}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {owner && <Standing owner={owner} revision={revision} />}
      {stored.modelVersion !== modelVersion && <EarlierModel version={stored.modelVersion} owner={owner} />}
      <Verdict result={result} hoursHref={owner && stepAddress("processes", owner.blueprintId)}>
        <Summary input={whatIf.resultInput} result={result} narrative={isTurned ? null : narrative} />
      </Verdict>
      {stillAssumed.length > 0 && (
        <AssumedAnswers blueprintId={owner?.blueprintId ?? null} assumed={stillAssumed} inputs={input} />
      )}
      <HoursMap result={base} />
      <Opportunities result={base} />
      {hasProject && <ReturnModel result={result} figures={base} />}
      <NinetyDays plan={base.plan} />
      <StackOverlap input={input} turning={turning} result={base} />
      <Assumptions input={input} turning={turning} rows={base.assumptions} canSave={owner !== undefined} />
      {owner && <Revisions blueprintId={owner.blueprintId} shown={revision} revisions={owner.revisions} />}
      {fullBlueprint}
      <NextStep
        hasProject={hasProject}
        comeBack={base.plan.later[0]}
        changeHref={owner && stepAddress("profile", owner.blueprintId)}
        callHref={`/schedule/strategy-session${owner ? `?blueprint=${owner.blueprintId}` : ""}`}
        files={owner?.files}
      />
      <WhatIfBar whatIf={whatIf} saving={owner?.saving ?? null} />
    </main>
  );
}

/** Made with an earlier version of the model: its figures stay, and its owner may calculate again. */
function EarlierModel({ version, owner }: { version: string; owner: OwnerPart | undefined }) {
  const canCalculate = owner?.recalculate !== undefined;
  return (
    <div className={`wrap ${css.notice}`}>
      <Notice kind="trace" title={`Calculated with model ${version}`}>
        Model {modelVersion} also weighs the odds of both ways and your own upkeep. These figures stay as they are.{" "}
        {canCalculate && (
          <>
            <Button size={40} busy={owner.saving.isSaving} busyText="Calculating" onClick={owner.recalculate}>
              Calculate again with model {modelVersion}
            </Button>{" "}
            The result becomes a new revision.
          </>
        )}
      </Notice>
    </div>
  );
}

/** Whether these figures are still those of the newest revision and of the answers as they stand. */
function Standing({ owner, revision }: { owner: OwnerPart; revision: number }) {
  const { blueprintId, newestRevision, isOutdated } = owner;
  if (revision < newestRevision)
    return (
      <div className={`wrap ${css.notice}`}>
        <Notice kind="trace" title={`This is revision ${revision} of ${newestRevision}`}>
          <a href={`/blueprint/${blueprintId}`}>Show the newest one</a>
        </Notice>
      </div>
    );
  if (!isOutdated) return null;
  return (
    <div className={`wrap ${css.notice}`}>
      <Notice kind="trace" title="The answers have changed since">
        These figures belong to the answers of revision {revision}.{" "}
        <a href={stepAddress("processes", blueprintId)}>Generate the analysis again</a> for the next one.
      </Notice>
    </div>
  );
}
