import { Link } from "react-router";
import { requireAdmin } from "#app/shell/admin/admin.server.ts";
import { readDeskLines } from "#app/shell/admin/counts.server.ts";
import { adminGroups } from "#app/shell/admin/navigation.ts";
import { classNames } from "#app/ui/class-names.ts";
import { DeskPage } from "#app/ui/desk-page.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Route } from "./+types/dashboard";
import css from "./dashboard.module.css";

export async function loader({ context, request }: Route.LoaderArgs) {
  return { lines: await readDeskLines(await requireAdmin(context, request)) };
}

export const meta = () => [{ title: "Admin dashboard | GTMarc" }, { name: "robots", content: "noindex" }];

/** The admin area's first page: how things stand, in figures that lead to their page, and every page with what it is for. */
export default function Dashboard({ loaderData: { lines } }: Route.ComponentProps) {
  const pages = adminGroups
    .map(({ title, links }) => ({ title, links: links.filter(({ href }) => href !== "/admin") }))
    .filter(({ links }) => links.length > 0);
  return (
    <DeskPage title="Admin dashboard">
      <div className={css.sheets}>
        <section aria-labelledby="stand">
          <h2 id="stand" className={css.head}>
            How things stand
          </h2>
          <ul className={css.lines}>
            {lines.map((line) => (
              <li key={line.text} className={classNames(line.urgent && css.urgent)}>
                <span className={classNames("num", css.figure)}>{line.figure.toLocaleString("en-US")}</span>
                {line.href ? <Link to={line.href}>{line.text}</Link> : <span>{line.text}</span>}
              </li>
            ))}
          </ul>
        </section>
        {pages.map(({ title, links }) => (
          <section key={title} aria-label={title}>
            <h2 className={css.head}>{title}</h2>
            <ul className={css.pages}>
              {links.map(({ href, label, icon, about }) => (
                <li key={href}>
                  <Link to={href}>
                    <Icon name={icon} size={20} />
                    <span>
                      <b>{label}</b>
                      <span className={css.about}>{about}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </DeskPage>
  );
}
