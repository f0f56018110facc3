import { data } from "react-router";
import { listPeople } from "#app/features/accounts/profile/people.server.ts";
import { listSettingGroups, readSettingPage } from "#app/features/settings/setting-pages.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import type { Route } from "./+types/setting-group";
import { performGroupAction } from "./group-actions.ts";
import { GroupForm } from "./group-form.tsx";
import { GroupHistory } from "./group-history.tsx";
import { GroupLinks } from "./group-links.tsx";
import { IntegrationTest } from "./integration-test.tsx";
import css from "./settings.module.css";

export const meta = ({ loaderData }: Route.MetaArgs) => unlisted(`${loaderData?.page.title ?? "Not found"} | Settings`);

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const page = await readSettingPage(ctx, params.group);
  if (!page.ok) throw data(null, { status: 404 });
  const authors = await listPeople(ctx, [...new Set(page.value.history.flatMap((one) => one.changedByUserId ?? []))]);
  return { page: page.value, authors, groups: listSettingGroups() };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) => performGroupAction(await request.formData());

/** The settings of one group with their history. Changes apply at once in every process. */
export default function SettingGroupPage({ loaderData: { page, authors, groups } }: Route.ComponentProps) {
  return (
    <AdminPage
      title={page.title}
      lead="Changes apply immediately, without a restart."
      above={{ href: "/admin/settings", label: "Settings" }}
    >
      <LeaveWarning>
        <GroupLinks groups={groups} current={page.group} />
        <GroupForm key={page.group} page={page} />
        {page.group === "mail" && <MailTests />}
        <GroupHistory history={page.history} authors={authors} />
      </LeaveWarning>
    </AdminPage>
  );
}

const MailTests = () => (
  <section aria-labelledby="mail-tests" className={css.tokens}>
    <h2 id="mail-tests" className="below-75 larger strong">
      Check
    </h2>
    <IntegrationTest
      integration="mail"
      name="Mail"
      label="Send a test email"
      explanation="To your address, with the saved settings."
    />
    <IntegrationTest
      integration="sender"
      name="Sender"
      label="Check DNS"
      explanation="SPF, DKIM and DMARC of the sender's domain."
    />
  </section>
);
