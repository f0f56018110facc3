import { render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { IntegrationRow } from "./integration-row.tsx";

const settings = [
  { label: "Mail server", isSet: false, lockedBy: "MAIL" },
  { label: "Sender", isSet: true, lockedBy: "MAIL_FROM" },
  { label: "Reply address", isSet: false, lockedBy: null },
];
const integration = { key: null, name: "Mail", isOn: false, state: "No email is sent.", test: null, settings };
const Row = createRoutesStub([{ path: "/", Component: () => <IntegrationRow integration={integration} /> }]);

test("a setting says whether it is set, and which variable of the environment fixes it or keeps it unset", async () => {
  render(<Row />);
  await screen.findByText("Mail server: not set. Remove MAIL from the environment to set it here.");
  expect(screen.getByText("Sender: set by MAIL_FROM in the environment")).toBeTruthy();
  expect(screen.getByText("Reply address: not set")).toBeTruthy();
});
