import { useState } from "react";
import { listFunnelChoices } from "#app/features/analytics/funnels/funnel-choices.server.ts";
import { FunnelForm } from "#app/features/analytics/ui/funnel/funnel-form.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { admitted, requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import type { Route } from "./+types/funnel-editor";
import { chosenFunnel } from "./chosen-funnel.server.ts";
import { type FunnelIntent, performFunnelAction } from "./funnel-actions.ts";

/** `/edit/{id}` edits a funnel; `/new` creates one; `/new?from={id or main}` copies one. */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const choices = await listFunnelChoices(ctx, env().COMPANY_TIMEZONE).then(admitted);
  const shared = { choices };
  if (params.id) return { ...shared, funnel: await chosenFunnel(ctx, params.id), copied: null };
  const from = new URL(request.url).searchParams.get("from");
  return { ...shared, funnel: null, copied: from ? await chosenFunnel(ctx, from === "main" ? null : from) : null };
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlisted(`${loaderData?.funnel ? `Edit ${loaderData.funnel.name}` : "New funnel"}`);

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performFunnelAction(await request.formData());

export default function FunnelEditor({ loaderData }: Route.ComponentProps) {
  return <Editor key={loaderData.funnel?.id} {...loaderData} />;
}

/** Saves the version that it was opened with, so that another admin's change is refused and not overwritten. */
function Editor({ choices, funnel, copied }: Route.ComponentProps["loaderData"]) {
  const [version] = useState(funnel?.version);
  const { act, busy, refusal, doneAt, toast } = useAdminAction<FunnelIntent>();
  return (
    <AdminPage
      title={funnel ? `Edit ${funnel.name}` : "New funnel"}
      lead="Funnels are computed from what is stored, so a new one shows past visits as well. All admins see it."
      above={{ href: `/admin/funnel-analytics${funnel ? `?funnel=${funnel.id}` : ""}`, label: "Funnels" }}
    >
      <LeaveWarning>
        <FunnelForm
          name={funnel?.name ?? (copied ? `${copied.name} (copy)` : "")}
          definition={funnel?.definition ?? copied?.definition ?? null}
          choices={choices}
          busy={busy}
          refusal={refusal}
          savedAt={doneAt}
          onSave={(values) =>
            void act({
              ...(funnel
                ? { intent: "change", funnelId: funnel.id ?? "", version: String(version) }
                : { intent: "create" }),
              funnel: JSON.stringify(values),
            })
          }
        />
      </LeaveWarning>
      {toast}
    </AdminPage>
  );
}
