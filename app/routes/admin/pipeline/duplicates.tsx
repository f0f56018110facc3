import { Link } from "react-router";
import {
  type DuplicatePair,
  listDuplicatePairs,
  type MergeCandidate,
} from "#app/features/pipeline/merging/duplicates.server.ts";
import { likelyDuplicates } from "#app/features/pipeline/merging/merge-fields.ts";
import { stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { unlisted } from "#app/lib/firm.ts";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { type Column, Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/duplicates";
import css from "./prospect.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  return listDuplicatePairs(await requireAdmin(context, request)).then(admitted);
}

export const meta = () => unlisted(likelyDuplicates.title);

export default function Duplicates({ loaderData: { pairs, hasMore } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={likelyDuplicates.title}
      above={{ href: "/admin/prospect-pipeline", label: "Pipeline" }}
      lead={`${likelyDuplicates.rule} Compare a pair before you merge it.`}
    >
      {pairs.length === 0 ? (
        <Empty title={likelyDuplicates.none} text="Pairs appear here when two prospects seem to be one person." />
      ) : (
        <div className={`grid cols-1 gap-150 ${css.main} ${css.pairs}`}>
          <Table
            caption={likelyDuplicates.title}
            quiet
            columns={columns}
            rows={pairs}
            rowKey={({ kept, other }) => `${kept.id} ${other.id}`}
          />
          {hasMore && <p className={`muted smaller ${css.quiet}`}>These are the {pairs.length} most likely pairs.</p>}
        </div>
      )}
    </AdminPage>
  );
}

const Person = ({ id, email, name, company, stage }: MergeCandidate) => (
  <div className="breaks">
    <Link to={`/admin/prospect-pipeline/${id}`}>{[name, company].filter(Boolean).join(", ") || email}</Link>
    <span className={`muted smaller ${css.quiet}`}>
      {email}, {stageLabel(stage)}
    </span>
  </div>
);

const columns: Column<DuplicatePair>[] = [
  { label: "Prospect", heads: true, cell: ({ kept }) => <Person {...kept} /> },
  { label: "May be the same person", cell: ({ other }) => <Person {...other} /> },
  { label: "Why", cell: ({ isSameName }) => (isSameName ? "Same name" : "Same mailbox name") },
  {
    label: "Merge",
    cell: ({ kept, other }) => (
      <Link
        data-changes-only
        className={buttonClass({ size: 32 })}
        to={`/admin/prospect-pipeline/${kept.id}/merge?with=${other.id}`}
      >
        Compare
        <span className="vh">
          {" "}
          {kept.email} with {other.email}
        </span>
      </Link>
    ),
  },
];
