import { render, screen } from "@testing-library/react";
import { createRoutesStub, data } from "react-router";
import { expect, test } from "vitest";
import type { OwnAccess } from "#app/features/access/requests/own-access.ts";
import { CodeWithinProvider } from "#app/features/content/code-within.tsx";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { Refused } from "./refused.tsx";

const Nothing = () => null;

const at = new Date("2026-03-02T15:00:00Z");

test.each<[OwnAccess | null, RegExp, string[]]>([
  [{ state: "suspended", reason: "too_many_devices" }, /more than 5 devices/, ["See where you are signed in"]],
  [{ state: "suspended", reason: "blocked" }, /closed for this account/, ["Contact us"]],
  [{ state: "access_ended", at }, /^Your access has ended/, ["Contact us", "Enter another code"]],
  [null, /^You need a code/, ["Enter an access code", "Request a code"]],
])("with access %j the page says why it is closed and links to what helps", async (access, text, links) => {
  const Stub = createRoutesStub([
    {
      path: "/",
      loader: () => {
        throw data({ access, email: "dana@northfield.example" }, { status: 403 });
      },
      Component: Nothing,
      HydrateFallback: Nothing,
      ErrorBoundary: Refused,
    },
  ]);
  render(
    <CodeWithinProvider value="4 to 7 business days">
      <Stub />
    </CodeWithinProvider>,
    { wrapper: InNewYork },
  );
  // A person who has access needs no code: the title says what the other pages say.
  await screen.findByText(access?.state === "suspended" ? "Your wizard is closed at the moment" : /^Access Required/);
  expect(screen.getByText(text)).toBeTruthy();
  const found = screen.getAllByRole("link").filter((link) => link.getAttribute("href") !== "/");
  expect(found.map(({ textContent }) => textContent)).toEqual(links);
});
