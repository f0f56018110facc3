import { Link } from "react-router";
import css from "./settings.module.css";

/** Links to the groups of settings. */
export function GroupLinks({
  groups,
  current,
}: {
  groups: readonly { group: string; title: string }[];
  current?: string;
}) {
  return (
    <nav aria-label="Groups of settings">
      <ul className={`cluster ${css.groups}`}>
        {groups.map(({ group, title }) => (
          <li key={group}>
            <Link to={`/admin/settings/${group}`} aria-current={group === current ? "page" : undefined}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
