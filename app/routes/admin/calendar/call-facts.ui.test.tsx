import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import type { CallFile } from "#app/features/booking/agenda/agenda.server.ts";
import { CallFacts } from "./call-facts.tsx";

const call = {
  ...{ id: "1", title: "Strategy session", name: "Dana Whitlock", email: "dana@northfield.example", state: "upcoming" },
  ...{ hostName: "Mara Lind", hostTimezone: "America/New_York", timezone: "Europe/Vienna", source: "own" },
  ...{ priceCents: null, payBy: null, isRefundDue: false, place: "Online. Mara Lind sends the link before the call." },
  ...{ start: new Date("2026-11-24T15:00:00Z"), end: new Date("2026-11-24T15:45:00Z") },
  ...{ answers: [], notes: null, cancellationReason: null, externalUrl: null, changes: [], brief: null, guests: [] },
  tracking: { utm_source: "linkedin", utm_campaign: "spring" },
} as unknown as CallFile;

const show = (changes: Partial<CallFile>, prospectId: string | null) =>
  render(
    <RouterProvider
      router={createMemoryRouter([
        { path: "*", element: <CallFacts call={{ ...call, ...changes }} prospectId={prospectId} /> },
      ])}
    />,
  );
const fact = (label: string) => screen.queryByText(label)?.parentElement?.querySelector("dd")?.textContent;

test("a call links to its prospect, and shows its campaign as text", () => {
  show({}, "7");
  expect(screen.getByRole("link", { name: "Dana Whitlock" }).getAttribute("href")).toBe("/admin/prospect-pipeline/7");
  expect(fact("Campaign")).toBe("spring");
  expect(fact("Campaign source")).toBe("linkedin");
  expect(document.body.textContent).not.toContain("utm_");
});

test("a call without video names its place, and a priced one its price and what is due", () => {
  const place = "By phone: Mara Lind calls the number given at booking.";
  const page = show({ place, meetingUrl: null }, null);
  expect(fact("Where")).toBe(place);
  expect(fact("Price")).toBeUndefined();
  page.unmount();
  const priced = { priceCents: 15_000, payBy: "checkout" as const, isRefundDue: false };
  const booked = show(priced, null);
  expect(fact("Price")).toBe("$150.00 (USD), by card");
  booked.unmount();
  show({ ...priced, state: "cancelled", isRefundDue: true }, null);
  expect(fact("Price")).toBe("$150.00 (USD), by card. It is returned: Billing lists what is due for refund.");
});

test("the visitor's time is shown beside the host's, also in the same zone", () => {
  const page = show({}, null);
  expect(fact("Visitor's time")).toContain("Europe/Vienna");
  expect(fact("Host's time (Mara Lind)")).toContain("Eastern Time");
  expect(fact("Prospect")).toBeUndefined();
  page.unmount();
  show({ timezone: "America/New_York" }, null);
  expect(fact("Visitor's time")).toBe("The same, Eastern Time");
});
