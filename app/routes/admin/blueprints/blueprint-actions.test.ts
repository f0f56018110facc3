import { afterEach, expect, test, vi } from "vitest";
import { saveDrawing } from "./blueprint-actions.ts";

afterEach(() => vi.unstubAllGlobals());

async function requestFor(body: string): Promise<RequestInit> {
  const requests: RequestInit[] = [];
  vi.stubGlobal("window", {});
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    requests.push(init);
    return Promise.resolve(Response.json({ version: 2, savedAt: "2026-11-25T12:00:00.000Z" }));
  });
  const section = { id: "a", title: "Leads", body, automation: null, diagram: "" };
  expect(await saveDrawing("b", 1, { summary: "", sections: [section], tasks: [] })).toMatchObject({
    kind: "saved",
    version: 2,
  });
  return requests[0]!;
}

test("a save continues when its tab is closed", async () => {
  expect((await requestFor("New leads reach the CRM.")).keepalive).toBe(true);
});

test("a save beyond the browser's limit for that is an ordinary request", async () => {
  expect((await requestFor("é".repeat(31_000))).keepalive).toBe(false);
});
