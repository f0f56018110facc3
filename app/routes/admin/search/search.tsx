import { Form, Link } from "react-router";
import { unlisted } from "#app/lib/firm.ts";
import { roleOf } from "#app/lib/rights.ts";
import { oneLine } from "#app/lib/text.ts";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { needsScript } from "#app/shell/admin/navigation.ts";
import { findCommands } from "#app/shell/admin/search/commands.ts";
import { searchRecords } from "#app/shell/admin/search/search.server.ts";
import { isFile, kindLabels, maxSearchLength } from "#app/shell/admin/search/search-groups.ts";
import { AdminPage } from "#app/ui/admin/admin-page.tsx";
import { Button } from "#app/ui/buttons/button.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { TextField } from "#app/ui/forms/field.tsx";
import type { Route } from "./+types/search";
import css from "./search.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await requireAdmin(context, request);
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  const query = oneLine(typed).slice(0, maxSearchLength).toWellFormed();
  return { query, groups: await searchRecords(ctx, query), role: roleOf(ctx.actor) ?? "viewer" };
}

export const meta = () => unlisted("Search");

/** The admin search as a page, for links and browsers without scripts. */
export default function Search({ loaderData: { query, groups, role } }: Route.ComponentProps) {
  const { actions, pages } = findCommands(query, role);
  const commands = [
    { title: "Pages", commands: pages },
    { title: "Actions", commands: actions },
  ].filter((group) => group.commands.length > 0);
  const isEmpty = query !== "" && groups.length + commands.length === 0;
  return (
    <AdminPage title="Search">
      <Form method="get" role="search" className={`grid end gap-75 ${css.form}`}>
        <TextField
          label="Name, company, email address, invoice number, subject or page"
          name="q"
          type="search"
          key={query}
          defaultValue={query}
          maxLength={maxSearchLength}
          autoComplete="off"
        />
        <Button type="submit" variant="primary">
          Search
        </Button>
      </Form>
      {isEmpty && (
        <Empty title={`No results for "${query}"`} text="Check the spelling, or try a part of the name or address." />
      )}
      <div className={`grid ${css.groups}`}>
        {groups.map(({ kind, hits }) => (
          <section key={kind} aria-labelledby={`found-${kind}`}>
            <h2 className="strong" id={`found-${kind}`}>
              {kindLabels[kind].title}
            </h2>
            <ul>
              {hits.map(({ href, title, detail }) => (
                <li key={href}>
                  <Link to={href} reloadDocument={isFile(href)}>
                    {title}
                  </Link>
                  <span>{detail}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {commands.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className="strong">{group.title}</h2>
            <ul>
              {group.commands.map((command) => (
                <li key={command.label} className={needsScript(command) ? css.scripted : undefined}>
                  {command.isPost ? (
                    <form method="post" action={command.href}>
                      <Button type="submit" variant="tertiary" size={32}>
                        {command.label}
                      </Button>
                    </form>
                  ) : (
                    <Link to={command.href} reloadDocument={!command.href.startsWith("/admin")}>
                      {command.label}
                    </Link>
                  )}
                  <span>{command.about}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </AdminPage>
  );
}
