import { act, fireEvent, render, screen } from "@testing-library/react";
import { createRoutesStub, useLoaderData } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { useFreshData } from "./fresh-data.ts";

let stored = "1";
let isPaused = false;
const ask = vi.fn(async (): Promise<string | null> => stored);
const loader = vi.fn(() => ({ state: stored }));

function Page() {
  const { state } = useLoaderData<typeof loader>();
  useFreshData({ state, ask, isPaused });
  return (
    <p>
      State {state} <input aria-label="Text" />
    </p>
  );
}

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms));
const Nothing = () => null;
async function open() {
  const Stub = createRoutesStub([{ path: "/", loader, Component: Page, HydrateFallback: Nothing }]);
  render(<Stub />);
  await wait(10);
}
const show = (visibility: DocumentVisibilityState) => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  fireEvent(document, new Event("visibilitychange"));
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.restoreAllMocks();
  [stored, isPaused] = ["1", false];
  ask.mockReset().mockImplementation(async () => stored);
  loader.mockReset().mockImplementation(() => ({ state: stored }));
});

test("a change is loaded within 25 seconds, and typed text stays", async () => {
  await open();
  fireEvent.change(screen.getByLabelText("Text"), { target: { value: "typed" } });
  await wait(25_000);
  expect([ask.mock.calls.length, loader.mock.calls.length]).toEqual([1, 1]);
  stored = "2";
  await wait(25_000);
  expect(screen.getByText(/State 2/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Text").value).toBe("typed");
  await wait(25_000);
  expect(loader).toHaveBeenCalledTimes(2);
});

test("a hidden tab does not poll, and polls at once when it is visible again", async () => {
  await open();
  show("hidden");
  stored = "2";
  await wait(100_000);
  expect(ask).not.toHaveBeenCalled();
  show("visible");
  fireEvent.focus(window);
  await wait(10);
  expect(ask).toHaveBeenCalledOnce();
  expect(screen.getByText(/State 2/)).toBeTruthy();
});

test("polling stops during an action, and a failed request changes nothing", async () => {
  isPaused = true;
  await open();
  stored = "2";
  await wait(50_000);
  expect(ask).not.toHaveBeenCalled();
  isPaused = false;
  ask.mockResolvedValue(null);
  await open();
  await wait(25_000);
  expect(ask).toHaveBeenCalled();
  expect(loader).toHaveBeenCalledTimes(2);
});
