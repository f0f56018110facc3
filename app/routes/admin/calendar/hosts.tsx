import { Link } from "react-router";
import { type HostPause, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { HostSettingsForm } from "#app/features/booking/ui/admin/host-settings-form.tsx";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Dialog } from "#app/ui/dialogs/dialog.tsx";
import { useUntilDone } from "#app/ui/dialogs/use-until-done.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import type { Route } from "./+types/hosts";
import { type HostIntent, performHostAction } from "./calendar-actions.ts";
import { CalendarSections } from "./calendar-sections.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const hosts = await listHosts(ctx).then(admitted);
  return {
    now: ctx.now,
    hosts: hosts.map(({ host: { id, name, email, timezone }, eventTypes, pause }) => ({
      ...{ id, name, email, timezone, eventTypes, pause },
    })),
  };
}

export const meta = () => unlisted("Hosts");

export const clientAction = async ({ request }: Route.ClientActionArgs) => performHostAction(await request.formData());

const pauseLabels: Record<HostPause, string> = {
  paused: "Paused",
  no_hours: "Closed on all days",
  no_kind: "No event type",
  unread: "Calendar never read",
};

export default function Hosts({ loaderData: { hosts, now } }: Route.ComponentProps) {
  const { act, busy, doneAt, refusal, toast } = useAdminAction<HostIntent>();
  const [adding, setAdding] = useUntilDone(doneAt, false);
  return (
    <AdminPage
      title="Hosts and hours"
      lead="When several hosts share an event type, each new call goes to the host with the fewest calls."
      tools={
        <Button size={40} icon="plus" onClick={() => setAdding(true)}>
          Add a host
        </Button>
      }
    >
      <CalendarSections current="/admin/calendar/hosts" />
      <KeyedList>
        <Table
          caption="Hosts"
          quiet
          columns={[
            {
              label: "Name",
              heads: true,
              cell: ({ id, name }) => <Link to={`/admin/calendar/hosts/${id}`}>{name}</Link>,
            },
            { label: "Email", cell: ({ email }) => email },
            { label: "Time zone", cell: ({ timezone }) => americanZone(timezone) },
            { label: "Takes", cell: ({ eventTypes }) => eventTypes.join(", ") || "Nothing yet" },
            {
              label: "State",
              cell: ({ pause }) =>
                pause === null ? (
                  <Badge kind="positive" icon="check">
                    Takes calls
                  </Badge>
                ) : (
                  <Badge kind={pause === "paused" ? "sunk" : "caution"} icon={pause === "paused" ? "minus" : "warning"}>
                    {pauseLabels[pause]}
                  </Badge>
                ),
            },
          ]}
          rows={hosts}
        />
      </KeyedList>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Add a host" locked={busy}>
        <HostSettingsForm
          shown={{
            name: "",
            email: "",
            timezone: hosts[0]?.timezone ?? "UTC",
            meetingUrl: "",
            observesHolidays: true,
            active: true,
            busyUntilRead: true,
          }}
          now={now}
          submit="Add the host"
          busy={busy}
          refusal={refusal}
          onSave={(values) => void act({ intent: "add-host", values: JSON.stringify(values) })}
        />
      </Dialog>
      {toast}
    </AdminPage>
  );
}
