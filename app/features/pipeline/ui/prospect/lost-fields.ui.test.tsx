import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LostFields } from "./lost-fields.tsx";

test("the reason Other requires a text, other reasons do not", () => {
  render(<LostFields />);
  const choose = (value: string) => fireEvent.change(screen.getByLabelText("Reason"), { target: { value } });
  choose("timing");
  expect(screen.queryByLabelText("What was the reason?")).toBeNull();
  choose("other");
  expect(screen.getByLabelText<HTMLInputElement>("What was the reason?").required).toBe(true);
});
