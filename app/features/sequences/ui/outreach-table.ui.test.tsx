import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { type Figures, noFigures } from "../figures/figures.ts";
import { OutreachTable } from "./outreach-table.tsx";

const figures = (values: Partial<Figures>): Figures => ({ ...noFigures, ...values });
const compared = { now: figures({ sent: 1200, bookingsLast: 3 }), before: figures({ sent: 800 }) };

test("sequences, versions and steps are listed with the previous period and links to their people", () => {
  const step = { stepId: "p1", label: "Hello", position: 0, ...compared };
  const version = { versionId: "v1", number: 2, steps: [step], ...compared };
  const element = (
    <OutreachTable
      sequences={[{ id: "s1", title: "Welcome", versions: [version], ...compared }]}
      hrefOf={(query) => `?${new URLSearchParams(Object.entries(query).flatMap(([k, v]) => (v ? [[k, v]] : [])))}`}
    />
  );
  render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual([
    "Welcome",
    "Version 2",
    "1. Hello",
  ]);
  const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(href("Welcome, Sent: 1,200. Show the people")).toBe("/?sequence=s1&figure=sent");
  expect(href("Version 2, Sent: 1,200. Show the people")).toBe("/?version=2&sequence=s1&figure=sent");
  expect(href("1. Hello, Bookings (last touch): 3. Show the people")).toBe(
    "/?version=2&step=p1&sequence=s1&figure=bookingsLast",
  );
  expect(screen.getAllByText("800")).toHaveLength(3);
  expect(screen.queryByRole("link", { name: /Bounced/ })).toBeNull();
});

test("clicks are not shown as zero if no recipient consented to counted clicks", () => {
  const open = (now: Figures) => {
    const sequences = [{ id: "s1", title: "Welcome", versions: [], now, before: figures({}) }];
    const element = <OutreachTable sequences={sequences} hrefOf={() => "?"} />;
    return render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
  };
  const cellOf = (label: string) => {
    const at = screen.getAllByRole("columnheader").findIndex(({ textContent }) => textContent === label);
    return screen.getAllByRole("row")[1]!.children[at]!.textContent;
  };
  const { unmount } = open(figures({ sent: 10 }));
  expect(cellOf("Clicks by people")).toMatch(/^Not counted/);
  unmount();
  open(figures({ sent: 10, counted: 4, scans: 3 }));
  expect(cellOf("Clicks by people")).toMatch(/^0/);
  expect(cellOf("Clicks by scanners")).toMatch(/^3/);
});
