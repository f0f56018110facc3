import { act, fireEvent, render, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { expect, test } from "vitest";
import { useRecoveredFocus } from "./recovered-focus.ts";

function Area({ path = "/admin", children }: { path?: string; children: ReactNode }) {
  useRecoveredFocus(path);
  return (
    <main>
      <div>{children}</div>
    </main>
  );
}

/** Rerenders the page and waits for its observer. */
const show = (page: { rerender: (ui: ReactNode) => void }, ui: ReactNode) =>
  act(async () => {
    page.rerender(ui);
    await new Promise<void>((resolve) => queueMicrotask(resolve));
  });
const list = (...names: string[]) => (
  <Area>
    <h1>Prospects</h1>
    <section>
      <h2>Found</h2>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <a href={`/${name}`}>{name}</a>
            <button type="button">Approve {name}</button>
          </li>
        ))}
      </ul>
    </section>
  </Area>
);
const focused = () => document.activeElement?.textContent;
const button = (name: string) => screen.getByRole("button", { name });

test("the focus of a row that disappears goes to the link of the next row, then of the one before, then to the heading", async () => {
  const page = render(list("Acme", "Beta", "Corvid"));
  button("Approve Beta").focus();
  await show(page, list("Acme", "Corvid"));
  expect(focused()).toBe("Corvid");
  await show(page, list("Acme"));
  expect(focused()).toBe("Acme");
  await show(page, list());
  expect(focused()).toBe("Found");
});

test("the focus follows a link that moves to another list", async () => {
  const columns = (left: string[], right: string[]) => (
    <Area>
      {[left, right].map((names, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two fixed columns
        <ul key={at}>
          {names.map((name) => (
            <li key={name}>
              <a href={`/${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      ))}
    </Area>
  );
  const page = render(columns(["Acme", "Beta"], []));
  screen.getByText("Acme").focus();
  await show(page, columns(["Beta"], ["Acme"]));
  expect(focused()).toBe("Acme");
});

test("a button that opens a form in its row passes the focus to the first field, and the closed form to the button", async () => {
  const note = (isEditing: boolean) => (
    <Area>
      <ul>
        <li>{isEditing ? <textarea aria-label="Text" /> : <button type="button">Edit</button>}</li>
      </ul>
    </Area>
  );
  const page = render(note(false));
  button("Edit").focus();
  await show(page, note(true));
  expect(document.activeElement).toBe(screen.getByLabelText("Text"));
  await show(page, note(false));
  expect(focused()).toBe("Edit");
});

test("a button that is replaced by another in a group without a heading passes the focus to it", async () => {
  const group = (name: string) => (
    <Area>
      <h1>Pipeline</h1>
      <div>
        <button key={name} type="button">
          {name}
        </button>
      </div>
    </Area>
  );
  const page = render(group("Save view"));
  button("Save view").focus();
  await show(page, group("Edit view"));
  expect(focused()).toBe("Edit view");
});

test("a part of a page that disappears passes the focus to the heading that follows", async () => {
  const editor = (isEmpty: boolean) => (
    <Area>
      <h1>Blueprint</h1>
      <div>
        {isEmpty && (
          <div>
            <h2>Nothing is drawn yet</h2>
            <button type="button">Begin</button>
          </div>
        )}
        <section>
          <h2>Sections</h2>
        </section>
      </div>
    </Area>
  );
  const page = render(editor(true));
  button("Begin").focus();
  await show(page, editor(false));
  expect(focused()).toBe("Sections");
});

test("the focus of a bar that disappears returns to the row before it, or to the row in that row's place", async () => {
  const table = (names: string[], hasBar: boolean) => (
    <Area>
      <h1>Prospects</h1>
      <table>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <td>
                <input type="checkbox" aria-label={name} />
              </td>
              <th scope="row">
                <a href={`/${name}`}>{name}</a>
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      {hasBar && <button type="button">Move to stage</button>}
    </Area>
  );
  const page = render(table(["Acme", "Beta"], true));
  screen.getByLabelText("Acme").focus();
  button("Move to stage").focus();
  await show(page, table(["Acme", "Beta"], false));
  expect(document.activeElement).toBe(screen.getByLabelText("Acme"));
  await show(page, table(["Acme", "Beta"], true));
  button("Move to stage").focus();
  await show(page, table(["Beta"], false));
  expect(focused()).toBe("Beta");
});

/** Its dialog replaces the button that opened it. */
function ViewPage() {
  const [isSaved, setSaved] = useState(false);
  return (
    <Area>
      <div>{isSaved ? <a href="/edit">Edit view</a> : <button type="button">Save view</button>}</div>
      <dialog>
        <button type="button" onClick={() => setSaved(true)}>
          Save
        </button>
      </dialog>
    </Area>
  );
}

test("a dialog that closes without its opener passes the focus to what replaced the opener", async () => {
  render(<ViewPage />);
  const dialog = document.querySelector("dialog")!;
  button("Save view").focus();
  dialog.showModal();
  const save = screen.getByText("Save");
  save.focus();
  fireEvent.click(save);
  expect(document.activeElement).toBe(save);
  save.blur();
  await act(async () => dialog.close());
  expect(focused()).toBe("Edit view");
});

test("a new page has the focus at its heading, regardless of the previous page", async () => {
  const page = render(list("Acme"));
  screen.getByText("Acme").focus();
  const next = (
    <Area path="/admin/acme">
      <h1>Acme, the page</h1>
    </Area>
  );
  await show(page, next);
  expect(focused()).toBe("Acme, the page");
});

test("the focus stays on the body after a click on empty space", async () => {
  const page = render(list("Acme", "Beta"));
  button("Approve Acme").focus();
  fireEvent.mouseDown(screen.getByText("Prospects"));
  button("Approve Acme").blur();
  await show(page, list("Beta"));
  expect(document.activeElement).toBe(document.body);
});
