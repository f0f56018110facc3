import { type CatalogueEvent, listCatalogue } from "#app/features/webhooks/endpoints/catalogue.server.ts";
import { CodeBlock } from "#app/features/webhooks/ui/code-block.tsx";
import { unlisted } from "#app/lib/firm.ts";
import { firmFile } from "#app/lib/formats/file-names.ts";
import { matchesSearch, searchFold } from "#app/lib/search/search-fold.ts";
import parts from "#app/routes/admin/admin-parts.module.css";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { AdminFilters } from "#app/ui/admin/admin-filters.tsx";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TabLinks } from "#app/ui/sections/tabs.tsx";
import type { Route } from "./+types/catalog";
import { catalogPath, webhookTabs } from "./webhook-paths.ts";
import css from "./webhooks.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireAdmin(context, request);
  return { groups: listCatalogue(), search: new URL(request.url).searchParams.get("q") ?? "" };
}

export const meta = () => unlisted("Event catalog | Webhooks");

export default function Catalog({ loaderData: { groups, search } }: Route.ComponentProps) {
  const words = search.trim();
  const found = groups
    .map((group) => ({
      ...group,
      events: group.events.filter(({ name, when }) =>
        matchesSearch(searchFold(`${group.title} ${name} ${when}`), words),
      ),
    }))
    .filter(({ events }) => events.length > 0);
  const count = found.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <AdminPage
      title="Event catalog"
      lead="Every event that an endpoint can receive, with sample data of a fictional person."
      tools={
        <Button data-reads size={40} icon="download" onClick={() => download(groups.flatMap(({ events }) => events))}>
          Download JSON
        </Button>
      }
    >
      <div className={parts.spaced}>
        <TabLinks label="Webhooks" items={webhookTabs} current={catalogPath} />
      </div>
      <AdminFilters search="Search events" result={count === 1 ? "1 event" : `${count} events`} />
      {found.length === 0 && <Empty title="No event matches" text="Search for another word, such as booking." />}
      {found.map(({ group, title, events }) => (
        <section key={group} aria-labelledby={`group-${group}`} className={css.section}>
          <h2 id={`group-${group}`} className={`larger strong ${parts.head}`}>
            {title} <code className={`muted breaks block ${css.minor}`}>{group}</code>
          </h2>
          {events.map((event) => (
            <Event key={event.name} event={event} />
          ))}
        </section>
      ))}
    </AdminPage>
  );
}

function Event({ event: { name, version, when, schema, sample } }: { event: CatalogueEvent }) {
  return (
    <details className={css.event}>
      <summary>
        <code>{name}</code>
        <span className="muted"> {when}</span>
      </summary>
      <p className="note">Version {version}</p>
      <CodeBlock label={`Sample of ${name}`} code={JSON.stringify(sample, null, 2)} />
      <CodeBlock label={`Schema of ${name}`} code={JSON.stringify(schema, null, 2)} />
    </details>
  );
}

function download(events: readonly CatalogueEvent[]) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify({ events }, null, 2)], { type: "application/json" }));
  link.download = firmFile("events.json");
  link.click();
  URL.revokeObjectURL(link.href);
}
