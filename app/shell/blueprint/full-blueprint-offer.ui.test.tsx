import { render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { afterEach, expect, test } from "vitest";
import { usualCalls } from "#app/lib/offered-calls.ts";
import { FullBlueprintOffer } from "./full-blueprint-offer.tsx";

afterEach(() => {
  delete document.documentElement.dataset["calls"];
});

const Offer = () => <FullBlueprintOffer blueprintId="b1" offer={{ standing: null, payment: null, booked: [] }} />;
const Analysis = createRoutesStub([{ path: "/", Component: Offer }]);

test("the call that unlocks is booked from the analysis", async () => {
  render(<Analysis />);
  expect(await screen.findByRole("button", { name: /^Book the call/ })).toBeTruthy();
});

test("while that call cannot be booked, the analysis leads to the contact page", async () => {
  document.documentElement.dataset["calls"] = JSON.stringify({
    ...usualCalls,
    unlock: { ...usualCalls.unlock, isOffered: false },
  });
  render(<Analysis />);
  expect((await screen.findByRole("link", { name: "Contact us" })).getAttribute("href")).toBe("/contact");
  expect(screen.queryByRole("button", { name: /^Book the call/ })).toBeNull();
});
