import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import { DrawingEditor } from "./drawing-editor.tsx";

function open(content: Partial<FullBlueprintContent>) {
  const onBegin = vi.fn();
  render(
    <DrawingEditor
      content={{ summary: "", sections: [], tasks: [], ...content }}
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
