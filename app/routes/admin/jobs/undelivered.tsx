import { listConsumers } from "#app/features/events/consumers.server.ts";
import { type DeadLetter, pageDeadLetters } from "#app/features/events/dead-letters.server.ts";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { ConfirmDialog } from "#app/ui/dialogs/confirm-dialog.tsx";
import { useDialog } from "#app/ui/dialogs/use-until-done.ts";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/undelivered";
import { type JobIntent, performJobAction } from "./job-actions.ts";
import { JobSections } from "./job-sections.tsx";
import css from "./jobs.module.css";

export const meta = () => unlisted("Undelivered events");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const consumers = listConsumers().map(({ name }) => name);
  const consumer = consumers.find((name) => name === params.get("consumer")) ?? null;
  const page = await pageDeadLetters(ctx, { consumer, ...placeIn(params) });
  return { ...page, consumers, consumer };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performJobAction(await request.formData());

export default function Undelivered({
  loaderData: { rows, previous, next, consumers, consumer },
}: Route.ComponentProps) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<JobIntent>();
  const [isAsking, setAsking, dialog] = useDialog({ busy, doneAt, refusal }, false);
  const columns: ListColumn<DeadLetter>[] = [
    {
      label: "Event",
      heads: true,
      cell: ({ event, eventId }) => (
        <>
          {event}
          <span className={`block muted ${parts.noteUnder}`}>{eventId}</span>
        </>
      ),
    },
    { label: "Consumer", cell: (letter) => letter.consumer },
    { label: "Reason", cell: ({ error }) => <span className={`breaks ${css.reason}`}>{error}</span> },
    { label: "Attempts", numeric: true, cell: ({ attempts }) => attempts ?? "—" },
    {
      label: "Failed",
      cell: ({ failedAt, occurredAt }) => (
        <>
          <Moment className={parts.when} at={failedAt} />
          <span className={`block muted ${parts.noteUnder}`}>
            event of <Moment at={occurredAt} />
          </span>
        </>
      ),
    },
    {
      label: "Actions",
      cell: (letter) => (
        <Button
          size={32}
          busy={busy}
          aria-label={`Deliver again: ${letter.event} to ${letter.consumer}`}
          onClick={() => void act({ intent: "redeliver", consumer: letter.consumer, eventId: letter.eventId })}
        >
          Deliver again
        </Button>
      ),
    },
  ];
  return (
    <AdminPage
      title="Undelivered events"
      lead="A part of the product could not process these events. Fix the cause, then deliver them again."
      tools={
        consumer &&
        rows.length > 0 && (
          <Button size={40} icon="refresh" busy={busy} onClick={() => setAsking(true)}>
            Deliver all to {consumer}
          </Button>
        )
      }
    >
      <JobSections current="/admin/jobs/events" />
      <AdminFilters
        selects={[
          {
            name: "consumer",
            label: "Consumer",
            all: "All consumers",
            options: consumers.map((name) => ({ value: name, label: name })),
          },
        ]}
        result={shownText(rows.length, next !== null)}
      />
      <AdminList
        caption="Undelivered events"
        columns={columns}
        rows={rows}
        rowKey={(letter) => `${letter.consumer} ${letter.eventId}`}
        previous={previous}
        next={next}
        empty={
          <Empty title="Every event was delivered" text="An event appears here when all delivery attempts failed." />
        }
      />
      <ConfirmDialog
        {...dialog}
        open={isAsking}
        title={`Deliver all undelivered events to ${consumer ?? "this consumer"}?`}
        confirm="Deliver all"
        busyText="Delivering…"
        onConfirm={() => consumer && void act({ intent: "redeliver", consumer })}
      >
        <p>They are delivered again within seconds. A delivery that fails again returns to this list.</p>
      </ConfirmDialog>
      {toast}
    </AdminPage>
  );
}
