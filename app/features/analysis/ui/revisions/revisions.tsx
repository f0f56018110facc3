import { memo } from "react";
import type { RevisionEntry } from "#app/features/analysis/analysis.server.ts";
import { analysisAddress, comparePath } from "#app/features/analysis/revisions/comparison.ts";
import { formatEstimate, formatHours } from "#app/features/roi/wording/figures.ts";
import { Table } from "#app/ui/lists/table.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import { Day } from "#app/ui/text/firm-dates.tsx";
import { ChangeList } from "./change-list.tsx";

export const Revisions = memo(function Revisions({
  blueprintId,
  shown,
  revisions,
}: {
  blueprintId: string;
  shown: number;
  revisions: readonly RevisionEntry[];
}) {
  if (revisions.length < 2) return null;
  return (
    <Section
      id="revisions"
      title={`${revisions.length} revisions`}
      aside={<p>Each revision keeps its answers and figures. Changes in the wizard affect only the newest one.</p>}
    >
      <Table
        caption="Revisions of this analysis, the newest first"
        quiet
        rows={revisions}
        rowKey={({ revision }) => String(revision)}
        columns={[
          {
            label: "Revision",
            heads: true,
            cell: ({ revision, createdAt }) => (
              <div>
                {revision === shown ? (
                  <b>Revision {revision}, shown here</b>
                ) : (
                  <a href={`/blueprint/${blueprintId}?revision=${revision}`}>Revision {revision}</a>
                )}
                <span className="note">
                  {" "}
                  <Day at={createdAt} />
                </span>
              </div>
            ),
          },
          { label: "Recommendation", cell: ({ recommendation }) => recommendation },
          { label: "Hours saved", numeric: true, cell: (entry) => formatHours(entry.hoursSavedPerWeek) },
          { label: "Yearly value", numeric: true, cell: (entry) => formatEstimate(entry.annualValue) },
          {
            label: "Changes from the previous one",
            cell: ({ revision, changes }) =>
              revision === 1 ? (
                "The first"
              ) : changes.length === 0 ? (
                "Nothing"
              ) : (
                <ChangeList changes={changes} most={4} />
              ),
          },
          {
            label: "Compare",
            cell: ({ revision }) =>
              revision === shown ? (
                ""
              ) : (
                <a
                  href={comparePath(
                    analysisAddress(blueprintId, Math.min(revision, shown)),
                    analysisAddress(blueprintId, Math.max(revision, shown)),
                  )}
                >
                  with revision {shown}
                </a>
              ),
          },
        ]}
      />
    </Section>
  );
});
