import { data } from "react-router";
import { listBookingLinks, listEventTypes, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { BookingLinks } from "#app/features/booking/ui/admin/event-type/booking-links.tsx";
import { EventTypeForm } from "#app/features/booking/ui/admin/event-type-form.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminActions } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/event-type";
import { type EventTypeIntent, performEventTypeAction } from "./calendar-actions.ts";
import css from "./event-type.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [eventTypes, hosts] = await Promise.all([listEventTypes(ctx).then(admitted), listHosts(ctx).then(admitted)]);
  const found = eventTypes.find(({ kind }) => kind.slug === params.slug);
  if (!found) throw data(null, { status: 404 });
  const links = found.kind.audience === "link" ? await listBookingLinks(ctx, found.kind.id) : null;
  const { id, slug, createdAt: _, position: __, version, archivedAt, ...settings } = found.kind;
  return {
    id,
    slug,
    version,
    isArchived: archivedAt !== null,
    links: links?.ok ? links.value : null,
    settings: { ...settings, hostIds: found.hostIds, weights: found.weights },
    hosts: hosts.map(({ host }) => ({ id: host.id, name: host.name, active: host.active })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => unlisted(`${loaderData?.settings.title ?? "Event type"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performEventTypeAction(await request.formData());

export default function EventTypePage({
  loaderData: { id, slug, version, isArchived, links, settings, hosts },
}: Route.ComponentProps) {
  const { actions, toast } = useAdminActions<EventTypeIntent>();
  return (
    <AdminPage
      title={settings.title}
      lead="Calls that are booked keep the time and the buffers they were booked with."
      above={{ href: "/admin/calendar/event-types", label: "Event types" }}
      tools={
        !isArchived && (
          <ButtonLink size={40} icon="external" href={`/schedule/${slug}`} target="_blank" rel="noopener">
            See its page
          </ButtonLink>
        )
      }
    >
      {isArchived && (
        <Notice kind="info">
          This event type is archived: it is not offered, and its calls stay in the calendar.{" "}
          <Button
            size={32}
            busy={actions.isRunning("restore")}
            onClick={() => actions.perform({ intent: "restore", eventTypeId: id })}
          >
            Restore
          </Button>
        </Notice>
      )}
      <LeaveWarning>
        <EventTypeForm
          key={id}
          settings={settings}
          hosts={hosts}
          version={version}
          busy={actions.isRunning("save")}
          refusal={actions.refusalOf("save")}
          savedAt={actions.doneAtOf("save")}
          onSave={(values) =>
            actions.perform({
              ...{ intent: "save", eventTypeId: id, version: String(version) },
              values: JSON.stringify(values),
            })
          }
        />
      </LeaveWarning>
      {links && (
        <div className={css.links}>
          <BookingLinks
            eventTypeId={id}
            links={links}
            revoking={actions.isRunning("revoke-link")}
            onRevoke={(linkId) => actions.perform({ intent: "revoke-link", linkId })}
          />
        </div>
      )}
      {toast}
    </AdminPage>
  );
}
