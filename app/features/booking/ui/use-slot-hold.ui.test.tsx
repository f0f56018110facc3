import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type HoldAnswer, type HoldSlot, useSlotHold } from "./use-slot-hold.ts";

const start = "2026-11-24T15:30:00.000Z";
const held = (hold: string) => ({ kind: "held" as const, hold, expiresAt: new Date(Date.now() + 300_000) });

beforeEach(() => sessionStorage.clear());

test("after a reload the visitor's own hold is sent along, so it does not block them", async () => {
  const hold = vi.fn<HoldSlot>(async () => held("first"));
  const release = vi.fn();
  const page = renderHook(() => useSlotHold(hold, release, vi.fn()));
  await act(() => page.result.current.keep(start));
  window.dispatchEvent(new Event("pagehide"));
  const reloaded = renderHook(() => useSlotHold(hold, release, vi.fn()));
  await act(() => reloaded.result.current.keep(start));
  expect(hold).toHaveBeenLastCalledWith(start, "first");
});

test("a released hold is forgotten", async () => {
  const hold = vi.fn<HoldSlot>(async () => held("first"));
  const release = vi.fn();
  const page = renderHook(() => useSlotHold(hold, release, vi.fn()));
  await act(() => page.result.current.keep(start));
  act(() => page.result.current.letGo());
  expect(release).toHaveBeenCalledExactlyOnceWith("first");
  page.unmount();
  const reloaded = renderHook(() => useSlotHold(hold, release, vi.fn()));
  await act(() => reloaded.result.current.keep(start));
  expect(hold).toHaveBeenLastCalledWith(start, null);
});

test("leaving the page by a link of the app releases the hold", async () => {
  const release = vi.fn();
  const page = renderHook(() => useSlotHold(async () => held("first"), release, vi.fn()));
  await act(() => page.result.current.keep(start));
  page.unmount();
  expect(release).toHaveBeenCalledExactlyOnceWith("first");
});

test("a booking sent before the hold is answered waits for its token", async () => {
  let answer: (answer: HoldAnswer) => void = () => {};
  const hold = vi.fn<HoldSlot>(() => new Promise((resolve) => (answer = resolve)));
  const { result } = renderHook(() => useSlotHold(hold, vi.fn(), vi.fn()));
  act(() => void result.current.keep(start));
  const token = result.current.settled();
  await act(async () => answer(held("first")));
  expect(await token).toBe("first");
});

test("without a hold the booking goes on without a token", async () => {
  const { result } = renderHook(() => useSlotHold(async () => ({ kind: "none" }), vi.fn(), vi.fn()));
  await act(() => result.current.keep(start));
  expect(await result.current.settled()).toBeNull();
});
