import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useUntilDone } from "./use-until-done.ts";

const opened = (doneAt: number) => {
  const { result, rerender } = renderHook((at: number) => useUntilDone<string | null>(at, null), {
    initialProps: doneAt,
  });
  const open = () => act(() => result.current[1]("delete"));
  open();
  return { open, rerender, value: () => result.current[0] };
};

test("a dialog stays open until its action succeeds, and closes each time that one does", () => {
  const dialog = opened(0);
  dialog.rerender(0);
  expect(dialog.value()).toBe("delete");
  dialog.rerender(1000);
  expect(dialog.value()).toBeNull();
  dialog.open();
  dialog.rerender(1000);
  expect(dialog.value()).toBe("delete");
  dialog.rerender(2000);
  expect(dialog.value()).toBeNull();
});

test("a dialog ignores an action that succeeded before it was rendered, and a later refusal", () => {
  const dialog = opened(1000);
  expect(dialog.value()).toBe("delete");
  dialog.rerender(0);
  dialog.rerender(1000);
  expect(dialog.value()).toBe("delete");
  dialog.rerender(2000);
  expect(dialog.value()).toBeNull();
});
