import { Link } from "react-router";
import { isBuiltIn } from "#app/features/booking/hosts/event-type-slugs.ts";
import { listEventTypes, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { NewEventTypeForm } from "#app/features/booking/ui/admin/new-event-type-form.tsx";
import { canChange } from "#app/lib/actor.ts";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/event-types";
import { type EventTypeIntent, performEventTypeAction } from "./calendar-actions.ts";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [eventTypes, hosts] = await Promise.all([listEventTypes(ctx).then(admitted), listHosts(ctx).then(admitted)]);
  return {
    canChange: canChange(ctx.actor, "calendar"),
    eventTypes: eventTypes.map(({ kind, hostIds }) => ({
      ...kind,
      isBuiltIn: isBuiltIn(kind.slug),
      hosts: hosts.filter(({ host }) => hostIds.includes(host.id)).map(({ host }) => host.name),
    })),
  };
}

export const meta = () => unlisted("Event types");

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performEventTypeAction(await request.formData());

export default function EventTypes({ loaderData: { eventTypes, canChange } }: Route.ComponentProps) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<EventTypeIntent>();
  const [adding, setAdding] = useUntilDone(doneAt, false);
  const listed = eventTypes.filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id);
  const raise = (id: string) => {
    const at = listed.indexOf(id);
    void act({ intent: "order", ids: listed.toSpliced(at - 1, 2, id, listed[at - 1]!).join() });
  };
  return (
    <AdminPage
      title="Event types"
      lead="What visitors can book, under which rules and with which hosts."
      tools={
        canChange && (
          <Button size={40} icon="plus" onClick={() => setAdding(true)}>
            Add an event type
          </Button>
        )
      }
    >
      <CalendarSections current="/admin/calendar/event-types" />
      <FormFailure text={adding ? undefined : refusal} />
      <KeyedList>
        <Table
          caption="Event types"
          quiet
          columns={[
            {
              label: "Call",
              heads: true,
              cell: ({ slug, title }) => <Link to={`/admin/calendar/event-types/${slug}`}>{title}</Link>,
            },
            { label: "Minutes", numeric: true, cell: ({ durationMinutes }) => durationMinutes },
            { label: "Hosts", cell: ({ hosts }) => hosts.join(", ") },
            { label: "Questions", numeric: true, cell: ({ questions }) => questions.length },
            {
              label: "Page",
              cell: ({ slug }) => (
                <a href={`/schedule/${slug}`} target="_blank" rel="noopener">
                  /schedule/{slug}
                </a>
              ),
            },
            { label: "State", cell: (row) => <StateBadge {...row} /> },
            ...(canChange
              ? [
                  {
                    label: "Actions",
                    cell: ({ id, title, archivedAt, isBuiltIn }: Row) => (
                      <div className="line gap-50">
                        {listed.indexOf(id) > 0 && (
                          <Button size={32} busy={busy} aria-label={`Move up ${title}`} onClick={() => raise(id)}>
                            Move up
                          </Button>
                        )}
                        {!isBuiltIn && (
                          <Button
                            size={32}
                            busy={busy}
                            aria-label={`${archivedAt ? "Restore" : "Archive"} ${title}`}
                            onClick={() => void act({ intent: archivedAt ? "restore" : "archive", eventTypeId: id })}
                          >
                            {archivedAt ? "Restore" : "Archive"}
                          </Button>
                        )}
                      </div>
                    ),
                  },
                ]
              : []),
          ]}
          rows={eventTypes}
        />
      </KeyedList>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add an event type" locked={busy}>
        <NewEventTypeForm
          choices={eventTypes.map(({ id, title }) => ({ value: id, label: title }))}
          busy={busy}
          refusal={refusal}
          onAdd={(values) => void act({ intent: "add", values: JSON.stringify(values) })}
        />
      </Dialog>
      {toast}
    </AdminPage>
  );
}

type Row = Route.ComponentProps["loaderData"]["eventTypes"][number];

function StateBadge({ active, archivedAt }: Row) {
  if (active)
    return (
      <Badge kind="positive" icon="check">
        Offered
      </Badge>
    );
  return (
    <Badge kind="sunk" icon="minus">
      {archivedAt ? "Archived" : "Not offered"}
    </Badge>
  );
}
