import { render, screen } from "@testing-library/react";
import { createRoutesStub, data } from "react-router";
import { expect, test } from "vitest";
import { CodeWithinProvider } from "#app/features/content/code-within.tsx";
import { InNewYork } from "#tests/fixtures/firm-dates.tsx";
import { Refused } from "./refused.tsx";

const Nothing = () => null;

test.each([
  ["too_many_devices", ["See where you are signed in"]],
  ["blocked", ["Contact us"]],
  ["no_grant", ["Enter an access code", "Request a code"]],
])("without access because of %s the page links to what helps: %j", async (reason, links) => {
  const Stub = createRoutesStub([
    {
      path: "/",
      loader: () => {
        throw data({ reason, request: null, email: "dana@northfield.example" }, { status: 403 });
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
  await screen.findByText(reason === "no_grant" ? /^Access Required/ : "Your wizard is closed at the moment");
  const found = screen.getAllByRole("link").filter((link) => link.getAttribute("href") !== "/");
  expect(found.map(({ textContent }) => textContent)).toEqual(links);
});
