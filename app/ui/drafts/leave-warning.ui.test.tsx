import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { createRoutesStub, Link } from "react-router";
import { expect, test } from "vitest";
import { LeaveWarning, useUnsaved } from "./leave-warning.tsx";

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

test("a page with unsaved text asks before leaving, and stays on request", async () => {
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

test("a page without unsaved text is left at once", async () => {
  render(<Stub />);
  type("Draft");
  type("");
  expect(closing()).toBe(false);
  fireEvent.click(screen.getByText("Other page"));
  expect(await screen.findByText("The other page")).toBeTruthy();
});
