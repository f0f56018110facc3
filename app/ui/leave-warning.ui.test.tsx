import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createRoutesStub, Link } from "react-router";
import { expect, test } from "vitest";
import { LeaveWarning, useUnsaved, useUnsavedSince } from "./leave-warning.tsx";

function Form() {
  const [text, setText] = useState("");
  useUnsaved(text !== "");
  return <input aria-label="Text" value={text} onChange={(event) => setText(event.target.value)} />;
}

const Stub = createRoutesStub([
  {
    path: "/",
    Component: () => (
      <LeaveWarning>
        <Form />
        <Link to="/other">Other page</Link>
        <Link to="/?kind=notes">Only notes</Link>
      </LeaveWarning>
    ),
  },
  { path: "/other", Component: () => <p>The other page</p> },
]);
const type = (value: string) => fireEvent.change(screen.getByLabelText("Text"), { target: { value } });
const closing = () => {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
};

test("a page with unsaved text asks before it is left, and stays on request", async () => {
  render(<Stub />);
  type("Draft");
  expect(closing()).toBe(true);
  fireEvent.click(screen.getByText("Only notes"));
  expect(screen.queryByText("Leave without saving?")?.closest("dialog")?.open).toBe(false);
  fireEvent.click(screen.getByText("Other page"));
  fireEvent.click(await screen.findByRole("button", { name: /^Keep editing/ }));
  expect(screen.getByLabelText<HTMLInputElement>("Text").value).toBe("Draft");
  fireEvent.click(screen.getByText("Other page"));
  fireEvent.click(await screen.findByRole("button", { name: /^Leave Leav/ }));
  expect(await screen.findByText("The other page")).toBeTruthy();
});

function SettingsForm({ saved }: { saved: { title: string } }) {
  const markChanged = useUnsavedSince(saved);
  return <input aria-label="Title" defaultValue={saved.title} onChange={markChanged} />;
}
function SettingsPage() {
  const [saved, setSaved] = useState({ title: "Strategy session" });
  return (
    <LeaveWarning>
      <SettingsForm saved={saved} />
      <button type="button" onClick={() => setSaved({ ...saved })}>
        Refuse
      </button>
      <button type="button" onClick={() => setSaved({ title: "Discovery call" })}>
        Save
      </button>
    </LeaveWarning>
  );
}

test("a form is unsaved from its first change until other values are stored", () => {
  const PageStub = createRoutesStub([{ path: "/", Component: SettingsPage }]);
  render(<PageStub />);
  expect(closing()).toBe(false);
  fireEvent.change(screen.getByLabelText("Title"), { target: { value: "Discovery call" } });
  expect(closing()).toBe(true);
  fireEvent.click(screen.getByText("Refuse"));
  expect(closing()).toBe(true);
  fireEvent.click(screen.getByText("Save"));
  expect(closing()).toBe(false);
});

test("a page without unsaved text is left at once", async () => {
  render(<Stub />);
  type("Draft");
  type("");
  expect(closing()).toBe(false);
  fireEvent.click(screen.getByText("Other page"));
  expect(await screen.findByText("The other page")).toBeTruthy();
});
