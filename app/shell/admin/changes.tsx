import { createContext, type ReactNode, useContext } from "react";
import { type Area, type Role, roleChanges } from "#app/lib/rights.ts";
import css from "./changes.module.css";

/*
 * What a role may not change it does not see: in a part of an area that the role only reads, every button is hidden but those of
 * searches and those that only show or copy something (`data-reads`). Links to pages that only change something have `data-changes-only`.
 * The layout makes each page a part of its area; a page with parts of other areas names these. The commands check the right in any case.
 */

const MemberRole = createContext<Role>("owner");

export const MemberRoleProvider = MemberRole;

export function ChangesOf({ area, children }: { area: Area; children: ReactNode }) {
  const role = useContext(MemberRole);
  return (
    <div className={css.part} data-changes={roleChanges(role, area) ? "yes" : "no"}>
      {children}
    </div>
  );
}
