import { Notice } from "../../../../ui/notice.tsx";
import type { Analysis } from "../../../roi/analysis-shape.ts";
import type { ModelInput } from "../../../roi/model-input.ts";
import { stepAddress } from "../../wizard-steps.ts";
import { AnalysisHead } from "./analysis-head.tsx";
import css from "./analysis-page.module.css";
import { Assumptions } from "./assumptions.tsx";
import { HoursMap } from "./hours-map.tsx";
import { NextStep } from "./next-step.tsx";
import { NinetyDays } from "./ninety-days.tsx";
import { Opportunities } from "./opportunities.tsx";
import { ReturnModel } from "./return-model.tsx";
import { StackOverlap } from "./stack-overlap.tsx";
import { Verdict } from "./verdict.tsx";

/** The sheets of an analysis and where they begin. */
const sheets = [
  { number: "A-01", name: "Hours today", href: "#hours" },
  { number: "A-02", name: "Opportunities", href: "#opportunities" },
  { number: "A-03", name: "Return model", href: "#return" },
  { number: "A-03.1", name: "Assumptions", href: "#assumptions" },
  { number: "A-04", name: "90-day plan", href: "#plan" },
] as const;

/** A finished analysis, from its headline to its assumptions. Every figure is the stored one; nothing is worked out here. */
export function AnalysisPage({
  blueprintId,
  companyName,
  revision,
  newestRevision,
  createdAt,
  isOutdated,
  inputs,
  result,
}: {
  blueprintId: string;
  companyName: string;
  revision: number;
  newestRevision: number;
  createdAt: Date;
  isOutdated: boolean;
  inputs: ModelInput;
  result: Analysis;
}) {
  const changeHref = stepAddress("profile", blueprintId);
  const hasHours = result.working.processes.length > 0;
  const hasProject = result.implementationCost > 0;
  const shown = sheets.filter(({ number }) => (hasHours || number !== "A-01") && (hasProject || number !== "A-03"));
  return (
    <main id="main" className={css.page}>
      <AnalysisHead
        company={companyName || "Your company"}
        employees={inputs.company.employees}
        madeOn={createdAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" })}
        revision={revision}
        result={result}
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
      {revision < newestRevision && (
        <div className={`wrap ${css.notice}`}>
          <Notice kind="trace" title={`This is revision ${revision} of ${newestRevision}`}>
            <a href={`/blueprint/${blueprintId}`}>Show the newest one</a>
          </Notice>
        </div>
      )}
      {revision === newestRevision && isOutdated && (
        <div className={`wrap ${css.notice}`}>
          <Notice kind="trace" title="The answers have changed since">
            These figures belong to the answers of revision {revision}.{" "}
            <a href={stepAddress("processes", blueprintId)}>Generate the analysis again</a> for the next one.
          </Notice>
        </div>
      )}
      <Verdict result={result} />
      <HoursMap result={result} />
      <Opportunities result={result} />
      {hasProject && <ReturnModel result={result} />}
      <StackOverlap result={result} stack={inputs.stack} />
      <Assumptions rows={result.assumptions} />
      <NinetyDays plan={result.plan} />
      <NextStep result={result} changeHref={changeHref} />
    </main>
  );
}
