import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { expect, test } from "vitest";
import { clickConsentLabel } from "#app/features/mail/clicks/click-consent.ts";
import { OutreachPage } from "./outreach-page.tsx";

const open = (reader: Parameters<typeof OutreachPage>[0]["reader"], isSaved = false) => {
  const element = (
    <OutreachPage token="outreach.abc" reader={reader} isSaved={isSaved} lists={{ isOnAny: false, isLeft: false }} />
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: "*", element }])} />);
};
const dana = { kind: "person", maskedEmail: "d•••@northfield.example" } as const;
const consent = () => screen.queryByRole("checkbox", { name: clickConsentLabel });

test("a recipient can unsubscribe, and agree to counted clicks, which is off", () => {
  open({ ...dana, hasLeft: false, countsClicks: false });
  expect(screen.getByRole("button", { name: "Unsubscribe" })).toBeTruthy();
  expect(screen.getByText(/automatic follow-up emails to d•••@northfield.example/)).toBeTruthy();
  expect((consent() as HTMLInputElement).checked).toBe(false);
});

test("someone who unsubscribed can still revoke a consent, and is not asked for one", () => {
  const { unmount } = open({ ...dana, hasLeft: true, countsClicks: true }, true);
  expect((consent() as HTMLInputElement).checked).toBe(true);
  expect(screen.getByText("We count the links you open.")).toBeTruthy();
  unmount();
  open({ ...dana, hasLeft: true, countsClicks: false });
  expect(consent()).toBeNull();
});

test("a test's link names its sequence; the link of a deleted person says that nothing is sent any more", () => {
  const { unmount } = open({ kind: "test", title: "Cold lead after 90 days" });
  expect(screen.getByText(/test of the sequence “Cold lead after 90 days”/)).toBeTruthy();
  expect(document.body.textContent).not.toContain("issue");
  unmount();
  open({ kind: "gone" });
  expect(screen.getByText(/we send no more follow-up emails/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
