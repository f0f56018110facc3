import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import { DrawingEditor } from "./drawing-editor.tsx";

function open(content: Partial<FullBlueprintContent>) {
  const onBegin = vi.fn();
  render(
    <DrawingEditor
      content={{ summary: "", sections: [], tasks: [], ...content }}
      grid={[]}
      onChange={() => {}}
      onBegin={onBegin}
    />,
  );
  return onBegin;
}
const begin = () => screen.queryByRole("button", { name: "Start from the analysis" });

test("an empty blueprint is filled from the analysis without a confirmation", () => {
  const onBegin = open({});
  fireEvent.click(begin()!);
  expect(onBegin).toHaveBeenCalledOnce();
});

test("with only a summary the button is shown, and asks for confirmation before replacing the text", () => {
  const onBegin = open({ summary: "Agreed on the call: leads first." });
  fireEvent.click(begin()!);
  expect(onBegin).not.toHaveBeenCalled();
  expect(screen.getByText("Replace the summary?")).toBeTruthy();
  fireEvent.submit(screen.getByText("Replace it").closest("form")!);
  expect(onBegin).toHaveBeenCalledOnce();
});

test("once there is a task the button is hidden", () => {
  open({ tasks: [{ id: "t1", title: "Connect the CRM", owner: "", week: null }] });
  expect(begin()).toBeNull();
});

test.each([
  ["2,5", null, "Week: give a whole number from 1 to 52."],
  ["60", null, "Week: give a whole number from 1 to 52."],
  ["-3", null, "Week: give a whole number from 1 to 52."],
  ["1.200", null, "1.200 can mean 1,200 or 1.2. Enter 1200 or 1.2."],
  [" 12 ", 12, null],
  ["", null, null],
])("the week %j stays as typed, is stored as %j, and says: %j", (typed, stored, message) => {
  let content: FullBlueprintContent = {
    summary: "",
    sections: [],
    tasks: [{ id: "t1", title: "Connect the CRM", owner: "", week: 4 }],
  };
  const editor = () => (
    <DrawingEditor
      content={content}
      grid={[]}
      onChange={(next) => {
        content = next;
      }}
      onBegin={() => {}}
    />
  );
  const { rerender } = render(editor());
  const field = screen.getByLabelText<HTMLInputElement>("Week");
  for (let end = 0; end <= typed.length; end += 1) {
    fireEvent.change(field, { target: { value: typed.slice(0, end) } });
    rerender(editor());
  }
  expect(field.value).toBe(typed);
  expect(content.tasks[0]!.week).toBe(stored);
  expect(field.getAttribute("aria-invalid")).toBe(message && "true");
  if (message) expect(screen.getByText(message)).toBeTruthy();
});

test("a section takes the drawing of one of the firm's automations, and keeps the number of one that is gone", () => {
  const section = { id: "deals-1", title: "Deals", body: "Text", diagram: "A: b\nC: d", automation: "F-09" };
  const onChange = vi.fn();
  const own = { id: "F-01", title: "Partner Deals", diagram: "Typeform: in\nSlack: out" };
  const content = { summary: "", sections: [section], tasks: [] };
  render(<DrawingEditor content={content} grid={[own]} onChange={onChange} onBegin={() => {}} />);
  const choice = screen.getByLabelText<HTMLSelectElement>("Drawing from the grid");
  expect(choice.value).toBe("F-09");
  fireEvent.change(choice, { target: { value: "F-01" } });
  const sections = [{ ...section, automation: "F-01", diagram: own.diagram }];
  expect(onChange).toHaveBeenLastCalledWith({ ...content, sections });
  fireEvent.change(choice, { target: { value: "" } });
  expect(onChange).toHaveBeenLastCalledWith({ ...content, sections: [{ ...section, automation: null }] });
});
