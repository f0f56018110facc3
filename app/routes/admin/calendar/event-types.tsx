import { Link } from "react-router";
import { listEventTypes, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin-page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { KeyedList } from "#app/ui/keyed-list.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/event-types";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [eventTypes, hosts] = await Promise.all([listEventTypes(ctx), listHosts(ctx)]);
  if (!eventTypes.ok || !hosts.ok) throw new Error("The guard admitted a user whom the query refuses.");
  return {
    eventTypes: eventTypes.value.map(({ kind, hostIds }) => ({
      ...kind,
      hosts: hosts.value.filter(({ host }) => hostIds.includes(host.id)).map(({ host }) => host.name),
    })),
  };
}

export const meta = () => unlisted("Event types");

export default function EventTypes({ loaderData: { eventTypes } }: Route.ComponentProps) {
  return (
    <AdminPage title="Event types" lead="What visitors can book, under which rules and with which hosts.">
      <CalendarSections current="/admin/calendar/event-types" />
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
            {
              label: "State",
              cell: ({ active }) =>
                active ? (
                  <Badge kind="positive" icon="check">
                    Offered
                  </Badge>
                ) : (
                  <Badge kind="sunk" icon="minus">
                    Not offered
                  </Badge>
                ),
            },
          ]}
          rows={eventTypes}
        />
      </KeyedList>
    </AdminPage>
  );
}
