import { act, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { SearchOpener } from "./search-opener.tsx";

const press = (key: string, options: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key, ...options });

test("text typed between the shortcut and the dialog appears in its field", async () => {
  const router = createMemoryRouter([{ path: "*", element: <SearchOpener account="Dana" memberRole="owner" /> }], {
    initialEntries: ["/admin"],
  });
  render(<RouterProvider router={router} />);
  press("k", { ctrlKey: true });
  for (const key of ["n", "o", "r", "t", "/", "k"]) press(key);
  const field = await screen.findByRole<HTMLInputElement>("combobox");
  expect(field.value).toBe("nort/k");
  // From now on the field receives the keys.
  await act(async () => {
    expect(fireEvent.keyDown(field, { key: "h" })).toBe(true);
  });
});
