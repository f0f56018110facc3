import { act, render } from "@testing-library/react";
import { memo, StrictMode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { deferredSheet } from "./deferred-sheet.tsx";

let report: (isIntersecting: boolean) => void = () => {};
const observed = new Set<Element>();
let frame: () => void = () => {};

vi.stubGlobal(
  "IntersectionObserver",
  class {
    constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
      report = (isIntersecting) => act(() => callback([{ isIntersecting }]));
    }
    observe(element: Element) {
      observed.add(element);
    }
    disconnect() {
      observed.clear();
    }
  },
);
vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
  frame = callback;
  return 1;
});
afterEach(() => vi.useRealTimers());

const Sheet = deferredSheet(
  "return",
  memo(({ hours }: { hours: number }) => (hours === 0 ? null : <section id="return">{hours}</section>)),
);

it("updates a sheet in the viewport at once, and one outside it after the next frame", () => {
  vi.useFakeTimers();
  const { container, rerender } = render(<Sheet hours={1} />);
  rerender(<Sheet hours={2} />);
  expect(container.textContent).toBe("2");
  report(false);
  act(() => {
    frame();
    vi.runAllTimers();
  });
  rerender(<Sheet hours={3} />);
  expect(container.textContent).toBe("2");
  act(() => {
    frame();
    vi.runAllTimers();
  });
  expect(container.textContent).toBe("3");
});

it("shows the newest value when the sheet comes into the viewport first", () => {
  const { container, rerender } = render(<Sheet hours={1} />);
  report(false);
  rerender(<Sheet hours={2} />);
  expect(container.textContent).toBe("1");
  report(true);
  expect(container.textContent).toBe("2");
});

it("updates a sheet outside the viewport before printing", () => {
  const { container, rerender } = render(<Sheet hours={1} />);
  report(false);
  rerender(<Sheet hours={2} />);
  expect(container.textContent).toBe("1");
  act(() => void dispatchEvent(new Event("beforeprint")));
  expect(container.textContent).toBe("2");
});

it("observes the sheet after effects ran twice, and after it came back", () => {
  const { container, rerender, unmount } = render(<Sheet hours={1} />, { wrapper: StrictMode });
  const section = () => container.querySelector("section");
  expect([...observed]).toEqual([section()]);
  rerender(<Sheet hours={0} />);
  expect([...observed]).toEqual([]);
  rerender(<Sheet hours={3} />);
  expect([...observed]).toEqual([section()]);
  unmount();
  expect(observed.size).toBe(0);
});
