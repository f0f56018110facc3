import { cleanup, configure } from "@testing-library/react";
import type { Window } from "happy-dom";
import { afterAll, afterEach, vi } from "vitest";

// As long as a poll (vitest.config.ts).
configure({ asyncUtilTimeout: 60_000 });

// Frames load an empty page: their pages have their own tests.
const { settings } = (window as unknown as Window).happyDOM;
settings.enableIframePageLoading = true;
// The files of a worker share the window, so a download link must not navigate it away.
Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ window }) => new window.Response("", { headers: { "content-type": "text/html" } }),
};

// Nor may the forms of the next file be guarded by what a module of this one added to the document.
const add = document.addEventListener.bind(document);
const guards: Parameters<typeof add>[] = [];
document.addEventListener = (...listener: Parameters<typeof add>) => {
  if (listener[0] === "submit") guards.push(listener);
  add(...listener);
};
afterAll(() => {
  document.addEventListener = add;
  for (const listener of guards) document.removeEventListener(...listener);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
