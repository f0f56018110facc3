import { Link } from "react-router";
import { listEventTypes, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin-page.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { KeyedList } from "#app/ui/keyed-list.tsx";
import { Table } from "#app/ui/table.tsx";
import type { Route } from "./+types/event-types";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [kinds, hosts] = await Promise.all([listEventTypes(ctx), listHosts(ctx)]);
  if (!kinds.ok || !hosts.ok) throw new Error("The guard admitted a user whom the query refuses.");
  return {
    kinds: kinds.value.map(({ kind, hostIds }) => ({
      ...kind,
      hosts: hosts.value.filter(({ host }) => hostIds.includes(host.id)).map(({ host }) => host.name),
    })),
  };
}

export const meta = () => [{ title: "Kinds of call | GTMarc" }, { name: "robots", content: "noindex" }];

/** What can be booked. */
export default function EventTypes({ loaderData: { kinds } }: Route.ComponentProps) {
  return (
    <AdminPage title="Kinds of call" lead="What visitors can book, with which rules and with whom.">
      <CalendarSections current="/admin/calendar/kinds" />
      <KeyedList>
        <Table
          caption="Kinds of call"
          quiet
          columns={[
            {
              key: "title",
              label: "Call",
              heads: true,
              cell: ({ slug, title }) => <Link to={`/admin/calendar/kinds/${slug}`}>{title}</Link>,
            },
            { key: "duration", label: "Minutes", numeric: true, cell: ({ durationMinutes }) => durationMinutes },
            { key: "hosts", label: "Hosts", cell: ({ hosts }) => hosts.join(", ") },
            { key: "questions", label: "Questions", numeric: true, cell: ({ questions }) => questions.length },
            {
              key: "page",
              label: "Page",
              cell: ({ slug }) => (
                <a href={`/schedule/${slug}`} target="_blank" rel="noopener">
                  /schedule/{slug}
                </a>
              ),
            },
            {
              key: "state",
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
          rows={kinds}
          rowKey={({ id }) => id}
        />
      </KeyedList>
    </AdminPage>
  );
}
