import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sessionId } from "#app/lib/browsers/session-id.ts";
import { trackFunnel } from "./funnel-client.ts";

const sent: { url: string; init: RequestInit }[] = [];
const shelf = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  };
};
const body = () => JSON.parse(String(sent.at(-1)?.init.body)) as Record<string, unknown>;

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("window", {});
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("sessionStorage", shelf());
  vi.stubGlobal("localStorage", shelf());
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return Promise.resolve(new Response());
  });
});
afterEach(() => vi.unstubAllGlobals());

test("a step is sent with the visit's id and outlives the page", () => {
  trackFunnel("booking", "scheduled", { value: 2500, metadata: { mode: "guided" } });
  expect(sent[0]).toMatchObject({
    url: "/api/functions/track-funnel-event",
    init: { method: "POST", keepalive: true, headers: { "x-csrf-token": expect.stringMatching(/^[0-9a-f]{64}$/) } },
  });
  expect(body()).toEqual({
    session_id: sessionId(),
    stage: "booking",
    substage: "scheduled",
    value: 2500,
    metadata: { mode: "guided" },
  });
});

test("uses the tab's id, else the browser's, else creates one and stores it for the tab", () => {
  const made = sessionId();
  expect(made).toMatch(/^\d{13}-\d+$/);
  expect(sessionId()).toBe(made);
  localStorage.setItem("visitor_session_id", "of the browser");
  expect(sessionId()).toBe(made);
  vi.stubGlobal("sessionStorage", shelf());
  expect(sessionId()).toBe("of the browser");
});

test("with Global Privacy Control or Do Not Track no id is sent or stored", () => {
  for (const setting of [{ globalPrivacyControl: true }, { doNotTrack: "1" }]) {
    vi.stubGlobal("navigator", setting);
    trackFunnel("wizard", "mode_viewed", { blueprintId: "b", metadata: { revision: 1 } });
    expect(body()).toEqual({ stage: "wizard", substage: "mode_viewed" });
    sessionId();
    expect(sessionStorage.getItem("session_id")).toBeNull();
  }
});

test("a failed report never throws", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
  trackFunnel("wizard", "mode_viewed");
  vi.stubGlobal("fetch", () => {
    throw new Error("blocked");
  });
  trackFunnel("wizard", "mode_viewed");
  vi.stubGlobal("sessionStorage", undefined);
  trackFunnel("wizard", "mode_viewed");
  vi.unstubAllGlobals();
  trackFunnel("wizard", "mode_viewed");
  await Promise.resolve();
});
