import { Link, useLocation } from "react-router";
import { listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { listAuditEntries } from "#app/features/security/audit/audit-log.server.ts";
import { settingChanges } from "#app/features/settings/setting-pages.server.ts";
import { placeIn, shownText } from "#app/lib/addresses/list-query.ts";
import { unlisted } from "#app/lib/firm.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { auditGroups } from "#app/shell/admin/audit/audit-catalog.ts";
import { describeEntries } from "#app/shell/admin/audit/audit-lines.server.ts";
import { readAuditFilter } from "#app/shell/admin/audit/audit-query.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminList, type ListColumn } from "#app/ui/admin/admin-list.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/audit-log";
import css from "./audit-log.module.css";
import { EntryDetails } from "./entry-details.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const params = new URL(request.url).searchParams;
  const [filter, admins] = await Promise.all([readAuditFilter(ctx, params), listAdmins(ctx)]);
  const page = await listAuditEntries(ctx, filter, placeIn(params)).then(admitted);
  const { previous, next } = page;
  return {
    lines: (await describeEntries(ctx, page.rows)).map(({ detail: { before: _, ...detail }, ...line }) => ({
      ...{ ...line, detail },
      settings: settingChanges(line.action, detail),
    })),
    previous,
    next,
    admins: admins.map(({ userId, name }) => ({ value: userId, label: name })),
    groups: auditGroups.map(({ title }) => ({ value: title, label: title })),
    isFiltered: Object.values(filter).some((value) => value !== null),
  };
}

export const meta = () => unlisted("Audit log");

export default function AuditLog({ loaderData }: Route.ComponentProps) {
  const { lines, previous, next, admins, groups, isFiltered } = loaderData;
  const { search } = useLocation();
  const columns: ListColumn<(typeof lines)[number]>[] = [
    {
      label: "When",
      cell: ({ at }) => <Moment className={`${parts.when} muted ${css.when}`} at={at} />,
    },
    {
      label: "Who did what",
      heads: true,
      cell: ({ actor, text, prospects, detail, settings }) => (
        <>
          <b>{actor.name}</b> <span className="weight-400">{text}</span>
          <EntryDetails of={detail} prospects={prospects} settings={settings} />
        </>
      ),
    },
    {
      label: "Object",
      cell: ({ object }) =>
        object.href ? (
          <Link className="breaks" to={object.href}>
            {object.name}
          </Link>
        ) : (
          object.name
        ),
    },
    {
      label: "Network",
      cell: ({ client }) =>
        client ? <span className={parts.mono}>{client}</span> : <span className="muted">Server</span>,
    },
  ];
  return (
    <AdminPage
      title="Audit log"
      lead="Actions of admins, the command line and background jobs. Repeated saves of one draft are one entry with a count. “Network” is a hash of the network address: the same hash is the same address."
      tools={
        <form method="post" action={`/api/admin/audit-log/export${search}`}>
          <Button data-reads type="submit" size={40}>
            Export CSV
          </Button>
        </form>
      }
    >
      <AdminFilters
        search="Search person, address or record ID"
        selects={[
          {
            name: "actor",
            label: "Admin",
            all: "Everyone",
            options: [
              ...admins,
              { value: "command_line", label: "Command line" },
              { value: "system", label: "Background jobs" },
            ],
          },
          { name: "group", label: "Action", all: "All actions", options: groups },
        ]}
        dates={[
          { name: "from", label: "From" },
          { name: "to", label: "To" },
        ]}
        result={shownText(lines.length, next !== null)}
      />
      <AdminList
        caption="Audit log"
        columns={columns}
        rows={lines}
        previous={previous}
        next={next}
        empty={
          isFiltered ? (
            <Empty title="Nothing found" text="No action matches these filters." />
          ) : (
            <Empty title="No actions yet" text="Every change that an admin makes appears here." />
          )
        }
      />
    </AdminPage>
  );
}
