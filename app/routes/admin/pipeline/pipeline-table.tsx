import { useState } from "react";
import { Link, useLocation } from "react-router";
import { maxAtOnce } from "#app/features/pipeline/lists/bulk.ts";
import { viewQuery } from "#app/features/pipeline/lists/saved-view.ts";
import type { ProspectEntry } from "#app/features/pipeline/prospects/prospects.server.ts";
import { lostText, type Stage, stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { BulkBar, type ChosenProspects } from "#app/features/pipeline/ui/board/bulk-bar.tsx";
import type { CardOwner } from "#app/features/pipeline/ui/board/prospect-card.tsx";
import { TagList } from "#app/features/pipeline/ui/board/tag-list.tsx";
import { ageText, agoText, dollars } from "#app/features/pipeline/ui/figures.ts";
import { nextStep, type UpcomingCall } from "#app/features/pipeline/ui/next-step.ts";
import { readableAddress } from "#app/lib/addresses/readable-address.ts";
import { isoDay } from "#app/lib/dates/date-text.ts";
import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import type { pipelineListsAdminEndpoints } from "#app/routes/api/admin/pipeline-lists-admin.server.ts";
import type { useAdminAction } from "#app/shell/admin/action.tsx";
import { DownloadForm } from "#app/shell/admin/download-form.tsx";
import { client } from "#app/shell/api-client.ts";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { ListIntent } from "./list-actions.ts";
import css from "./pipeline.module.css";

const call = client<typeof pipelineListsAdminEndpoints>();

type Page = { rows: ProspectEntry[]; previous: string | null; next: string | null };
type Acting = Pick<
  ReturnType<typeof useAdminAction<ListIntent>>,
  "act" | "busy" | "refusal" | "doneAt" | "choiceDoneAt"
>;
/** `scope`: the filters under which prospects were selected. */
type Choice = { scope: string; chosen: ChosenProspects; note?: string | undefined };

const atMost = formatNumber(maxAtOnce);
const moreMatch = `The ${atMost} prospects that were added last are chosen. More match.`;
const tooManyChosen = `Choose at most ${atMost} prospects.`;

/** Returns the filters of a query without display options. */
function filtersOf(search: string): string {
  const params = new URLSearchParams(viewQuery(search));
  for (const name of ["view", "sort", "direction"]) params.delete(name);
  return params.toString();
}

/** The pipeline as a table with bulk actions. A selection lasts across pages and ends when filters change. */
export function PipelineTable({
  page,
  calls,
  sort,
  owners,
  now,
  today,
  isFiltered,
  acting: { act, busy, refusal, doneAt, choiceDoneAt },
}: {
  page: Page;
  /** The next call by prospect id. */
  calls: Readonly<Record<string, UpcomingCall>>;
  sort: { key: string; direction: "asc" | "desc" };
  owners: readonly CardOwner[];
  now: Date;
  /** ISO date. */
  today: string;
  isFiltered: boolean;
  acting: Acting;
}) {
  const { search } = useLocation();
  const scope = filtersOf(search);
  const [choice, setChoice] = useState<Choice>({ scope, chosen: new Map() });
  const [isSelecting, setSelecting] = useState(false);
  const [seenAt, setSeenAt] = useState(choiceDoneAt);
  if (choiceDoneAt > seenAt) {
    setSeenAt(choiceDoneAt);
    setChoice({ scope, chosen: new Map() });
  }
  const { chosen, note }: Choice = choice.scope === scope ? choice : { scope, chosen: new Map() };
  const choose = (next: ChosenProspects, about?: string) =>
    setChoice(next.size > maxAtOnce ? { scope, chosen, note: tooManyChosen } : { scope, chosen: next, note: about });
  const stageOf = new Map<string, Stage>([...chosen, ...page.rows.map(({ id, stage }) => [id, stage] as const)]);
  const selectAll = async () => {
    setSelecting(true);
    const answer = await call("GET /admin/prospect-selection", { filters: scope });
    setSelecting(false);
    if (!answer.ok) return setChoice((now) => ({ ...now, note: answer.error.message }));
    const { prospects, hasMore } = answer.value;
    choose(new Map(prospects.map(({ id, stage }) => [id, stage])), hasMore ? moreMatch : undefined);
  };
  return (
    <>
      <AdminList
        caption="Prospects"
        columns={tableColumns({ now, today, dates: useFirmDates() }, owners, calls)}
        {...page}
        sort={sort}
        empty={<NoProspects isFiltered={isFiltered} />}
        selection={{
          chosen: new Set(chosen.keys()),
          onChosen: (keys) => choose(new Map([...keys].map((key) => [key, stageOf.get(key)!]))),
          label: ({ company, name, email }) => company ?? name ?? email,
        }}
      />
      <BulkBar
        chosen={chosen}
        owners={owners}
        note={note}
        exportForm={
          <DownloadForm
            action="/api/admin/prospect-exports"
            fields={{ ids: [...chosen.keys()].join(",") }}
            label="Export"
            size={32}
          />
        }
        hasMore={page.next !== null || page.previous !== null}
        busy={busy || isSelecting}
        refusal={refusal}
        doneAt={doneAt}
        onSelectAll={() => void selectAll()}
        onClear={() => choose(new Map())}
        onDelete={() => void act({ intent: "delete-many", prospectIds: [...chosen.keys()].join(",") })}
        onMove={(moves) => void act({ intent: "move-many", moves: JSON.stringify(moves) })}
        onChange={(change, done) =>
          void act({
            ...{ intent: "change-many", done },
            changes: JSON.stringify({ prospectIds: [...chosen.keys()], change }),
          })
        }
      />
    </>
  );
}

function tableColumns(
  { now, today, dates }: { now: Date; today: string; dates: FirmDates },
  owners: readonly { userId: string; name: string }[],
  calls: Readonly<Record<string, UpcomingCall>>,
): readonly ListColumn<ProspectEntry>[] {
  return [
    {
      label: "Company, person",
      sort: "company",
      heads: true,
      cell: ({ id, company, name, email, role, tags }) => (
        <div className="breaks">
          <Link to={`/admin/prospect-pipeline/${id}`}>{company ?? name ?? readableAddress(email)}</Link>
          <span className={`block size-81 ${css.minor}`}>
            {[company && name, role].filter(Boolean).join(", ") || readableAddress(email)}
          </span>
          <TagList tags={tags} />
        </div>
      ),
    },
    {
      label: "Stage",
      cell: ({ stage, lostReason, lostNote }) => (
        <>
          {stageLabel(stage)}
          {lostReason && <span className={`block size-81 ${css.minor}`}>{lostText(lostReason, lostNote)}</span>}
        </>
      ),
    },
    {
      label: "In stage",
      sort: "stage_age",
      numeric: true,
      cell: ({ stageSince }) => ageText(stageSince, now, dates),
    },
    {
      label: "Score",
      sort: "score",
      startsDescending: true,
      numeric: true,
      cell: ({ score }) => score,
    },
    {
      label: "Yearly value for the client",
      sort: "value",
      startsDescending: true,
      numeric: true,
      cell: ({ valueCents }) => dollars(valueCents),
    },
    {
      label: "Next step",
      cell: ({ id, nextTask }) => {
        const next = nextStep(nextTask, calls[id], today);
        if (!next) return <span className={`muted ${css.quiet}`}>None</span>;
        return (
          <div className="breaks">
            {next.title}
            <span className={next.isLate ? `block size-81 strong ${css.late}` : `block size-81 ${css.minor}`}>
              {next.due}
            </span>
          </div>
        );
      },
    },
    {
      label: "Expected close",
      cell: ({ expectedClose }) =>
        expectedClose ? isoDay(expectedClose) : <span className={`muted ${css.quiet}`}>None</span>,
    },
    {
      label: "Owner",
      cell: ({ ownerId }) =>
        owners.find(({ userId }) => userId === ownerId)?.name ?? <span className={`muted ${css.quiet}`}>None</span>,
    },
    {
      label: "Last activity",
      sort: "activity",
      startsDescending: true,
      numeric: true,
      cell: ({ lastSeenAt }) => agoText(lastSeenAt, now, dates),
    },
  ];
}

export function NoProspects({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No matches" text="No prospect matches these filters. Clear one of them to see more." />
  ) : (
    <Empty
      title="No prospects yet"
      text="People appear here when they request access, subscribe, register, book a call or finish an analysis. You can also add one."
    />
  );
}
