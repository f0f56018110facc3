import { fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { createMemoryRouter, Link, RouterProvider } from "react-router";
import { expect, test, vi } from "vitest";
import { KeyedList } from "#app/ui/admin/keyed-list.tsx";
import { PageKeysHelp } from "#app/ui/admin/page-keys.tsx";
import { AdminList } from "./admin-list.tsx";

const rows = ["Acme", "Beta", "Corvid", "Delta"];

/** A row of another page of the list. */
const elsewhere = "Zenith";

function List() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <input aria-label="Search" />
      <AdminList
        caption="Firms"
        columns={[{ label: "Name", heads: true, cell: (row) => <Link to={`/${row}`}>{row}</Link> }]}
        rows={rows}
        rowKey={(row) => row}
        sort={{ key: "name", direction: "asc" }}
        previous={null}
        next={null}
        empty={null}
        selection={{ chosen, onChosen: setChosen, label: (row) => row }}
      />
      <button type="button" onClick={() => setChosen(new Set([elsewhere]))}>
        Choose a row elsewhere
      </button>
      <p data-testid="chosen">{[...chosen].sort().join(" ")}</p>
    </>
  );
}

function Shrinking() {
  const [left, setLeft] = useState(rows);
  const name = (row: string) => (
    <>
      <Link to={`/${row}`}>{row}</Link>
      <button type="button" onClick={() => setLeft(left.filter((each) => each !== row))}>
        Archive {row}
      </button>
    </>
  );
  return (
    <AdminList
      caption="Firms"
      columns={[{ label: "Name", heads: true, cell: name }]}
      rows={left}
      rowKey={(row) => row}
      sort={{ key: "name", direction: "asc" }}
      previous={null}
      next={null}
      empty={null}
    />
  );
}

const show = (element: ReactNode) =>
  render(
    <RouterProvider router={createMemoryRouter([{ path: "*", element: <PageKeysHelp>{element}</PageKeysHelp> }])} />,
  );
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more });
const chosen = () => screen.getByTestId("chosen").textContent;
const focused = () => document.activeElement?.textContent;

test("j and k move between the rows and stop at both ends", () => {
  show(<List />);
  press("j");
  expect(focused()).toBe("Acme");
  for (let presses = 0; presses < 5; presses += 1) press("j");
  expect(focused()).toBe("Delta");
  press("k");
  expect(focused()).toBe("Corvid");
});

test("after an action removed its row, j goes to the row in its place", () => {
  show(<Shrinking />);
  press("j");
  press("j");
  fireEvent.click(screen.getByText("Archive Beta"));
  expect(document.activeElement).toBe(document.body);
  press("j");
  expect(focused()).toBe("Corvid");
});

test("j and k also move between items outside a table", () => {
  show(
    <KeyedList>
      {rows.map((row) => (
        <p key={row} data-row>
          <Link to={`/${row}`}>{row}</Link>
        </p>
      ))}
    </KeyedList>,
  );
  press("j");
  press("j");
  expect(focused()).toBe("Beta");
});

test("x selects the row, Shift X all rows since the last selection", () => {
  show(<List />);
  press("j");
  press("x");
  expect(chosen()).toBe("Acme");
  press("j");
  press("j");
  press("X", { shiftKey: true });
  expect(chosen()).toBe("Acme Beta Corvid");
  press("x");
  expect(chosen()).toBe("Acme Beta");
});

test("a click with Shift selects the rows in between", () => {
  show(<List />);
  fireEvent.click(screen.getByLabelText("Choose Beta"));
  fireEvent.click(screen.getByLabelText("Choose Delta"), { shiftKey: true });
  expect(chosen()).toBe("Beta Corvid Delta");
});

test("the page's checkbox selects its rows and deselects only these", () => {
  show(<List />);
  fireEvent.click(screen.getByText("Choose a row elsewhere"));
  const box = screen.getByLabelText("Choose every row on this page");
  fireEvent.click(box);
  expect(chosen()).toBe("Acme Beta Corvid Delta Zenith");
  fireEvent.click(box);
  expect(chosen()).toBe("Zenith");
});

test("no key acts with Ctrl, Meta or Alt, or while a field has the focus", () => {
  show(<List />);
  for (const modifier of ["ctrlKey", "metaKey", "altKey"]) press("j", { [modifier]: true });
  expect(document.activeElement).toBe(document.body);
  const search = screen.getByLabelText("Search");
  search.focus();
  press("j");
  press("?");
  expect(document.activeElement).toBe(search);
  expect(document.querySelector("dialog[open]")).toBeNull();
});

test("? opens the help, and no list key acts behind it", () => {
  show(<List />);
  press("?");
  const dialog = document.querySelector("dialog[open]");
  expect(dialog?.textContent).toContain("Next row");
  expect(dialog?.textContent).toContain("Open the row");
  expect(dialog?.textContent).toContain("Ctrl K");
  press("j");
  expect(document.activeElement?.tagName).not.toBe("A");
});

const jobs = (rows: readonly string[], onRetry: () => void) => (
  <AdminList
    caption="Failed jobs"
    columns={[
      { label: "Job", heads: true, cell: (row) => row },
      {
        label: "Actions",
        cell: () => (
          <button type="button" onClick={onRetry}>
            Retry
          </button>
        ),
      },
    ]}
    rows={rows}
    rowKey={(row) => row}
    sort={{ key: "name", direction: "asc" }}
    previous={null}
    next={null}
    empty={<p>No failed jobs</p>}
  />
);

test("a row without a link gets the focus itself, never its button, and the help does not list Enter", () => {
  const onRetry = vi.fn();
  show(jobs(["digest", "invoice"], onRetry));
  press("j");
  press("j");
  expect(document.activeElement).toBe(screen.getByText("invoice").closest("tr"));
  press("Enter");
  expect(onRetry).not.toHaveBeenCalled();
  press("?");
  const dialog = document.querySelector("dialog[open]");
  expect(dialog?.textContent).toContain("Next row");
  expect(dialog?.textContent).not.toContain("Open the row");
});

test("? opens the help on an empty list too, without the keys of a list", () => {
  show(jobs([], vi.fn()));
  press("?");
  const dialog = document.querySelector("dialog[open]");
  expect(dialog?.textContent).toContain("Ctrl K");
  expect(dialog?.textContent).not.toContain("Next row");
});

function Sections() {
  const [captions, setCaptions] = useState(["Team", "Invitations"]);
  return (
    <>
      <button type="button" onClick={() => setCaptions(["Team"])}>
        Withdraw
      </button>
      {captions.map((caption) => (
        <section key={caption} aria-label={caption}>
          <KeyedList hasSelection={caption === "Team"}>
            <p data-row>
              <a href="/row">{caption}</a>
            </p>
          </KeyedList>
        </section>
      ))}
    </>
  );
}

test("a page of several lists has one button for the shortcuts, at its last list", () => {
  show(<Sections />);
  const buttons = () => screen.getAllByRole("button", { name: "Keyboard shortcuts" });
  const places = () => buttons().map((button) => button.closest("section")?.getAttribute("aria-label"));
  expect(places()).toEqual(["Invitations"]);
  fireEvent.click(buttons()[0]!);
  for (const text of ["Next row", "Open the row", "Choose the row, or not"])
    expect(document.querySelector("dialog[open]")?.textContent).toContain(text);
  fireEvent.click(screen.getByText("Withdraw"));
  expect(places()).toEqual(["Team"]);
});
