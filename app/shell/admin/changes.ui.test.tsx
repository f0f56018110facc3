import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { areas, roleChanges, roles } from "#app/lib/rights.ts";
import { ChangesOf, MemberRoleProvider } from "./changes.tsx";

/** What the rule hides in a browser: tests/e2e/roles.spec.ts. */
test.each(roles)("a part of an area says whether the role %s may change it", (role) => {
  for (const area of areas) {
    const { container, unmount } = render(
      <MemberRoleProvider value={role}>
        <ChangesOf area={area}>x</ChangesOf>
      </MemberRoleProvider>,
    );
    expect(container.querySelector("[data-changes]")?.getAttribute("data-changes"), area).toBe(
      roleChanges(role, area) ? "yes" : "no",
    );
    unmount();
  }
});
