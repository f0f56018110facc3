import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasSessionEnded, noteSessionEnd, watchSession } from "./session-end.ts";

const tab = new EventTarget();
let visibilityState = "visible";
let answer: () => Promise<Response>;
const stored = vi.fn();
const onEnd = vi.fn();
const sent = vi.fn((_: string) => answer());
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
  vi.stubGlobal("document", Object.assign(new EventTarget(), {}));
  Object.defineProperty(document, "visibilityState", { get: () => visibilityState });
  vi.stubGlobal("location", { origin: "https://gtmarc.example" });
  vi.stubGlobal("localStorage", { setItem: stored, removeItem: stored });
  vi.stubGlobal("addEventListener", tab.addEventListener.bind(tab));
  vi.stubGlobal("removeEventListener", tab.removeEventListener.bind(tab));
  vi.stubGlobal("fetch", sent);
  visibilityState = "visible";
  onEnd.mockClear();
  sent.mockClear();
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
  await vi.waitFor(() => expect(sent).toHaveBeenCalled(), 60_000);
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
  expect(sent).toHaveBeenCalledTimes(1);
  visibilityState = "visible";
  await show({ user: { id: "dana" } });
  expect(onEnd).not.toHaveBeenCalled();
  expect(hasSessionEnded()).toBe(false);
});

test("another tab's sign-out is noticed at once, also while this tab is hidden", async () => {
  visibilityState = "hidden";
  answer = async () => Response.json(null);
  const storage = (key: string, newValue: string | null) =>
    tab.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));
  storage("session_end", null);
  storage("other", "1");
  expect(sent).not.toHaveBeenCalled();
  storage("session_end", "1");
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledTimes(1), 60_000);
});

test("a sign-out by a script and by a form is announced to the other tabs, once the server has ended the session", async () => {
  const response = (path: string) =>
    Object.defineProperty(new Response(), "url", { value: `https://gtmarc.example${path}` });
  answer = async () => response("/api/account/profile");
  await fetch("/api/account/profile");
  expect(stored).not.toHaveBeenCalled();
  answer = async () => response("/api/auth/sign-out");
  await fetch("/api/auth/sign-out", { method: "POST" });
  expect(stored.mock.calls).toEqual([["session_end", "1"], ["session_end"]]);
  const submit = (action: string) =>
    tab.dispatchEvent(Object.defineProperty(new Event("submit"), "target", { value: { getAttribute: () => action } }));
  stored.mockClear();
  submit("/newsletter");
  tab.dispatchEvent(new Event("pagehide"));
  expect(stored).not.toHaveBeenCalled();
  submit("/api/auth/sign-out");
  expect(stored).not.toHaveBeenCalled();
  tab.dispatchEvent(new Event("pagehide"));
  expect(stored.mock.calls).toEqual([["session_end", "1"], ["session_end"]]);
});
