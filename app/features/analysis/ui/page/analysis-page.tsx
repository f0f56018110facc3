import type { KeptNarrative } from "#app/features/analysis/narrative/narrative.server.ts";
import type { Analysis } from "#app/features/roi/analysis-shape.ts";
import type { ModelInput } from "#app/features/roi/inputs/model-input.ts";
import { modelVersion } from "#app/features/roi/inputs/parameters.ts";
import type { AssumedPart } from "#app/features/wizard/blueprint.ts";
import { stepAddress } from "#app/features/wizard/wizard-steps.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./analysis-page.module.css";
import { AnalysisSheets, type OwnerPart } from "./analysis-sheets.tsx";

/** Without `owner` it is the read-only page of a share link. */
export function AnalysisPage({
  revision,
  createdAt,
  owner,
  ...analysis
}: {
  companyName: string;
  revision: number;
  createdAt: Date;
  inputs: ModelInput;
  result: Analysis;
  narrative: KeptNarrative | null;
  assumed: readonly AssumedPart[];
  owner?: OwnerPart;
}) {
  const dates = useFirmDates();
  const { modelVersion: version } = analysis.result;
  return (
    <AnalysisSheets
      {...analysis}
      frame="main"
      about={`${dates.longDay(createdAt)}, rev. ${revision}`}
      revision={revision}
      owner={owner}
      notices={
        <>
          {owner && <RevisionNotice owner={owner} revision={revision} />}
          {version !== modelVersion && <EarlierModel version={version} owner={owner} />}
        </>
      }
    />
  );
}

function EarlierModel({ version, owner }: { version: string; owner: OwnerPart | undefined }) {
  const canCalculate = owner?.recalculate !== undefined;
  return (
    <div className={`wrap ${css.notice}`}>
      <Notice kind="trace" title={`Calculated with model ${version}`}>
        Model {modelVersion} also weighs the odds of both ways and your own upkeep. These figures are not changed.{" "}
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

function RevisionNotice({ owner, revision }: { owner: OwnerPart; revision: number }) {
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
