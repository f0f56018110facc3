import { useCallback, useEffect, useState } from "react";
import { data, useNavigate } from "react-router";
import { readFirstSettings } from "#app/features/settings/setting-pages.server.ts";
import { deviceZone } from "#app/lib/dates/wall-clock.ts";
import { currentZoneName } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import type { Route } from "./+types/first-settings";
import { performGroupAction } from "./group-actions.ts";
import { GroupForm } from "./group-form.tsx";

export const meta = () => unlisted("Name your firm");

export async function loader({ context, request }: Route.LoaderArgs) {
  const page = await readFirstSettings(await requireAdmin(context, request));
  if (!page.ok) throw data(null, { status: 404 });
  return { page: page.value };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performGroupAction(await request.formData());

/** The last step of the first run: the firm's name, its time zone (suggested by the browser) and the sender of its mails. */
export default function FirstSettings({ loaderData: { page } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const done = useCallback(() => void navigate("/admin"), [navigate]);
  const [zone, setZone] = useState<string | null>(null);
  useEffect(() => setZone(currentZoneName(deviceZone())), []);
  const ofZone = page.fields.find(({ kind }) => kind === "zone");
  const isSuggested = zone !== null && ofZone?.source === "default" && ofZone.choices.includes(zone);
  return (
    <AdminPage
      title={page.title}
      lead="Every page, mail and document carries these. The next page, Today, has a checklist with the rest."
      tools={
        <ButtonLink size={40} href="/admin">
          Skip
        </ButtonLink>
      }
    >
      <LeaveWarning>
        <GroupForm page={page} suggested={isSuggested ? { [ofZone.name]: { text: zone } } : {}} onSaved={done} />
      </LeaveWarning>
    </AdminPage>
  );
}
