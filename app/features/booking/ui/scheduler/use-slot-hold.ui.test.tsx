import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type HoldAnswer, type HoldSlot, useSlotHold } from "./use-slot-hold.ts";

const start = "2026-11-24T15:30:00.000Z";
const held = (hold: string) => ({ kind: "held" as const, hold, expiresAt: new Date(Date.now() + 300_000) });

beforeEach(() => sessionStorage.clear());

test("after a reload the stored hold is sent, so it does not block its own visitor", async () => {
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
  act(() => page.result.current.releaseHold());
  expect(release).toHaveBeenCalledExactlyOnceWith("first");
  page.unmount();
  const reloaded = renderHook(() => useSlotHold(hold, release, vi.fn()));
  await act(() => reloaded.result.current.keep(start));
  expect(hold).toHaveBeenLastCalledWith(start, null);
});

test("leaving the page through an in-app link releases the hold", async () => {
  const release = vi.fn();
  const page = renderHook(() => useSlotHold(async () => held("first"), release, vi.fn()));
  await act(() => page.result.current.keep(start));
  page.unmount();
  expect(release).toHaveBeenCalledExactlyOnceWith("first");
});

test("a booking submitted during a hold request waits for its token", async () => {
  let answer: (answer: HoldAnswer) => void = () => {};
  const hold = vi.fn<HoldSlot>(() => new Promise((resolve) => (answer = resolve)));
  const { result } = renderHook(() => useSlotHold(hold, vi.fn(), vi.fn()));
  act(() => void result.current.keep(start));
  const token = result.current.settled();
  await act(async () => answer(held("first")));
  expect(await token).toBe("first");
});

test("without a hold the booking is sent without a token", async () => {
  const { result } = renderHook(() => useSlotHold(async () => ({ kind: "none" }), vi.fn(), vi.fn()));
  await act(() => result.current.keep(start));
  expect(await result.current.settled()).toBeNull();
});
