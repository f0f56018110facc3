import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasSessionEnded, noteSessionEnd, watchSession } from "./session-end.ts";

const tab = new EventTarget();
let visibilityState = "visible";
let answer: () => Promise<Response>;
const onEnd = vi.fn();
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  vi.stubGlobal("document", Object.assign(new EventTarget(), {}));
  Object.defineProperty(document, "visibilityState", { get: () => visibilityState });
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  vi.stubGlobal(
    "fetch",
    vi.fn(() => answer()),
  );
  visibilityState = "visible";
  onEnd.mockClear();
  stop = watchSession(onEnd, "dana");
});
afterEach(() => {
  stop();
  noteSessionEnd(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(session: unknown) {
  answer = async () => Response.json(session);
  tab.dispatchEvent(new Event("focus"));
  await vi.waitFor(() => expect(fetch).toHaveBeenCalled());
  await new Promise(setImmediate);
}

test("a tab that is shown again notices a sign-out, and another user", async () => {
  await show(null);
  expect(onEnd).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 2000);
  await show({ user: { id: "lee" } });
  expect(onEnd).toHaveBeenCalledTimes(2);
});

test("the same user, a lost connection and a hidden tab change nothing; a new sign-in ends the notice", async () => {
  noteSessionEnd();
  answer = async () => Promise.reject(new TypeError("Failed to fetch"));
  tab.dispatchEvent(new Event("focus"));
  await new Promise(setImmediate);
  expect(hasSessionEnded()).toBe(true);
  vi.setSystemTime(Date.now() + 2000);
  visibilityState = "hidden";
  tab.dispatchEvent(new Event("focus"));
  expect(fetch).toHaveBeenCalledTimes(1);
  visibilityState = "visible";
  await show({ user: { id: "dana" } });
  expect(onEnd).not.toHaveBeenCalled();
  expect(hasSessionEnded()).toBe(false);
});
