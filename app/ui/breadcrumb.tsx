import css from "./breadcrumb.module.css";

export type Crumb = { label: string; href?: string };

/** The way here from the first page. The last crumb is this page and no link. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={css.crumbs}>
        {crumbs.map(({ label, href }, index) => (
          <li key={href ?? label}>
            {href && index < crumbs.length - 1 ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
