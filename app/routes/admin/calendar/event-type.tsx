import { data } from "react-router";
import { listEventTypes, listHosts } from "#app/features/booking/hosts/hosts.server.ts";
import { EventTypeForm } from "#app/features/booking/ui/desk/event-type-form.tsx";
import { useActs } from "#app/shell/admin/act.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { LeaveWarning } from "#app/ui/leave-warning.tsx";
import type { Route } from "./+types/event-type";
import { performKindAct } from "./calendar-actions.ts";
import css from "./event-type.module.css";

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const [kinds, hosts] = await Promise.all([listEventTypes(ctx), listHosts(ctx)]);
  if (!kinds.ok || !hosts.ok) throw new Error("The guard let somebody through whom the room refuses.");
  const found = kinds.value.find(({ kind }) => kind.slug === params.slug);
  if (!found) throw data(null, { status: 404 });
  const { id, slug, createdAt: _, version, ...settings } = found.kind;
  return {
    id,
    slug,
    version,
    settings: { ...settings, hostIds: found.hostIds },
    hosts: hosts.value.map(({ host }) => ({ id: host.id, name: host.name, active: host.active })),
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.settings.title ?? "Kind of call"} | GTMarc` },
  { name: "robots", content: "noindex" },
];

export const clientAction = async ({ request }: Route.ClientActionArgs) => performKindAct(await request.formData());

/** The rules of one kind of call. */
export default function EventTypePage({ loaderData: { id, slug, version, settings, hosts } }: Route.ComponentProps) {
  const { acts, toast } = useActs<"save">();
  return (
    <DeskPage
      title={settings.title}
      lead="Calls that are booked keep the time and the buffers they were booked with."
      above={{ href: "/admin/calendar/kinds", label: "Kinds of call" }}
      tools={
        <ButtonLink size={40} icon="external" href={`/schedule/${slug}`} target="_blank" rel="noopener">
          See its page
        </ButtonLink>
      }
    >
      <LeaveWarning>
        <div className={css.form}>
          <EventTypeForm
            key={id}
            settings={settings}
            hosts={hosts}
            version={version}
            busy={acts.isRunning("save")}
            refusal={acts.refusalOf("save")}
            savedAt={acts.doneAtOf("save")}
            onSave={(values) =>
              acts.perform({
                ...{ intent: "save", eventTypeId: id, version: String(version) },
                values: JSON.stringify(values),
              })
            }
          />
        </div>
      </LeaveWarning>
      {toast}
    </DeskPage>
  );
}
