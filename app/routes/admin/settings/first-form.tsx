import { useCallback, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { SettingPage } from "#app/features/settings/setting-pages.server.ts";
import { deviceZone } from "#app/lib/dates/wall-clock.ts";
import { currentZoneName } from "#app/lib/dates/zone-names.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { buttonClass } from "#app/ui/buttons/button.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { GroupForm } from "./group-form.tsx";

/** The first settings; Today follows when they are saved or skipped. The browser suggests its time zone. */
export function FirstForm({ page }: { page: SettingPage }) {
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
        <Link className={buttonClass({ size: 40 })} to="/admin">
          Skip
        </Link>
      }
    >
      <LeaveWarning>
        <GroupForm page={page} suggested={isSuggested ? { [ofZone.name]: { text: zone } } : {}} onSaved={done} />
      </LeaveWarning>
    </AdminPage>
  );
}
