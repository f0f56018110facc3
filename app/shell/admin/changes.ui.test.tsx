import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { areas, type Role, roleChanges, roles } from "#app/lib/rights.ts";
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

function Page({ as, more = false }: { as: Role; more?: boolean }) {
  return (
    <MemberRoleProvider value={as}>
      <ChangesOf area="settings">
        <form method="post">
          <input aria-label="Name" />
          <select aria-label="Zone" />
          {more && <textarea aria-label="Address" />}
        </form>
        <input aria-label="Locked" disabled />
        <form method="get">
          <input aria-label="Search" />
        </form>
        <form method="post">
          <input aria-label="Signature" />
          <button type="submit" data-reads>
            Check
          </button>
        </form>
        <ChangesOf area="newsletter">
          <input aria-label="Subject" />
        </ChangesOf>
      </ChangesOf>
    </MemberRoleProvider>
  );
}

const disabled = () =>
  ["Name", "Zone", "Locked", "Search", "Signature", "Subject"].filter(
    (name) => screen.getByLabelText<HTMLInputElement>(name).disabled,
  );

test("the fields of a part that the role only reads are disabled, also later ones; searches are not", async () => {
  const { rerender } = render(<Page as="viewer" />);
  expect(disabled()).toEqual(["Name", "Zone", "Locked", "Subject"]);
  rerender(<Page as="viewer" more />);
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>("Address").disabled).toBe(true));
  rerender(<Page as="marketing" />);
  expect(disabled()).toEqual(["Name", "Zone", "Locked"]);
  rerender(<Page as="admin" />);
  expect(disabled()).toEqual(["Locked"]);
});
