import { fireEvent, render, screen } from "@testing-library/react";
import { useEffect, useState } from "react";
import { createMemoryRouter, RouterProvider, useNavigate } from "react-router";
import { expect, test, vi } from "vitest";
import type { FunnelDefinition, FunnelInput } from "#app/features/analytics/funnels/funnel-definition.ts";
import { LeaveWarning } from "#app/ui/drafts/leave-warning.tsx";
import { FunnelForm } from "./funnel-form.tsx";

const definition: FunnelDefinition = {
  steps: [
    { name: "Home", matches: [{ kind: "page", path: "/" }], isOptional: false },
    { name: "Prices", matches: [{ kind: "page", path: "/pricing" }], isOptional: false },
  ],
  order: "ordered",
  windowHours: 48,
};

function open(of: { name?: string; definition?: FunnelDefinition | null; refusal?: string } = {}) {
  const onSave = vi.fn<(funnel: FunnelInput) => void>();
  const { name = "", definition: shown = null, refusal } = of;
  const element = (
    <LeaveWarning>
      <FunnelForm name={name} definition={shown} busy={false} refusal={refusal} savedAt={0} onSave={onSave} />
    </LeaveWarning>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element }])} />);
  return onSave;
}

const type = (label: string, value: string, index = 0) =>
  fireEvent.change(screen.getAllByLabelText(label)[index]!, { target: { value } });
const press = (name: string | RegExp, index = 0) => fireEvent.click(screen.getAllByRole("button", { name })[index]!);

test("a new funnel is saved with alternatives; its steps are named after their matches", () => {
  const onSave = open();
  type("Name", "Pricing");
  type("Page", "/", 0);
  press("Add alternative");
  type("Or", "event");
  type("Event", "click: button");
  type("Page", "/pricing*", 1);
  press("Add step");
  type("Step name", "Booked", 2);
  type("Counts", "stage", 2);
  type("Funnel stage", "booking.scheduled");
  press(/^Save funnel/);
  expect(onSave).toHaveBeenCalledExactlyOnceWith({
    name: "Pricing",
    definition: {
      order: "ordered",
      windowHours: 720,
      steps: [
        {
          ...{ name: "/", isOptional: false },
          matches: [
            { kind: "page", path: "/" },
            { kind: "event", type: "click", name: "button" },
          ],
        },
        { name: "/pricing*", isOptional: false, matches: [{ kind: "page", path: "/pricing*" }] },
        { name: "Booked", isOptional: false, matches: [{ kind: "stage", stage: "booking", substage: "scheduled" }] },
      ],
    },
  });
});

test("an incomplete funnel is not saved, and the missing field gets the focus", () => {
  const onSave = open({ definition });
  const expectFault = (field: HTMLElement, text: string) => {
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBe("true");
    const described = field.getAttribute("aria-describedby")!.split(" ");
    expect(described.map((id) => document.getElementById(id)?.textContent).join(" ")).toContain(text);
  };
  press(/^Save funnel/);
  expectFault(screen.getByLabelText("Name"), "Enter a name for the funnel.");
  type("Name", "Pricing");
  type("Page", " ", 1);
  press(/^Save funnel/);
  expectFault(screen.getAllByLabelText("Page")[1]!, "Step 2: enter what it counts");
  type("Page", "/pricing", 1);
  type("Time limit", "many");
  press(/^Save funnel/);
  expectFault(screen.getByLabelText("Time limit"), "Enter a time limit");
  expect(onSave).not.toHaveBeenCalled();
});

test("steps can be moved and removed, and the first one is never optional", () => {
  const third = { name: "Booked", matches: [{ kind: "page" as const, path: "/done" }], isOptional: false };
  const [home, prices] = definition.steps as [FunnelDefinition["steps"][0], FunnelDefinition["steps"][0]];
  const onSave = open({
    name: "F",
    definition: { ...definition, steps: [home, { ...prices, isOptional: true }, third] },
  });
  press("Move up", 1);
  press(/^Save funnel/);
  expect(onSave.mock.lastCall?.[0].definition.steps.map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ["Prices", false],
    ["Home", false],
    ["Booked", false],
  ]);
  press("Remove step", 2);
  press(/^Save funnel/);
  expect(onSave.mock.lastCall?.[0].definition.steps.map(({ name }) => name)).toEqual(["Prices", "Home"]);
});

test("a refusal by the server is shown", () => {
  open({ definition, refusal: "Another funnel has this name." });
  expect(screen.getByRole("alert").textContent).toContain("Another funnel has this name.");
});

function Editor() {
  const [savedAt, setSavedAt] = useState(0);
  const navigate = useNavigate();
  useEffect(() => {
    if (savedAt > 0) void navigate("/saved");
  }, [savedAt, navigate]);
  return (
    <LeaveWarning>
      <FunnelForm
        name=""
        definition={definition}
        busy={false}
        refusal={undefined}
        savedAt={savedAt}
        onSave={() => setSavedAt(1)}
      />
    </LeaveWarning>
  );
}

test("a saved funnel opens without a warning", async () => {
  const routes = [
    { path: "/", element: <Editor /> },
    { path: "/saved", element: <p>The funnel</p> },
  ];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
  type("Name", "Pricing");
  press(/^Save funnel/);
  expect(await screen.findByText("The funnel")).toBeTruthy();
});
