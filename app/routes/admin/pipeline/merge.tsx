import { type ReactNode, useId, useState } from "react";
import { data, Form, Link, redirect } from "react-router";
import { listTeam } from "#app/features/accounts/profile/people.server.ts";
import type { MergeCandidate } from "#app/features/pipeline/merging/duplicates.server.ts";
import {
  likelyDuplicates,
  type MergeColumn,
  type MergeField,
  mergedColumns,
  mergeFields,
} from "#app/features/pipeline/merging/merge-fields.ts";
import {
  listMergeCandidates,
  type MergeCandidates,
  type MergePreview,
  type MergeSide,
  previewMerge,
} from "#app/features/pipeline/merging/merge-preview.server.ts";
import { prospectFields, statedFields } from "#app/features/pipeline/prospect-fields.ts";
import { findProspect } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import { sourceLabels } from "#app/features/pipeline/prospects/prospect-list.ts";
import { personLabel } from "#app/features/pipeline/prospects/prospect-names.ts";
import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { dollars } from "#app/features/pipeline/ui/figures.ts";
import { searchIn } from "#app/lib/addresses/list-query.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, buttonClass } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/merge";
import { type PipelineIntent, performPipelineAction } from "./pipeline-actions.ts";
import css from "./prospect.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const query = new URL(request.url).searchParams;
  const search = searchIn(query);
  const other = query.get("with");
  const found = await findProspect(ctx, params.id);
  if (!found.ok && found.reason.kind === "merged") throw redirect(`/admin/prospect-pipeline/${found.reason.into}`);
  if (!found.ok) throw data(null, { status: 404 });
  const [candidates, preview, admins] = await Promise.all([
    other ? null : listMergeCandidates(ctx, { of: found.value, search }).then(admitted),
    other ? previewMerge(ctx, { keptId: params.id, mergedId: other }) : null,
    listTeam(ctx, "pipeline"),
  ]);
  // Also after the merge, when the other one is part of this prospect.
  if (preview?.ok === false) throw redirect(`/admin/prospect-pipeline/${params.id}`);
  return {
    prospect: found.value,
    search,
    candidates,
    preview: preview?.value ?? null,
    owners: Object.fromEntries(admins.map(({ userId, name }) => [userId, name])),
  };
}

export const meta = () => unlisted("Merge prospects");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performPipelineAction(await request.formData());

/** Finds another prospect, previews the merged one, and merges. The prospect's page offers to undo it. */
export default function Merge({ loaderData: { prospect, search, candidates, preview, owners } }: Route.ComponentProps) {
  const page = `/admin/prospect-pipeline/${prospect.id}`;
  return (
    <AdminPage
      title={`Merge with ${personLabel(prospect)}`}
      lead="For two entries of one person. Choose a value where they differ. The merge can be undone on the prospect's page."
      above={{ href: page, label: personLabel(prospect) }}
    >
      {preview ? (
        <Preview {...preview} owners={owners} />
      ) : (
        <div className={`grid cols-1 gap-150 ${css.main}`}>
          <Form className={`grid end gap-75 ${css.search}`} role="search" aria-label="Find the other prospect">
            <TextField label="Find the other prospect" name="q" type="search" defaultValue={search} />
            <Button type="submit">Search</Button>
          </Form>
          {candidates && <Candidates {...candidates} />}
        </div>
      )}
    </AdminPage>
  );
}

function Candidates(candidates: MergeCandidates) {
  if ("found" in candidates)
    return candidates.found.length === 0 ? (
      <Empty title="No prospect found" text="Try part of a name, company or address." />
    ) : (
      <CandidateList title="Found" rows={candidates.found} />
    );
  return (
    <>
      <CandidateList title={likelyDuplicates.title} rows={candidates.likely}>
        {candidates.likely.length === 0 ? `${likelyDuplicates.none}. ` : ""}
        {likelyDuplicates.rule}
      </CandidateList>
      {candidates.others.length > 0 && (
        <CandidateList title="Others with the same name or company" rows={candidates.others} />
      )}
    </>
  );
}

