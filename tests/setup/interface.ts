import { cleanup } from "@testing-library/react";
import type { Window } from "happy-dom";
import { afterEach, vi } from "vitest";

// Frames load an empty page: their pages have their own tests.
const { settings } = (window as unknown as Window).happyDOM;
settings.enableIframePageLoading = true;
// The files of a worker share the window, so a download link must not navigate it away.
Object.assign(settings.navigation, { disableMainFrameNavigation: true, disableFallbackToSetURL: true });
settings.fetch.interceptor = {
  beforeAsyncRequest: async ({ window }) => new window.Response("", { headers: { "content-type": "text/html" } }),
};

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
