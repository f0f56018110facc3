import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { readMarkdown } from "#app/lib/formats/markdown.ts";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { NotesPart, type ReadableNote } from "./notes-part.tsx";

const jonas = { userId: "1", name: "Jonas Reyes", email: "jonas@gtmarc.example" };
const mara = { userId: "2", name: "Mara Lindqvist", email: "mara@gtmarc.example" };
const note = (body: string, version = 1): ReadableNote => ({
  ...{ id: "note", body, author: "Jonas Reyes", createdAt: new Date("2026-03-02T10:00:00Z"), editedAt: null, version },
  nodes: readMarkdown(body),
});

function open(notes: ReadableNote[]) {
  const perform = vi.fn();
  const part = (shown: ReadableNote[], doneAt = 0) => (
    <NotesPart
      prospectId="prospect"
      notes={shown}
      admins={[jonas, mara]}
      actions={{
        perform,
        isRunning: () => false,
        refusalOf: () => undefined,
        doneAtOf: (intent) => (intent === "edit-note" ? doneAt : 0),
      }}
    />
  );
  const { rerender } = render(part(notes), { wrapper: InNewYork });
  return { perform, load: (shown: ReadableNote[], doneAt?: number) => rerender(part(shown, doneAt)) };
}
const area = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label);
function type(label: string, text: string) {
  const control = area(label);
  fireEvent.input(control, { target: { value: text } });
  control.setSelectionRange(text.length, text.length);
  fireEvent.click(control);
}
const press = (label: string, key: string) => fireEvent.keyDown(area(label), { key });

test("a note is rendered as Markdown without HTML", () => {
  open([note("**Now** <img src=x onerror=alert(1)> [here](javascript:alert(1)) ![x](https://x.example/x.png)")]);
  const item = screen.getByRole("listitem");
  expect(within(item).getByText("Now").tagName).toBe("STRONG");
  expect(item.querySelector("img")).toBeNull();
  expect([...item.querySelectorAll("a")].map(({ href }) => href)).toEqual(["https://x.example/x.png"]);
  expect(item.textContent).toContain("<img src=x onerror=alert(1)>");
});

test("a note is edited in place and the form closes after the save", () => {
  const { perform, load } = open([note("First")]);
  fireEvent.click(screen.getByRole("button", { name: /^Edit/ }));
  fireEvent.input(area("Text"), { target: { value: "Second" } });
  fireEvent.submit(screen.getByRole("form", { name: "Edit note" }));
  expect(perform).toHaveBeenCalledExactlyOnceWith({
    intent: "edit-note",
    noteId: "note",
    body: "Second",
    version: "1",
  });
  load([note("Second", 2)], 1);
  expect(screen.queryByRole("form", { name: "Edit note" })).toBeNull();
  expect(screen.getByRole("listitem").textContent).toContain("Second");
});

test("a colleague's change or deletion is shown next to the input", () => {
  const { perform, load } = open([note("First")]);
  fireEvent.click(screen.getByRole("button", { name: /^Edit/ }));
  fireEvent.input(area("Text"), { target: { value: "Mine" } });
  load([note("Theirs", 2)]);
  expect(screen.getByRole("alert").textContent).toContain("Theirs");
  expect(area("Text").value).toBe("Mine");
  fireEvent.submit(screen.getByRole("form", { name: "Edit note" }));
  expect(perform).toHaveBeenLastCalledWith({ intent: "edit-note", noteId: "note", body: "Mine", version: "2" });
  load([]);
  expect(screen.getByRole("alert").textContent).toContain("A colleague deleted this note.");
  expect(area("Text").value).toBe("Mine");
});

test("an @ suggests admins; the keyboard selects and inserts one", () => {
  open([]);
  type("Note", "Ask @");
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toHaveLength(2);
  press("Note", "ArrowDown");
  expect(area("Note").getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { name: /Mara/, selected: true }).id,
  );
  press("Note", "Enter");
  expect(area("Note").value).toBe("Ask @Mara Lindqvist ");
  expect(screen.queryByRole("listbox")).toBeNull();
  type("Note", "Ask @jo");
  press("Note", "Escape");
  expect(screen.queryByRole("listbox")).toBeNull();
  type("Note", "Ask @unknown");
  expect(screen.queryByRole("listbox")).toBeNull();
});
