import css from "./breadcrumb.module.css";

export type Crumb = { label: string; href?: string };

/** Links to the parent pages. The last crumb is the current page, without a link. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className={`cluster baseline muted ${css.crumbs}`}>
        {crumbs.map(({ label, href }, index) => (
          <li key={href ?? label}>
            {href && index < crumbs.length - 1 ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
