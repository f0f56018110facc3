import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { AdminFilters } from "./admin-filters.tsx";

let router: ReturnType<typeof createMemoryRouter>;
beforeEach(() => {
  const element = (
    <AdminFilters
      search="Search"
      selects={[{ name: "queue", label: "Queue", all: "Queue: all", options: [{ value: "mail", label: "Mail" }] }]}
      dates={[{ name: "from", label: "From" }]}
      result="1 shown"
    />
  );
  router = createMemoryRouter([{ path: "*", element }]);
  render(<RouterProvider router={router} />);
});
const select = () => screen.getByLabelText<HTMLSelectElement>("Queue");
const date = () => screen.getByLabelText<HTMLInputElement>("From");
const address = () => new URLSearchParams(router.state.location.search);

test("a select keeps its element and the focus after it changed the query", async () => {
  const field = select();
  field.focus();
  fireEvent.change(field, { target: { value: "mail" } });
  await waitFor(() => expect(address().get("queue")).toBe("mail"));
  expect(select()).toBe(field);
  expect(document.activeElement).toBe(field);
});

test("a date from 2000 on applies while it is typed, an earlier one on blur", async () => {
  const field = date();
  field.focus();
  for (const typed of ["0002-11-22", "0020-11-22", "0202-11-22"]) {
    fireEvent.change(field, { target: { value: typed } });
    expect(router.state.navigation.state).toBe("idle");
  }
  expect(address().get("from")).toBeNull();
  fireEvent.change(field, { target: { value: "2026-11-22" } });
  await waitFor(() => expect(address().get("from")).toBe("2026-11-22"));
  expect(document.activeElement).toBe(field);

  fireEvent.change(field, { target: { value: "1999-01-01" } });
  fireEvent.blur(field);
  await waitFor(() => expect(address().get("from")).toBe("1999-01-01"));
});

test("Enter submits a date", async () => {
  const field = date();
  field.focus();
  fireEvent.change(field, { target: { value: "1999-01-01" } });
  fireEvent.keyDown(field, { key: "Enter" });
  await waitFor(() => expect(address().get("from")).toBe("1999-01-01"));
});

test("the fields follow the query when a link or the back button changes it", async () => {
  await act(() => router.navigate("/?queue=mail&from=2026-11-22&q=dana"));
  expect([select().value, date().value, screen.getByLabelText<HTMLInputElement>("Search").value]).toEqual([
    ...["mail", "2026-11-22", "dana"],
  ]);
  await act(() => router.navigate("/"));
  expect([select().value, date().value, screen.getByLabelText<HTMLInputElement>("Search").value]).toEqual(["", "", ""]);
});
