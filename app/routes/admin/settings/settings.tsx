import type { ReactNode } from "react";
import { getsWeeklyMail } from "#app/features/analytics/weekly-mail/weekly-mail.server.ts";
import { countCalendars } from "#app/features/booking/hosts/hosts.server.ts";
import { listIntegrations } from "#app/features/operations/operations.server.ts";
import { listRetention, readSystemFacts, type SystemFacts } from "#app/features/operations/system-facts.server.ts";
import { listApiTokens } from "#app/features/security/tokens/api-tokens.server.ts";
import { listEnvironmentOnly, listSettingGroups } from "#app/features/settings/setting-pages.server.ts";
import { countEndpoints } from "#app/features/webhooks/today.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { formatRounded } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import { useAdminAction } from "#app/shell/admin/action.tsx";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Moment } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/settings";
import { ApiTokens } from "./api-tokens.tsx";
import { GroupLinks } from "./group-links.tsx";
import { IntegrationRow } from "./integration-row.tsx";
import css from "./settings.module.css";
import { performSettingsAction, type SettingsIntent } from "./settings-actions.ts";

export const meta = () => unlisted("Settings");

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const settings = env();
  const [calendars, endpoints, facts, tokens, getsMail] = await Promise.all([
    countCalendars(ctx),
    countEndpoints(ctx),
    readSystemFacts(ctx, settings),
    listApiTokens(ctx),
    getsWeeklyMail(ctx),
  ]);
  if (!tokens.ok) throw new Error("The guard accepted a non-admin.");
  return {
    integrations: listIntegrations(settings, { calendars, endpoints }),
    facts,
    retention: listRetention(),
    tokens: tokens.value,
    groups: listSettingGroups(),
    environment: listEnvironmentOnly(),
    weeklyMail: { isWanted: getsMail, email: ctx.actor.email },
  };
}

export const clientAction = async ({ request }: Route.ClientActionArgs) =>
  performSettingsAction(await request.formData());

/** Links to the groups of settings; integrations, tokens and facts of the installation. */
export default function Settings({
  loaderData: { integrations, facts, retention, tokens, weeklyMail, groups, environment },
}: Route.ComponentProps) {
  return (
    <AdminPage title="Settings" lead="Change the firm's settings here. Values of secrets are never shown.">
      <GroupLinks groups={groups} />
      <section aria-labelledby="integrations">
        <h2 id="integrations" className="below-75 larger strong">
          Integrations
        </h2>
        <ul className="ruled">
          {integrations.map((integration) => (
            <IntegrationRow key={integration.name} integration={integration} />
          ))}
        </ul>
      </section>
      <ApiTokens tokens={tokens} />
      <WeeklyMail {...weeklyMail} />
      <EnvironmentOnly names={environment} />
      <div className={`grid cols-2 ${css.columns}`}>
        <Facts title="Installation" facts={installation(facts)} />
        <Facts title="Retention" facts={retention} />
      </div>
    </AdminPage>
  );
}

/** Settings of the process, which only a shell can change. */
const EnvironmentOnly = ({ names }: { names: readonly string[] }) => (
  <section aria-labelledby="environment" className={css.tokens}>
    <h2 id="environment" className="below-75 larger strong">
      Environment only
    </h2>
    <p className="max-46">The environment and .env have these settings of the process. They apply after a restart.</p>
    <ul className={`cluster muted ${css.names}`}>
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  </section>
);

type Fact = { label: string; value: ReactNode };

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const id = title.toLowerCase();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="below-75 larger strong">
        {title}
      </h2>
      <dl className={`ruled ${css.facts}`}>
        {facts.map(({ label, value }) => (
          <div className="grid gap-100 breaks" key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function installation({
  version,
  builtAt,
  siteUrl,
  timezone,
  production,
  jobs,
  database,
  dataDir,
  backup,
}: SystemFacts): Fact[] {
  return [
    { label: "Version", value: version ?? "unknown" },
    { label: "Built", value: builtAt ? <Moment at={builtAt} /> : "development, without a build" },
    { label: "Mode", value: production ? "Production" : "Development" },
    { label: "Base address", value: siteUrl },
    { label: "Time zone of the firm", value: timezone },
    { label: "Jobs in this process", value: jobs ? "On" : "Off: another process runs them" },
    {
      label: "Database",
      value: `PostgreSQL ${database.version}, ${database.isEmbedded ? "embedded" : "from DATABASE_URL"}, ${bytesText(database.bytes)}`,
    },
    {
      label: "Data folder",
      value: `${dataDir.path}: ${dataDir.space ? `${bytesText(dataDir.space.free)} of ${bytesText(dataDir.space.total)} free` : "not readable"}`,
    },
    {
      label: "Last backup",
      value: (
        <>
          {backup.lastAt ? <Moment at={backup.lastAt} /> : "None yet"}. Made with <code>{backup.command}</code>.
        </>
      ),
    },
  ];
}

/** Bytes in the largest unit that gives at least 1: "1.4 GB". */
function bytesText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1000 ** power;
  return `${formatRounded(amount, amount < 10 ? 1 : 0)} ${units[power]}`;
}

function WeeklyMail({ isWanted, email }: { isWanted: boolean; email: string }) {
  const { act, busy, toast } = useAdminAction<SettingsIntent>();
  return (
    <section aria-labelledby="weekly-mail" className={css.tokens}>
      <h2 id="weekly-mail" className="below-75 larger strong">
        Weekly email
      </h2>
      <p className="max-46">
        {isWanted
          ? `Every Monday, ${email} gets last week's visits and the largest changes.`
          : `Get last week's visits and the largest changes every Monday, at ${email}.`}
      </p>
      <Button
        size={40}
        busy={busy}
        busyText="Saving"
        onClick={() => void act({ intent: "weekly-mail", isWanted: isWanted ? "no" : "yes" })}
      >
        {isWanted ? "Turn off the weekly email" : "Send me the weekly email"}
      </Button>
      {toast}
    </section>
  );
}
