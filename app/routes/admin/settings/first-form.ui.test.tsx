import { fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { SettingPage } from "#app/features/settings/setting-pages.server.ts";
import { FirstForm } from "./first-form.tsx";

const page: SettingPage = {
  ...{ group: "first", title: "Name your firm", version: 1, history: [] },
  fields: [
    {
      ...{ name: "firm.name", label: "Name of the firm", help: "On pages.", kind: "text", example: "", choices: [] },
      ...{ preset: "GTMarc", value: null, source: "default", lockedBy: null, secret: false, problem: null },
    },
  ],
};
const First = () => <FirstForm page={page} />;
const Today = () => <h1>Today</h1>;
const show = () => {
  const Stub = createRoutesStub([
    { path: "/", Component: First },
    { path: "/admin", Component: Today },
  ]);
  render(<Stub />);
};
const press = async (name: string) => fireEvent.click(await screen.findByText(name));

test("Skip warns before a typed name of the firm is lost", async () => {
  show();
  fireEvent.change(await screen.findByLabelText("Name of the firm"), { target: { value: "Harbor & Vale" } });
  await press("Skip");
  expect(await screen.findByText("Leave without saving?")).toBeTruthy();
  await press("Keep editing");
  expect(screen.getByLabelText<HTMLInputElement>("Name of the firm").value).toBe("Harbor & Vale");
  expect(screen.queryByText("Today")).toBeNull();
});

test("Skip leaves at once while nothing is typed", async () => {
  show();
  await screen.findByLabelText("Name of the firm");
  await press("Skip");
  expect(await screen.findByText("Today")).toBeTruthy();
  expect(screen.queryByText("Leave without saving?")).toBeNull();
});
