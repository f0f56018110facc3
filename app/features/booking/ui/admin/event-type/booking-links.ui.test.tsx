import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { BookingLinks } from "./booking-links.tsx";

const link = { id: "1", label: "Dana", createdAt: new Date("2026-03-02T15:00:00Z"), usedAt: null, bookingId: "a" };

test("the state of a link says which call it books again, until it is used or revoked", () => {
  const links = [
    { ...link, state: "open" as const },
    { ...link, id: "2", state: "open" as const, bookingId: null },
    { ...link, id: "3", state: "used" as const, usedAt: new Date("2026-03-03T15:00:00Z") },
    { ...link, id: "4", state: "revoked" as const },
  ];
  const element = <BookingLinks eventTypeId="e" links={links} revoking={false} onRevoke={() => {}} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />, { wrapper: InNewYork });
  const states = screen.getAllByRole("row").map((row) => row.querySelectorAll("td")[1]?.textContent);
  expect(states).toEqual([
    undefined,
    "Not used yet. Books this call again.",
    "Not used yet",
    expect.stringMatching(/^Used, Mar 3/),
    "Revoked",
  ]);
  const calls = screen.getAllByRole("link").map((found) => [found.textContent, found.getAttribute("href")]);
  expect(calls).toEqual([
    ["this call", "/admin/calendar/calls/a"],
    ["Used", "/admin/calendar/calls/a"],
  ]);
});
