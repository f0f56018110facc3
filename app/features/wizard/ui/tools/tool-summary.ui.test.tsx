import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { type ChosenTool, chooseFromCatalogue } from "#app/features/wizard/answers/stack-text.ts";
import { ToolCosts } from "./tool-costs.tsx";
import { ToolSummary } from "./tool-summary.tsx";

function Selected({ of: first }: { of: ChosenTool[] }) {
  const [chosen, setChosen] = useState(first);
  const unchanged = () => {};
  return (
    <ToolSummary chosen={chosen}>
      <ToolCosts
        {...{ chosen, errors: {}, employees: 45, onCost: unchanged, onCategory: unchanged, onOverlap: unchanged }}
        onRemove={(id) => setChosen(chosen.filter((tool) => tool.id !== id))}
      />
    </ToolSummary>
  );
}

test.each([
  ["one of two", ["hubspot", "slack"]],
  ["the last", ["hubspot"]],
])("after %s was removed the heading of the list has the focus", async (_, ids) => {
  render(<Selected of={ids.map((id) => chooseFromCatalogue(id, 45)!)} />);
  const remove = screen.getByRole("button", { name: "Remove HubSpot" });
  remove.focus();
  fireEvent.click(remove);
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: /^Selected/ }));
});