function CandidateList({
  title,
  rows,
  children,
}: {
  title: string;
  rows: readonly MergeCandidate[];
  children?: ReactNode;
}) {
  const heading = useId();
  return (
    <section className={`grid gap-90 ${css.part}`} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children && <p className="muted smaller">{children}</p>}
      {rows.length > 0 && (
        <ul className={`grid ${css.found}`}>
          {rows.map((row) => (
            <li className="cluster middle between breaks" key={row.id}>
              <span>
                {[row.name, row.company].filter(Boolean).join(", ") || row.email}
                <span className={`muted smaller ${css.quiet}`}>
                  {row.email}, {stageLabel(row.stage)}
                </span>
              </span>
              <Link data-changes-only className={buttonClass({ size: 40 })} to={`?with=${row.id}`}>
                Compare<span className="vh"> with {personLabel(row)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Line = { label: string; field?: MergeField; of: (side: MergeSide) => string | number };

function Preview({ kept, merged, result, owners }: MergePreview & { owners: Record<string, string> }) {
  const { act, busy, doneAt, refusal } = useAdminAction<PipelineIntent>();
  const [take, setTake] = useState<readonly MergeField[]>([]);
  const after = { ...result, ...(mergedColumns(kept, merged, take) as Pick<MergeSide, MergeColumn>) };
  const choice = (isTaken: boolean) => ({
    isTaken,
    take,
    onTake: (field: MergeField) => setTake((now) => (isTaken ? [...now, field] : now.filter((each) => each !== field))),
  });
  const lines: Line[] = [
    ...statedFields.map((field) => ({
      label: prospectFields[field].label,
      ...(field in mergeFields && { field: field as MergeField }),
      of: ({ [field]: value }: MergeSide) => (typeof value === "number" ? formatNumber(value) : (value ?? "–")),
    })),
    { label: "Source", of: ({ source }) => (source ? sourceLabels[source] : "–") },
    { label: "Main address", field: "email", of: ({ email }) => email },
    { label: "All addresses", of: ({ addresses }) => addresses.join(", ") },
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Owner", field: "ownerId", of: ({ ownerId }) => owners[ownerId ?? ""] ?? "No owner" },
    { label: prospectFields.valueCents.label, field: "valueCents", of: ({ valueCents }) => dollars(valueCents) },
    { label: "Paid", of: ({ paidCents }) => dollars(paidCents) },
    {
      label: "Expected close",
      field: "expectedClose",
      of: ({ expectedClose }) => (expectedClose ? isoDay(expectedClose) : "–"),
    },
    { label: "Score", of: ({ score }) => score },
    { label: "Tags", of: ({ tags }) => tags.join(", ") || "–" },
    { label: "Events", of: ({ events }) => formatNumber(events) },
    { label: "Notes", of: ({ notes }) => formatNumber(notes) },
    { label: "Tasks", of: ({ tasks }) => formatNumber(tasks) },
  ];
  const columns: Column<Line>[] = [
    { label: "Field", heads: true, cell: ({ label }) => label },
    {
      label: "This prospect",
      cell: (line) => <Choice {...line} side={kept} other={merged} {...choice(false)} />,
    },
    {
      label: "The other",
      cell: (line) => <Choice {...line} side={merged} other={kept} {...choice(true)} />,
    },
    { label: "After the merge", cell: ({ of }) => <b className="breaks">{of(after)}</b> },
  ];
  return (
    <div className={`grid cols-1 gap-150 ${css.main}`}>
      <FormFailure text={refusal} />
      <Table caption="What the merge keeps" quiet columns={columns} rows={lines} rowKey={({ label }) => label} />
      <div className="cluster gap-60">
        <Button
          variant="primary"
          size={40}
          busy={busy || doneAt > 0}
          busyText="Merging"
          onClick={() =>
            void act({ intent: "merge", prospectId: kept.id, mergedId: merged.id, take: JSON.stringify(take) })
          }
        >
          Merge
        </Button>
        <Link className={buttonClass({ size: 40 })} to={`/admin/prospect-pipeline/${merged.id}/merge?with=${kept.id}`}>
          Keep the other instead
        </Link>
        <Link className={buttonClass({ size: 40 })} to="?">
          Choose another
        </Link>
      </div>
    </div>
  );
}

/** The value of one side, to choose where both have different ones. */
function Choice({
  label,
  field,
  of,
  side,
  other,
  isTaken,
  take,
  onTake,
}: Line & {
  side: MergeSide;
  other: MergeSide;
  isTaken: boolean;
  take: readonly MergeField[];
  onTake: (field: MergeField) => void;
}) {
  const [column] = field ? mergeFields[field] : [];
  if (!field || !column || of(side) === of(other) || side[column] === null || other[column] === null)
    return <span className="breaks">{of(side)}</span>;
  return (
    <label className="breaks">
      <input
        type="radio"
        name={field}
        aria-label={`${label}: ${of(side)}`}
        checked={take.includes(field) === isTaken}
        onChange={() => onTake(field)}
      />{" "}
      {of(side)}
    </label>
  );
}
