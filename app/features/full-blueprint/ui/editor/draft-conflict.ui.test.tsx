import { fireEvent, render, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { DraftConflict } from "./draft-conflict.tsx";

test("a conflict names the colleague and shows both texts before the choice", () => {
  const mine = { summary: "Written at the same time.", sections: [], tasks: [] };
  const theirs = { version: 3, savedBy: "Mara Lind", content: { ...mine, summary: "Saved first." } };
  const [onTake, onKeep] = [vi.fn(), vi.fn()];
  render(<DraftConflict {...{ mine, theirs, onTake, onKeep }} />);
  expect(screen.getByText("Mara Lind saved this blueprint while you were editing")).toBeTruthy();
  const row = within(screen.getByRole("row", { name: /^Summary/ }));
  expect(row.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([mine.summary, "Saved first."]);
  fireEvent.click(screen.getByRole("button", { name: /^Keep your version/ }));
  expect(onKeep).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole("button", { name: /^Use the version of Mara Lind/ }));
  expect(onTake).toHaveBeenCalledExactlyOnceWith(theirs);
});
