import { beforeEach, expect, test, vi } from "vitest";

type Bus = typeof import("./bus.ts");
let bus: Bus;
beforeEach(async () => {
  vi.resetModules();
  bus = await import("./bus.ts");
});

const toast = (text: string) => ({ text, kind: "info" as const });

test("a message reaches all of its receivers", () => {
  const [first, second] = [vi.fn(), vi.fn()];
  bus.receive("toast", first);
  bus.receive("toast", second);
  bus.send("toast", toast("a"));
  expect(first).toHaveBeenCalledWith(toast("a"));
  expect(second).toHaveBeenCalledWith(toast("a"));
});

test("messages without a receiver are queued, wake their islands, and are delivered first, in order and once", () => {
  const wanted = vi.fn();
  bus.onWanted(wanted);
  bus.send("toast", toast("a"));
  bus.send("toast", toast("b"));
  expect(wanted.mock.calls).toEqual([["toast"], ["toast"]]);
  const [late, later] = [vi.fn(), vi.fn()];
  bus.receive("toast", late);
  bus.receive("toast", later);
  expect(late.mock.calls).toEqual([[toast("a")], [toast("b")]]);
  expect(later).not.toHaveBeenCalled();
});

test("messages of one name do not reach receivers of another", () => {
  const receiver = vi.fn();
  bus.receive("open-newsletter", receiver);
  bus.send("toast", toast("a"));
  expect(receiver).not.toHaveBeenCalled();
});

test("a removed receiver gets no more messages, and messages are queued again", () => {
  const receiver = vi.fn();
  bus.receive("toast", receiver)();
  bus.send("toast", toast("a"));
  expect(receiver).not.toHaveBeenCalled();
  const next = vi.fn();
  bus.receive("toast", next);
  expect(next).toHaveBeenCalledTimes(1);
});

test("a receiver that sends while it receives queued messages loses none", () => {
  bus.send("toast", toast("a"));
  const heard: string[] = [];
  bus.receive("toast", (sent) => {
    const text = sent?.text ?? "";
    heard.push(text);
    if (text === "a") bus.send("toast", toast("b"));
  });
  expect(heard).toEqual(["a", "b"]);
});
